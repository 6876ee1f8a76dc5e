//! `action_msgs` and `unique_identifier_msgs`: what every action shares.

use super::Time;
use crate::field::message;

message!(Uuid = "unique_identifier_msgs/msg/UUID" {
    uuid: [u8; 16],
});

message!(GoalInfo = "action_msgs/msg/GoalInfo" {
    goal_id: Uuid,
    stamp: Time,
});

message!(GoalStatus = "action_msgs/msg/GoalStatus" {
    goal_info: GoalInfo,
    status: i8,
} with {
    UNKNOWN: i8 = 0,
    ACCEPTED: i8 = 1,
    EXECUTING: i8 = 2,
    CANCELING: i8 = 3,
    SUCCEEDED: i8 = 4,
    CANCELED: i8 = 5,
    ABORTED: i8 = 6,
});

message!(GoalStatusArray = "action_msgs/msg/GoalStatusArray" {
    status_list: Vec<GoalStatus>,
});

message!(CancelGoalRequest = "action_msgs/srv/CancelGoal_Request" {
    goal_info: GoalInfo,
});

message!(CancelGoalResponse = "action_msgs/srv/CancelGoal_Response" {
    return_code: i8,
    goals_canceling: Vec<GoalInfo>,
} with {
    NONE: i8 = 0,
    REJECTED: i8 = 1,
    UNKNOWN_GOAL_ID: i8 = 2,
    GOAL_TERMINATED: i8 = 3,
});
