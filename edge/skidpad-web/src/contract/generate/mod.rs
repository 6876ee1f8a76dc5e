//! Generates the TypeScript types and the tables of the documentation, and holds both to the contract.

mod markdown;
mod model;
mod typescript;

use super::binary;
use model::{Direction, Item, Payload, Shape, Type};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// How to renew what is generated.
const COMMAND: &str = "UPDATE_EXPECT=1 cargo test -p skidpad-web contract";

fn parse(source: &str) -> Vec<Item> {
    model::parse(source, Direction::Sent)
}

fn values() -> Vec<Item> {
    parse(include_str!("../values.rs"))
}

fn scene() -> Vec<Item> {
    parse(include_str!("../scene.rs"))
}

fn server() -> Vec<Item> {
    parse(include_str!("../server.rs"))
}

fn client() -> Vec<Item> {
    model::parse(include_str!("../client.rs"), Direction::Received)
}

fn numbers() -> Vec<Item> {
    parse(include_str!("../binary.rs"))
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compare a committed file with what it should be; `UPDATE_EXPECT=1` writes it first.
fn hold(path: &str, expected: &str) {
    let full = repository().join(path);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&full, expected).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(&full).expect("the file can be read");
    assert!(committed == expected, "{path} is out of date; renew it with: {COMMAND}");
}

#[test]
fn contract_of_the_page_is_fresh() {
    let mut text = format!(
        "// Generated from edge/skidpad-web/src/contract; do not edit. Renew it with: {COMMAND}\n\n\
         /** Version of the protocol. */\nexport const PROTOCOL = {};\n\n",
        super::PROTOCOL
    );
    for items in [values(), scene(), client(), server(), numbers()] {
        text += &typescript::types(&items);
    }
    text += &typescript::layouts();
    hold("viewer/src/net/contract.ts", &format!("{}\n", text.trim_end()));
}

#[test]
fn contract_in_the_documentation_is_fresh() {
    const PAGE: &str = "docs/viewer-protocol.md";
    let mut text = std::fs::read_to_string(repository().join(PAGE)).expect("the page");
    for (name, table) in [
        ("scene", markdown::sections(&scene())),
        ("values", markdown::sections(&values())),
        ("client", markdown::sections(&client())),
        ("server", markdown::sections(&server())),
        ("numbers", markdown::sections(&numbers())),
        ("header", markdown::layout(binary::HEADER)),
        ("pose", markdown::layout(binary::POSE_RECORD)),
        ("vehicle", markdown::layout(binary::VEHICLE)),
        ("wheel", markdown::layout(binary::WHEEL)),
        ("contact", markdown::layout(binary::CONTACT)),
    ] {
        let (start, end) = (format!("<!-- generated: {name} -->\n"), "<!-- end of generated -->");
        let from =
            text.find(&start).unwrap_or_else(|| panic!("{PAGE} has no place for {name}")) + start.len();
        let to = from + text[from..].find(end).unwrap_or_else(|| panic!("{PAGE}: {name} has no end"));
        text.replace_range(from..to, &format!("\n{}\n\n", table.trim()));
    }
    hold(PAGE, &text);
}

/// Judges JSON by the model: what serde writes is what the generated types promise.
struct Judge(Vec<Item>);

impl Judge {
    fn new() -> Judge {
        Judge([values(), scene(), server(), client()].into_iter().flatten().collect())
    }

    fn named(&self, name: &str, value: &Value) -> bool {
        let item = self.0.iter().find(|item| item.name == name).unwrap_or_else(|| panic!("no type {name}"));
        match &item.shape {
            Shape::Record(fields) => self.has(fields, value, &[]),
            Shape::Alias(kind) => self.is(kind, value),
            Shape::Words(variants) => variants.iter().any(|it| value == it.name.as_str()),
            Shape::Tagged(tag, variants) => variants.iter().any(|it| {
                value[tag] == it.name.as_str()
                    && match &it.payload {
                        Payload::Nothing => self.has(&[], value, &[tag]),
                        Payload::Fields(fields) => self.has(fields, value, &[tag]),
                        Payload::One(Type::Named(inner)) => {
                            let mut rest = value.clone();
                            rest.as_object_mut().is_some_and(|map| map.remove(tag).is_some())
                                && self.named(inner, &rest)
                        }
                        Payload::One(_) => false,
                    }
            }),
            Shape::Keyed(variants) => variants.iter().any(|it| match &it.payload {
                Payload::One(kind) => {
                    value.as_object().is_some_and(|map| map.len() == 1)
                        && value.get(&it.name).is_some_and(|inner| self.is(kind, inner))
                }
                Payload::Nothing | Payload::Fields(_) => false,
            }),
            Shape::Untagged(variants) => {
                variants.iter().any(|it| matches!(&it.payload, Payload::One(kind) if self.is(kind, value)))
            }
            Shape::Numbers(_) => false,
        }
    }

