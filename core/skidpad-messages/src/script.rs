//! Commands written in a file, one per line, each with its time.
//!
//! ```text
//! # time  [vehicle]  what
//! 0       twist 1 0.5          forward speed [m/s], yaw rate [rad/s]
//! 1       twist 1 0.2 0.5      forward speed, speed to the left [m/s], yaw rate [rad/s]
//! 2.5 r2  raw -3 -3            torques left, right [N·m], negative drives forward
//! 3       rawack -9 -9 0.1     torques and steering angle [rad]
//! 3       rawdt -40 0.1        engine torque and steering angle
//! 4       fsteer 2 0.1         speed and steering angle
//! 4       wheels 9 9 9 9 0.1   torques front left, front right, rear left, rear right, positive forward,
//!                              and steering angle: a race car
//! 5       roll                 every wheel spins as if the vehicle had been rolling
//! 6       brake 0.5            brake pedal, from 0 (released) to 1
//! 7       handbrake 1          hand brake, from 0 to 1
//! 8       reset                the world is back at its initial state; the lines after it go on
//! ```
//!
//! A line applies before the step that starts at its time, to the first vehicle unless a name follows the time.

use crate::{Brake, Commands, Drive, Request, Roster, VehicleId};
use skidpad_math::Twist2;
use std::fmt;

/// The lines of a command file, in order of time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CommandScript {
    /// The lines; those of equal time in the order of the file.
    pub lines: Vec<ScriptLine>,
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptLine {
    /// Line of the file, from 1.
    pub line: u32,
    /// When [ns].
    pub time_ns: u64,
    /// Which vehicle; the first when none is named.
    pub vehicle: Option<String>,
    /// What.
    pub action: ScriptAction,
}

/// What a line asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ScriptAction {
    /// A new set point.
    Drive(Drive),
    /// Wheels spin as if the vehicle had been rolling.
    RollWheels,
    /// A brake is pressed or released.
    Brake(Brake),
    /// The world goes back to its initial state.
    Reset,
}

/// What is wrong with a command file, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptProblem {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, counted in characters.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ScriptProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ScriptProblem {}

/// The kinds of lines: keyword, names of the numbers that follow. A keyword may have two forms.
const KINDS: [(&str, &[&str]); 11] = [
    ("twist", &["v", "w"]),
    ("twist", &["v_x", "v_y", "w"]),
    ("raw", &["left", "right"]),
    ("rawack", &["left", "right", "steer"]),
    ("rawdt", &["torque", "steer"]),
    ("fsteer", &["v", "steer"]),
    ("wheels", &["fl", "fr", "rl", "rr", "steer"]),
    ("roll", &[]),
    ("brake", &["share"]),
    ("handbrake", &["share"]),
    ("reset", &[]),
];

impl CommandScript {
    /// Read a command file. All problems are reported at once.
    pub fn parse(text: &str) -> Result<CommandScript, Vec<ScriptProblem>> {
        let mut lines = Vec::new();
        let mut problems = Vec::new();
        for (line, content) in (1u32..).zip(text.lines()) {
            let words = words_of(content);
            if words.is_empty() {
                continue;
            }
            match parse_line(line, &words, content) {
                Ok(parsed) => lines.push(parsed),
                Err(problem) => problems.push(problem),
            }
        }
        lines.sort_by_key(|line: &ScriptLine| line.time_ns);
        if problems.is_empty() { Ok(CommandScript { lines }) } else { Err(problems) }
    }

    /// Find the vehicles that lines name. All unknown names are reported at once.
    pub fn cast(&self, roster: &Roster) -> Result<ScriptPlayer, Vec<ScriptProblem>> {
        let mut due = Vec::new();
        let mut problems = Vec::new();
        for line in &self.lines {
            let vehicle = match &line.vehicle {
                // It is the world that is reset, whoever drives in it.
                None if line.action == ScriptAction::Reset => Some(VehicleId(0)),
                None => (!roster.vehicles.is_empty()).then_some(VehicleId(0)),
                Some(name) => roster.vehicle(name),
            };
            match vehicle {
                Some(vehicle) => due.push((line.time_ns, line.action.request(vehicle))),
                None => problems.push(ScriptProblem {
                    line: line.line,
                    column: 1,
                    message: match &line.vehicle {
                        Some(name) => format!("the world has no vehicle named {name:?}"),
                        None => "the world has no vehicle".to_string(),
                    },
                }),
            }
        }
        if problems.is_empty() { Ok(ScriptPlayer { due, next: 0 }) } else { Err(problems) }
    }
}

