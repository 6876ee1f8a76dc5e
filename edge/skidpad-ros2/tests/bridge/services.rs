//! Parameters, services of `simulation_interfaces` and its action.

use super::small_run::{ServiceClient, SmallRun, received, subscribe};
use skidpad_link::RunRequest;
use skidpad_math::Pose3;
use skidpad_messages::Request;
use skidpad_rosmsg::Message;
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::msg::{
    CancelGoalRequest, CancelGoalResponse, GetParametersRequest, GetParametersResponse, GoalInfo, GoalStatus,
    GoalStatusArray, Odometry, Parameter, ParameterValue, Pose, PoseStamped, SetParametersRequest,
    SetParametersResponse, Uuid, Vector3,
};
use skidpad_rtps::{Qos, VendorId};

#[test]
fn parameters_are_answered_in_both_forms() {
    let mut run = SmallRun::start("-p realtime_factor:=2.0");
    for vendor in [VendorId::FAST_DDS, VendorId::CYCLONE_DDS] {
        let get = [
            "rcl_interfaces::srv::dds_::GetParameters_Request_",
            "rcl_interfaces::srv::dds_::GetParameters_Response_",
        ];
        let get = ServiceClient::new(&run, "/mvsim/get_parameters", get, vendor);
        let names = vec!["realtime_factor".to_string(), "nothing".to_string()];
        let answer: GetParametersResponse = get.call(&mut run, &GetParametersRequest { names });
        let values: Vec<_> = answer.values.iter().map(|it| (it.r#type, it.double_value)).collect();
        assert_eq!(values, [(ParameterValue::DOUBLE, 2.0), (ParameterValue::NOT_SET, 0.0)]);
        let set = [
            "rcl_interfaces::srv::dds_::SetParameters_Request_",
            "rcl_interfaces::srv::dds_::SetParameters_Response_",
        ];
        let set = ServiceClient::new(&run, "/mvsim/set_parameters", set, vendor);
        let value = |double_value| ParameterValue {
            r#type: ParameterValue::DOUBLE,
            double_value,
            ..ParameterValue::default()
        };
        let parameter =
            |double_value| Parameter { name: "realtime_factor".to_string(), value: value(double_value) };
        let parameters = vec![parameter(-1.0), parameter(2.0)];
        let answer: SetParametersResponse = set.call(&mut run, &SetParametersRequest { parameters });
        assert_eq!(answer.results.iter().map(|it| it.successful).collect::<Vec<_>>(), [false, true]);
    }
}

/// Call a service of `simulation_interfaces`.
fn call_simulation<A: Message>(run: &mut SmallRun, service: &str, request: &impl Message) -> A {
    let [asks, answers] =
        [type_name_of(request), A::DESCRIPTION.type_name].map(skidpad_ros2::names::dds_type);
    let client = ServiceClient::new(run, service, [&asks, &answers], VendorId::CYCLONE_DDS);
    client.call(run, request)
}

fn type_name_of<M: Message>(_: &M) -> &'static str {
    M::DESCRIPTION.type_name
}

#[test]
fn entities_are_spawned_filtered_and_described() {
    let mut run = SmallRun::start("");
    run.step();
    let wanted = |text: &str| SpawnEntity {
        name: "scout".to_string(),
        entity_resource: Resource {
            uri: if text.is_empty() { "nowhere.xml".to_string() } else { String::new() },
            resource_string: text.to_string(),
        },
        entity_namespace: "/fleet/scout".to_string(),
        initial_pose: PoseStamped { pose: Pose::from(&Pose3::default()), ..PoseStamped::default() },
        ..SpawnEntity::default()
    };
    let request = SpawnEntitiesRequest { spawn_requests: vec![wanted("<vehicle/>"), wanted("")] };
    let answer: SpawnEntitiesResponse = call_simulation(&mut run, "/spawn_entities", &request);
    assert_eq!(answer.result.result, SpawnEntitiesResponse::ENTITIES_SPAWN_FAILED);
    let codes: Vec<_> = answer.results.iter().map(|it| (it.result.result, it.entity_name.as_str())).collect();
    assert_eq!(codes, [(Outcome::OK, "scout"), (Outcome::NOT_FOUND, "")]);
    let is_insertion = |asked: &RunRequest| match asked {
        RunRequest::Command(command) => matches!(command.request(), Request::Insert(_)),
        _ => false,
    };
    assert_eq!(run.asked.iter().filter(|asked| is_insertion(asked)).count(), 1);

    let bounds: GetEntityBoundsResponse =
        call_simulation(&mut run, "/get_entity_bounds", &GetEntityBoundsRequest { entity: "r1".to_string() });
    assert_eq!((bounds.bounds.r#type, bounds.bounds.points[0].x), (Bounds::BOX, 0.3));
    let info = EntityInfo { tags: vec!["leader".to_string()], ..EntityInfo::default() };
    let request = SetEntityInfoRequest { entity: "r1".to_string(), info };
    let answer: SetEntityInfoResponse = call_simulation(&mut run, "/set_entity_info", &request);
    assert_eq!(answer.result.result, Outcome::OK);
    let ball = |x: f64| Bounds {
        r#type: Bounds::SPHERE,
        points: vec![Vector3 { x, y: 0.0, z: 0.0 }, Vector3 { x: 1e6, y: 0.0, z: 0.0 }],
    };
    let tags = |tag: &str| TagsFilter { tags: vec![tag.to_string()], filter_mode: TagsFilter::ALL };
    for (filters, expected) in [
        (EntityFilters { filter: "^r[0-9]$".to_string(), ..EntityFilters::default() }, true),
        (EntityFilters { filter: "^x".to_string(), ..EntityFilters::default() }, false),
        (EntityFilters { tags: tags("leader"), ..EntityFilters::default() }, true),
        (EntityFilters { tags: tags("follower"), ..EntityFilters::default() }, false),
        (EntityFilters { bounds: ball(0.0), ..EntityFilters::default() }, true),
        (EntityFilters { bounds: ball(1e7), ..EntityFilters::default() }, false),
    ] {
        let found: GetEntitiesResponse =
            call_simulation(&mut run, "/get_entities", &GetEntitiesRequest { filters: filters.clone() });
        assert_eq!(found.entities.contains(&"r1".to_string()), expected, "{filters:?}");
    }
    let filters = EntityFilters { filter: "((".to_string(), ..EntityFilters::default() };
    let found: GetEntitiesResponse =
        call_simulation(&mut run, "/get_entities", &GetEntitiesRequest { filters });
    assert_eq!(found.result.result, Outcome::OPERATION_FAILED);
}

#[test]
fn worlds_and_places_are_listed() {
    let mut run = SmallRun::start("");
    let request = GetNamedPosesRequest {
        tags: TagsFilter { tags: vec!["charging".to_string()], filter_mode: TagsFilter::ANY },
    };
    let answer: GetNamedPosesResponse = call_simulation(&mut run, "/get_named_poses", &request);
    assert_eq!(answer.poses.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["dock"]);
    let request = GetNamedPoseBoundsRequest { name: "dock".to_string() };
    let answer: GetNamedPoseBoundsResponse = call_simulation(&mut run, "/get_named_pose_bounds", &request);
    assert_eq!((answer.bounds.r#type, answer.bounds.points[1].x), (Bounds::SPHERE, 0.5));
    let answer: GetCurrentWorldResponse =
        call_simulation(&mut run, "/get_current_world", &GetCurrentWorldRequest::default());
    assert_eq!(answer.world.name, "yard");
    for (continue_on_error, code, count) in [(false, Outcome::OPERATION_FAILED, 0), (true, Outcome::OK, 1)] {
        let request = GetAvailableWorldsRequest {
            additional_sources: vec!["/nowhere".to_string()],
            continue_on_error,
            ..GetAvailableWorldsRequest::default()
        };
        let answer: GetAvailableWorldsResponse = call_simulation(&mut run, "/get_available_worlds", &request);
        assert_eq!((answer.result.result, answer.worlds.len()), (code, count));
    }
    let answer: GetSpawnablesResponse1 =
        call_simulation(&mut run, "/get_spawnables", &GetSpawnablesRequest::default());
    assert_eq!(answer.spawnables[0].uri, "definitions/jackal.vehicle.xml");
    let answer: LoadWorldResponse = call_simulation(&mut run, "/load_world", &LoadWorldRequest1::default());
    assert_eq!(answer.result.result, Outcome::FEATURE_UNSUPPORTED, "this library has no other worlds");
    let features: GetSimulatorFeaturesResponse =
        call_simulation(&mut run, "/get_simulator_features", &GetSimulatorFeaturesRequest::default());
    assert!(!features.features.features.contains(&SimulatorFeatures::WORLD_LOADING));
}

/// The node stays while its run gets another world: topics that both worlds have keep their publishers, others come and
/// go.
#[test]
fn a_node_changes_its_world() {
    let mut run = SmallRun::start("");
    run.step();
    run.change_world(&["r1"], true);
    let mut peer = run.node("test", VendorId::FAST_DDS);
    let odom = subscribe::<Odometry>(&mut peer, "/odom");
    run.step_until(|_| received::<Odometry>(&odom));
    let publishers = peer.wire().matched(odom.guid());

    let features: GetSimulatorFeaturesResponse =
        call_simulation(&mut run, "/get_simulator_features", &GetSimulatorFeaturesRequest::default());
    assert!(features.features.features.contains(&SimulatorFeatures::WORLD_LOADING));
    let uri = |uri: &str| LoadWorldRequest1 { uri: uri.to_string(), ..LoadWorldRequest1::default() };
    let answer: LoadWorldResponse = call_simulation(&mut run, "/load_world", &uri("broken"));
    assert_eq!(answer.result.result, LoadWorldResponse::RESOURCE_PARSE_ERROR);
    assert!(answer.result.error_message.contains("broken:1:2"), "{answer:?}");

    let answer: LoadWorldResponse = call_simulation(&mut run, "/load_world", &uri("r1"));
    assert_eq!((answer.result.result, answer.world.name.as_str()), (Outcome::OK, "yard"), "{answer:?}");
    run.step_until(|_| received::<Odometry>(&odom));
    assert_eq!(peer.wire().matched(odom.guid()), publishers, "the same topic has the same publisher");
    let answer: LoadWorldResponse = call_simulation(&mut run, "/load_world", &uri("r1 r2"));
    assert_eq!(answer.result.result, Outcome::OK, "{answer:?}");
    run.step_until(|_| peer.wire().matched(odom.guid()).is_empty().then_some(()));
    let second = subscribe::<Odometry>(&mut peer, "/r2/odom");
    run.step_until(|_| received::<Odometry>(&second));
}

#[test]
fn steps_are_an_action_with_feedback_and_can_be_cancelled() {
    let mut run = SmallRun::start("");
    let mut peer = run.node("test", VendorId::FAST_DDS);
    let feedback = subscribe::<SimulateStepsFeedbackMessage>(&mut peer, "/simulate_steps/_action/feedback");
    let latched = Qos::latched(1);
    let status = peer.subscription("/simulate_steps/_action/status", GoalStatusArray::DESCRIPTION, &latched);
    let status = status.expect("a reader");
    let act = "/simulate_steps/_action";
    let send = |run: &mut SmallRun, id: u8, steps: u64| -> bool {
        let goal = SimulateStepsGoal { steps };
        let request = SimulateStepsSendGoalRequest { goal_id: Uuid { uuid: [id; 16] }, goal };
        let answer: SimulateStepsSendGoalResponse =
            call_simulation(run, &format!("{act}/send_goal"), &request);
        answer.accepted
    };
    let result = |run: &mut SmallRun, id: u8| -> (i8, u8) {
        let request = SimulateStepsGetResultRequest { goal_id: Uuid { uuid: [id; 16] } };
        let answer: SimulateStepsGetResultResponse =
            call_simulation(run, &format!("{act}/get_result"), &request);
        (answer.status, answer.result.result.result)
    };
    assert!(send(&mut run, 1, 3), "the goal itself is good");
    assert_eq!(
        result(&mut run, 1),
        (GoalStatus::ABORTED, Outcome::OPERATION_FAILED),
        "the run is not paused"
    );

    let request = SetSimulationStateRequest { state: SimulationState { state: SimulationState::PAUSED } };
    let answer: SetSimulationStateResponse = call_simulation(&mut run, "/set_simulation_state", &request);
    assert_eq!(answer.result.result, Outcome::OK);
    let before = run.tick;
    assert!(send(&mut run, 2, 5));
    assert_eq!(result(&mut run, 2), (GoalStatus::SUCCEEDED, Outcome::OK));
    assert_eq!(run.tick, before + 5);
    let reported: Vec<_> =
        std::iter::from_fn(|| received::<SimulateStepsFeedbackMessage>(&feedback)).collect();
    assert_eq!(reported.last().map(|it| it.feedback.remaining_steps), Some(0));
    assert_eq!(reported.last().map(|it| it.feedback.completed_steps), Some(5));

    assert!(!send(&mut run, 3, 0), "no steps");
    assert!(send(&mut run, 4, 1_000_000));
    assert!(!send(&mut run, 5, 1), "one goal at a time");
    let goal_info = GoalInfo { goal_id: Uuid { uuid: [4; 16] }, ..GoalInfo::default() };
    let request = CancelGoalRequest { goal_info };
    let answer: CancelGoalResponse = call_simulation(&mut run, &format!("{act}/cancel_goal"), &request);
    assert_eq!((answer.return_code, answer.goals_canceling.len()), (CancelGoalResponse::NONE, 1));
    assert_eq!(result(&mut run, 4).0, GoalStatus::CANCELED);
    let answer: CancelGoalResponse = call_simulation(&mut run, &format!("{act}/cancel_goal"), &request);
    assert_eq!(answer.return_code, CancelGoalResponse::GOAL_TERMINATED);
    assert_eq!(result(&mut run, 9).0, GoalStatus::UNKNOWN);
    let statuses = std::iter::from_fn(|| received::<GoalStatusArray>(&status)).last().expect("statuses");
    let statuses: Vec<i8> = statuses.status_list.iter().map(|it| it.status).collect();
    assert_eq!(statuses, [GoalStatus::ABORTED, GoalStatus::SUCCEEDED, GoalStatus::CANCELED]);
}