    /// An object with these keys and no others.
    fn has(&self, fields: &[model::Field], value: &Value, besides: &[&str]) -> bool {
        let Some(map) = value.as_object() else { return false };
        let is_known = |key: &str| besides.contains(&key) || fields.iter().any(|field| field.name == key);
        map.keys().all(|key| is_known(key))
            && fields.iter().all(|field| match map.get(&field.name) {
                Some(inner) => self.is(&field.kind, inner),
                None => field.is_optional,
            })
    }

    fn is(&self, kind: &Type, value: &Value) -> bool {
        match kind {
            Type::Number => value.is_number(),
            Type::Boolean => value.is_boolean(),
            Type::Text => value.is_string(),
            Type::Named(name) => self.named(name, value),
            Type::List(inner) => {
                value.as_array().is_some_and(|list| list.iter().all(|it| self.is(inner, it)))
            }
            Type::Array(inner, length) => value
                .as_array()
                .is_some_and(|list| list.len() == *length && list.iter().all(|it| self.is(inner, it))),
            Type::Nullable(inner) => value.is_null() || self.is(inner, value),
        }
    }
}

/// Compare the model with serde itself, on values that use every rule of it.
#[test]
fn contract_is_what_serde_writes() {
    use super::*;
    let judge = Judge::new();
    let full = sample(true);
    for file in [sample(false), full.clone()] {
        let json = serde_json::to_value(&file).expect("it is serializable");
        assert!(judge.named("SceneFile", &json), "{json:#}");
    }
    let json = serde_json::to_value(&full).expect("it is serializable");
    assert_eq!(json["sky"]["box"], json!([7, 8, 9, 10, 11, 12]));
    assert_eq!(json["frames"][1]["owner"], json!({ "kind": "wheel", "vehicle": 0, "index": 1 }));
    assert_eq!(json["sensors"][0]["vehicle"], Value::Null);
    assert!(json["bodies"][0].get("parameters").is_none());
    let mut wrong = json.clone();
    wrong["vehicles"][0]["color"] = json!([1, 0, 0]);
    assert!(!judge.named("SceneFile", &wrong), "a key that nobody declared");
    let mut wrong = json;
    wrong["vehicles"][0].as_object_mut().expect("an object").remove("steers");
    assert!(!judge.named("SceneFile", &wrong), "a key that is missing");

    let drive = SetPoint::SpeedAndSteer([1.0, 0.1]);
    let written = WrittenFiles { since_ns: 5, file: "a.csv".to_string(), file_count: 2, size_bytes: Some(9) };
    let status = Status {
        step: 1,
        time_ns: 2,
        is_paused: false,
        speed: Speed::Max(MaxSpeed::Max),
        real_time_factor: 1.0,
        missed_deadline_count: 0,
        client_count: 1,
        dropped_count: 0,
        branch: 0,
        moments: None,
        named: vec!["here".to_string()],
        csv: Some(written),
        mcap: None,
        closed: None,
        can_undo: false,
        driven: vec![GivenSetPoint { vehicle: 0, drive: SetPoint::SpeedAndSteer([1.0, 0.0]) }],
        recording: Some(PlaybackPosition { tick: 1, end_tick: 2, differs_at: None }),
    };
    let pose = WorldPose([0.0; 6]);
    let (name, unit) = ("range_m".to_string(), "m".to_string());
    let arrays = vec![ArrayReading { name, unit, count: 2, values: vec![Some(1.0), None] }];
    let imu = ImuReading { acceleration_mps2: [0.0; 3], rate_radps: [0.0; 3] };
    let messages = [
        ServerMessage::Welcome(Welcome {
            protocol: PROTOCOL,
            client: 1,
            revision: 0,
            run: "1f-2".to_string(),
            program: "skidpad".to_string(),
            can: vec![Capability::Seek],
        }),
        ServerMessage::Status(Box::new(status.clone())),
        ServerMessage::Status(Box::new(Status {
            speed: Speed::Factor(2.0),
            moments: Some([0, 5, 2]),
            recording: None,
            ..status
        })),
        ServerMessage::Moments { steps: vec![1, 2] },
        ServerMessage::Drive { vehicle: 0, drive },
        ServerMessage::Event { kind: EventKind::TimedOut, text: "r1".to_string() },
        ServerMessage::Reading(Reading { sensor: 0, time_ns: 1, imu: Some(imu), gnss: None, arrays: None }),
        ServerMessage::Reading(Reading {
            sensor: 0,
            time_ns: 1,
            imu: None,
            gnss: None,
            arrays: Some(arrays),
        }),
        ServerMessage::Selected { id: Some(3), place: String::new(), parameters: Vec::new() },
        ServerMessage::State(State {
            id: None,
            step: 1,
            time_ns: 2,
            tick: 1,
            is_paused: true,
            vehicles: vec![VehicleState { name: "r1".to_string(), pose, twist: [0.0; 3] }],
            blocks: vec![BlockState { name: "b".to_string(), is_present: true, pose }],
        }),
        ServerMessage::Edits(Edits {
            id: Some(4),
            count: 1,
            file: "yard.world.xml".to_string(),
            diff: "-a\n+b\n".to_string(),
            refused: vec![["box1".to_string(), "a loop makes it".to_string()]],
            may_replace: false,
            saved: None,
        }),
        ServerMessage::Done { id: 1 },
        ServerMessage::Refused { id: None, reason: "no".to_string() },
        ServerMessage::SceneChanged { revision: 1 },
        ServerMessage::Goodbye { reason: "over".to_string() },
    ];
    for message in messages {
        let json = serde_json::to_value(&message).expect("it is serializable");
        assert!(judge.named("ServerMessage", &json), "{json:#}");
    }
}

