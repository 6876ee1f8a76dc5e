//! The action `SimulateSteps`.

use super::Outcome;
use crate::field::message;
use crate::msg::{Time, Uuid};

message!(SimulateStepsGoal = "simulation_interfaces/action/SimulateSteps_Goal" {
    steps: u64,
});

message!(SimulateStepsResult = "simulation_interfaces/action/SimulateSteps_Result" {
    result: Outcome,
});

message!(SimulateStepsFeedback = "simulation_interfaces/action/SimulateSteps_Feedback" {
    completed_steps: u64,
    remaining_steps: u64,
});

message!(SimulateStepsSendGoalRequest = "simulation_interfaces/action/SimulateSteps_SendGoal_Request" {
    goal_id: Uuid,
    goal: SimulateStepsGoal,
});

message!(SimulateStepsSendGoalResponse = "simulation_interfaces/action/SimulateSteps_SendGoal_Response" {
    accepted: bool,
    stamp: Time,
});

message!(SimulateStepsGetResultRequest = "simulation_interfaces/action/SimulateSteps_GetResult_Request" {
    goal_id: Uuid,
});

message!(SimulateStepsGetResultResponse = "simulation_interfaces/action/SimulateSteps_GetResult_Response" {
    status: i8,
    result: SimulateStepsResult,
});

message!(SimulateStepsFeedbackMessage = "simulation_interfaces/action/SimulateSteps_FeedbackMessage" {
    goal_id: Uuid,
    feedback: SimulateStepsFeedback,
});