impl ScriptAction {
    fn request(self, vehicle: VehicleId) -> Request {
        match self {
            ScriptAction::Drive(drive) => Request::Drive { vehicle, drive },
            ScriptAction::RollWheels => Request::RollWheels { vehicle },
            ScriptAction::Brake(brake) => Request::Brake { vehicle, brake },
            ScriptAction::Reset => Request::Reset,
        }
    }
}

/// A command file being played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScriptPlayer {
    due: Vec<(u64, Request)>,
    next: usize,
}

impl ScriptPlayer {
    /// Add the requests due before the step that starts at `time_ns`.
    pub fn play(&mut self, time_ns: u64, commands: &mut Commands) {
        while let Some((due_ns, request)) = self.due.get(self.next) {
            if *due_ns > time_ns {
                break;
            }
            self.next += 1;
            commands.request(request.clone());
        }
    }

    /// Time of the last line [ns]; none for an empty file.
    pub fn end_ns(&self) -> Option<u64> {
        self.due.last().map(|(time_ns, _)| *time_ns)
    }
}

/// Words with their columns, up to a `#`.
fn words_of(content: &str) -> Vec<(u32, &str)> {
    let content = content.split('#').next().unwrap_or_default();
    let mut words = Vec::new();
    let mut start = None;
    for (column, (byte, character)) in (1u32..).zip(content.char_indices()) {
        match (character.is_whitespace(), start) {
            (false, None) => start = Some((column, byte)),
            (true, Some((at, from))) => {
                words.push((at, &content[from..byte]));
                start = None;
            }
            _ => {}
        }
    }
    if let Some((at, from)) = start {
        words.push((at, &content[from..]));
    }
    words
}

fn parse_line(line: u32, words: &[(u32, &str)], content: &str) -> Result<ScriptLine, ScriptProblem> {
    let problem = |column: u32, message: String| ScriptProblem { line, column, message };
    let end = || u32::try_from(content.chars().count()).unwrap_or(u32::MAX).saturating_add(1);

    let (column, time) = words[0];
    let time_s: f64 =
        time.parse().map_err(|_| problem(column, format!("{time:?} is not a time in seconds")))?;
    if !(0.0..=1e9).contains(&time_s) {
        return Err(problem(column, format!("the time {time} must be from 0 to 1e9 seconds")));
    }
    let kind_of = |word: Option<&(u32, &str)>| {
        let &(_, word) = word?;
        KINDS.iter().find(|(keyword, _)| *keyword == word)
    };
    // A vehicle may bear the name of a keyword; then a keyword follows it.
    let named = words.len() > 1 && (kind_of(words.get(1)).is_none() || kind_of(words.get(2)).is_some());
    let vehicle = named.then(|| words[1].1.to_string());
    let rest = &words[if named { 2 } else { 1 }..];

    let Some((keyword, usual_names)) = kind_of(rest.first()) else {
        let mut known: Vec<&str> = KINDS.iter().map(|(keyword, _)| *keyword).collect();
        known.dedup();
        let column = rest.first().map_or_else(end, |word| word.0);
        return Err(problem(column, format!("expected one of {}", known.join(", "))));
    };
    let has_as_many = |(kind, names): &&(&str, &[&str])| kind == keyword && names.len() + 1 == rest.len();
    let names = KINDS.iter().find(has_as_many).map_or(*usual_names, |(_, names)| *names);
    let mut numbers = [0.0; 5];
    for (index, name) in names.iter().enumerate() {
        let Some(&(column, word)) = rest.get(index + 1) else {
            return Err(problem(end(), format!("{keyword} needs {}: {name} is missing", names.join(" "))));
        };
        numbers[index] = word.parse().map_err(|_| problem(column, format!("{word:?} is not a number")))?;
    }
    if let Some(&(column, word)) = rest.get(names.len() + 1) {
        return Err(problem(
            column,
            format!("{word:?} is too much: {keyword} takes {} numbers", names.len()),
        ));
    }
    let action = action_of(keyword, &numbers[..names.len()]);
    if named && action == ScriptAction::Reset {
        return Err(problem(words[1].0, "reset takes no vehicle: it resets the world".to_string()));
    }
    // Checked as written, so that a refusal shows the number of the file.
    action.request(VehicleId(0)).check().map_err(|refusal| problem(rest[0].0, refusal.to_string()))?;
    let action = match action {
        ScriptAction::Drive(drive) => ScriptAction::Drive(drive.with_mvsim_sign()),
        ScriptAction::RollWheels | ScriptAction::Brake(_) | ScriptAction::Reset => action,
    };
    Ok(ScriptLine { line, time_ns: (time_s * 1e9).round() as u64, vehicle, action })
}