/// What the generated types allow a client to send is what the server reads, and nothing that it refuses.
#[test]
fn contract_is_what_serde_reads() {
    let judge = Judge::new();
    for text in [
        r#"{"type":"hello","protocol":1}"#,
        r#"{"type":"hello","protocol":1,"subscribe":{"rate_hz":10,"sensors":[1]}}"#,
        r#"{"type":"subscribe","poses":true}"#,
        r#"{"type":"play"}"#,
        r#"{"type":"speed","factor":"max"}"#,
        r#"{"type":"speed","factor":0.5}"#,
        r#"{"type":"drive","vehicle":0,"drive":{"torques":[1,2]}}"#,
        r#"{"type":"teleport","body":{"block":1},"pose":[0,0,0,0,0,0]}"#,
        r#"{"type":"spawn","vehicle":{"like":0,"name":"a","pose":[0,0,0,0,0,0]}}"#,
        r#"{"type":"select","body":null}"#,
        r#"{"type":"select"}"#,
        r#"{"type":"record","csv":"start"}"#,
        r#"{"type":"edits"}"#,
        r#"{"type":"edits","save":true,"in_place":true,"expanded":false}"#,
    ] {
        let value: Value = serde_json::from_str(text).expect("it is JSON");
        assert!(judge.named("ClientMessage", &value), "{text}");
        assert!(serde_json::from_str::<super::Request>(text).is_ok(), "{text}");
    }
    for text in [
        r#"{"type":"speed","factor":"min"}"#,
        r#"{"type":"drive","vehicle":0,"drive":{"torques":[1]}}"#,
        r#"{"type":"hello"}"#,
        r#"{"type":"spawn","wall":{}}"#,
    ] {
        let value: Value = serde_json::from_str(text).expect("it is JSON");
        assert!(!judge.named("ClientMessage", &value), "{text}");
        assert!(serde_json::from_str::<super::Request>(text).is_err(), "{text}");
    }
}

/// A scene with one of everything; `is_full` gives every optional key a value.
pub(crate) fn sample(is_full: bool) -> super::SceneFile {
    use super::*;
    let name = || "a".to_string();
    let pose = Pose([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let number = |value: f64| is_full.then_some(value);
    let point = is_full.then_some([0.5; 3]);
    let wheel_owner = FrameOwner::Wheel { vehicle: 0, index: 1 };
    SceneFile {
        protocol: PROTOCOL,
        revision: 0,
        program: name(),
        world: WorldName { name: name(), file: name() },
        step_ns: 5,
        origin_m: [0.0; 3],
        gui: Gui {
            is_orthographic: false,
            show_forces: false,
            show_sensor_points: true,
            force_scale_m_per_n: 0.01,
            field_of_view_rad: 1.0,
            follow_vehicle: name(),
            clip_near_m: 0.1,
            clip_far_m: 100.0,
            camera_distance_m: number(1.0),
            camera_azimuth_rad: number(1.0),
            camera_elevation_rad: number(1.0),
            camera_target_m: point,
        },
        light: Light {
            azimuth_rad: 0.0,
            elevation_rad: 1.0,
            color: [1.0; 3],
            ambient: 0.5,
            diffuse: is_full.then_some(0.5),
            sky_color: is_full.then_some([0.5; 3]),
            ground_color: is_full.then_some([0.5; 3]),
            shadows: true,
            shadow: Shadow {
                map_size: 64,
                near_m: 0.1,
                far_m: 9.0,
                bias: 0.0,
                normal_bias: 0.0,
                reach_per_distance: 2.0,
                least_reach_m: 1.0,
            },
        },
        lamps: vec![Lamp {
            frame: 0,
            position_m: [0.0; 3],
            color: [1.0; 3],
            attenuation: [1.0, 0.0, 0.0],
            range_m: is_full.then_some(5.0),
            axis: is_full.then_some([0.0, 0.0, -1.0]),
            inner_rad: number(0.2),
            outer_rad: number(0.3),
            shadows: true,
        }],
        sky: Sky { zenith: point, horizon: point, r#box: is_full.then_some([7, 8, 9, 10, 11, 12]) },
        frames: [FrameOwner::World, wheel_owner].map(|owner| Frame { name: name(), owner, pose }).to_vec(),
        objects: vec![SceneObject {
            name: name(),
            frame: 0,
            mesh: 0,
            transform: [0.0; 12],
            seen: true,
            faces: Faces::Both,
            glow: is_full.then_some([0.5; 3]),
            casts_shadows: true,
        }],
        vehicles: vec![Vehicle {
            name: name(),
            frame: 1,
            drive: DriveKind::SpeedAndSteer,
            steers: true,
            set_point: is_full.then(|| vec![0.0, 0.0]),
            max_steer_rad: number(0.5),
            has_brake: true,
            com_m: [0.0; 3],
            mass_kg: 1.0,
            start: pose,
            wheels: vec![Wheel { frame: 1, radius_m: 0.1, width_m: 0.1 }],
        }],
        sensors: vec![Sensor {
            name: name(),
            vehicle: None,
            kind: SensorKind::Lidar3d,
            frame: 0,
            pose,
            period_s: 0.1,
            preview: false,
            preview_depth: false,
            show_points: true,
            show_plane: true,
            field_of_view_rad: number(1.0),
            vertical_field_of_view_rad: number(1.0),
            max_range_m: number(10.0),
            ring_count: is_full.then_some(16),
            point_size_px: number(3.0),
            points_rgba: is_full.then_some([1.0; 4]),
            plane_rgba: is_full.then_some([1.0; 4]),
        }],
        shapes: vec![Shape { frame: 1, outline_m: vec![[0.0, 1.0]], z_min_m: 0.0, z_max_m: 1.0 }],
        regions: vec![Region { name: name(), text: name(), outline_m: vec![[0.0, 1.0]], z_m: 0.0 }],
        markers: vec![Marker { color: [1.0; 3], points_m: vec![[0.0; 3]] }],
        joints: vec![Joint {
            frame_a: 0,
            frame_b: 1,
            anchor_a_m: [0.0; 3],
            anchor_b_m: [0.0; 3],
            kind: JointKind::Revolute,
        }],
        bodies: vec![Body {
            kind: BodyKind::Block,
            index: 0,
            name: name(),
            frame: 1,
            can_move: true,
            mass_kg: number(1.0),
            place: name(),
            parameters: vec![Parameter { name: name(), value: name(), place: name() }],
        }],
        warnings: vec![name()],
    }
}