/// What a line says, raw torques with MVSim's sign.
fn action_of(keyword: &str, numbers: &[f64]) -> ScriptAction {
    ScriptAction::Drive(match (keyword, numbers) {
        ("twist", &[v, w]) => Drive::Twist(Twist2::new(v, 0.0, w)),
        ("twist", &[v_x, v_y, w]) => Drive::Twist(Twist2::new(v_x, v_y, w)),
        ("raw", &[left_nm, right_nm]) => Drive::Torques { left_nm, right_nm },
        ("rawack", &[left_nm, right_nm, steer_rad]) => {
            Drive::TorquesAndSteer { left_nm, right_nm, steer_rad }
        }
        ("rawdt", &[torque_nm, steer_rad]) => Drive::EngineAndSteer { torque_nm, steer_rad },
        ("fsteer", &[speed_mps, steer_rad]) => Drive::SpeedAndSteer { speed_mps, steer_rad },
        ("wheels", &[fl, fr, rl, rr, steer_rad]) => {
            Drive::WheelTorquesAndSteer { torques_nm: [fl, fr, rl, rr], steer_rad }
        }
        ("brake", &[share]) => return ScriptAction::Brake(Brake::Pedal(share)),
        ("handbrake", &[share]) => return ScriptAction::Brake(Brake::Hand(share)),
        ("reset", _) => return ScriptAction::Reset,
        _ => return ScriptAction::RollWheels,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VehicleEntry;

    fn problem(text: &str) -> String {
        let problems = CommandScript::parse(text).expect_err("must not parse");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn problems_name_line_and_column() {
        assert_eq!(problem("0 twist 1"), "1:10: twist needs v w: w is missing");
        assert_eq!(problem("# hello\n  0 twist 1 x"), "2:13: \"x\" is not a number");
        assert_eq!(problem("soon twist 1 1"), "1:1: \"soon\" is not a time in seconds");
        assert_eq!(problem("-1 roll"), "1:1: the time -1 must be from 0 to 1e9 seconds");
        assert_eq!(problem("1 raw 1 2 3"), "1:11: \"3\" is too much: raw takes 2 numbers");
        assert_eq!(
            problem("1 r1 jump"),
            "1:6: expected one of twist, raw, rawack, rawdt, fsteer, wheels, roll, brake, handbrake, reset"
        );
        assert_eq!(problem("0 twist nan 0"), "1:3: speed is NaN; it must be within ±10000 m/s");
        assert!(problem("1").starts_with("1:2: expected one of twist, raw, "));
        assert_eq!(problem("0 r1 reset"), "1:3: reset takes no vehicle: it resets the world");
        assert_eq!(problem("0 brake 2"), "1:3: brake is 2; it must be from 0 to 1");
        assert_eq!(problem("0 roll 1\nx roll").lines().count(), 2);
        assert_eq!(problem("0 wheels 1 2 3 4"), "1:17: wheels needs fl fr rl rr steer: steer is missing");
    }

    #[test]
    fn a_twist_may_have_a_speed_to_the_left() {
        let twist = |text: &str| CommandScript::parse(text).unwrap().lines[0].action;
        let expected = |v_x, v_y, w| ScriptAction::Drive(Drive::Twist(Twist2::new(v_x, v_y, w)));
        assert_eq!(twist("0 twist 1 0.5"), expected(1.0, 0.0, 0.5));
        assert_eq!(twist("0 twist 1 -0.2 0.5"), expected(1.0, -0.2, 0.5));
        assert_eq!(problem("0 twist 1 2 3 4"), "1:13: \"3\" is too much: twist takes 2 numbers");
    }

    #[test]
    fn four_torques_go_to_four_wheels() {
        let script = CommandScript::parse("0 wheels 1 2 3 4 0.5").unwrap();
        let drive = Drive::WheelTorquesAndSteer { torques_nm: [1.0, 2.0, 3.0, 4.0], steer_rad: 0.5 };
        assert_eq!(script.lines[0].action, ScriptAction::Drive(drive));
    }

    #[test]
    fn raw_torques_of_a_file_are_negative_forward() {
        let drive = |text: &str| CommandScript::parse(text).unwrap().lines[0].action;
        let forward = [
            ("0 raw -3 -4", Drive::Torques { left_nm: 3.0, right_nm: 4.0 }),
            ("0 rawack -3 -4 0.1", Drive::TorquesAndSteer { left_nm: 3.0, right_nm: 4.0, steer_rad: 0.1 }),
            ("0 rawdt -3 0.1", Drive::EngineAndSteer { torque_nm: 3.0, steer_rad: 0.1 }),
        ];
        for (text, expected) in forward {
            assert_eq!(drive(text), ScriptAction::Drive(expected));
        }
        assert!(problem("0 raw 0 -2e9").contains("-2000000000"), "a refusal shows what was written");
    }

    #[test]
    fn brakes_and_resets_are_words() {
        let actions = |text: &str| CommandScript::parse(text).unwrap().lines[0].action;
        assert_eq!(actions("1 brake 0.5"), ScriptAction::Brake(Brake::Pedal(0.5)));
        assert_eq!(actions("1 r1 handbrake 1"), ScriptAction::Brake(Brake::Hand(1.0)));
        let reset = CommandScript::parse("1 reset").unwrap();
        let mut player = reset.cast(&Roster::default()).unwrap();
        let mut commands = Commands::NONE;
        player.play(1_000_000_000, &mut commands);
        assert_eq!(commands.iter().next().map(|command| command.request().clone()), Some(Request::Reset));
    }

    #[test]
    fn a_vehicle_may_bear_the_name_of_a_keyword() {
        let script = CommandScript::parse("0 roll roll\n0 roll").unwrap();
        assert_eq!(script.lines[0].vehicle.as_deref(), Some("roll"));
        assert_eq!(script.lines[1].vehicle, None);
    }

    #[test]
    fn lines_play_before_the_step_that_starts_at_their_time() {
        let script = CommandScript::parse("2 twist 1 0.5\n0 r2 raw -1 -2 # go\n").unwrap();
        let entry = |name: &str| VehicleEntry {
            name: name.to_string(),
            wheel_count: 2,
            log_path: String::new(),
            auto_start_recording: false,
        };
        let roster = Roster { vehicles: vec![entry("r1"), entry("r2")], ..Roster::default() };
        let mut player = script.cast(&roster).unwrap();
        assert_eq!(player.end_ns(), Some(2_000_000_000));
        let mut commands = Commands::NONE;
        let mut seen = Vec::new();
        for step in 0..401u64 {
            commands.clear();
            player.play(step * 5_000_000, &mut commands);
            seen.extend(commands.iter().map(|command| (step, command.request().clone())));
        }
        assert_eq!(seen, [(0, VehicleId(1).torques(1.0, 2.0)), (400, VehicleId(0).drive(1.0, 0.5))]);
        assert_eq!(
            CommandScript::parse("0 r9 roll").unwrap().cast(&roster).unwrap_err()[0].to_string(),
            "1:1: the world has no vehicle named \"r9\""
        );
    }
}
