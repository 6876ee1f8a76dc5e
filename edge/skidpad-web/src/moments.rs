//! The time line: moments of the run to look at and to return to, and the set points that viewers gave along it.

use crate::contract::{GivenSetPoint, SetPoint};
use crate::session::RunViewers;
use skidpad_link::{Client, Control, Interest, Outcome, RunHandle, SensorChoice, StepRate};
use skidpad_messages::Observations;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A moment is kept this often.
const PERIOD: Duration = Duration::from_millis(500);
/// Most moments: four minutes at real time before old ones are thinned out.
const MOST: usize = 480;
/// Most bytes of the moments of the time line.
const MOST_BYTES: usize = 192 << 20;
/// Most time lines that were left and can be returned to.
const MOST_LEFT: usize = 4;
/// Most bytes of the moments with a name.
const MOST_NAMED_BYTES: usize = 64 << 20;
/// Most moments with a name.
const MOST_NAMED: usize = 32;
/// Most set points of a vehicle that are kept.
const MOST_SET_POINTS: usize = 1000;

/// A moment of the run.
#[derive(Clone)]
pub(crate) struct Moment {
    /// The observations.
    pub(crate) seen: Arc<Observations>,
    /// The state, to return to.
    pub(crate) snapshot: Arc<[u8]>,
}

impl Moment {
    /// What it takes [bytes], nearly.
    fn weight_bytes(&self) -> usize {
        let seen = &*self.seen;
        let wheels: usize = seen.vehicles.iter().map(|vehicle| vehicle.wheels.len()).sum();
        let bodies = seen.vehicles.len() + seen.blocks.len() + seen.actors.len() + seen.objects.len();
        self.snapshot.len() + 512 * bodies + 512 * wheels + 256 * seen.events.len() + 512
    }
}

/// The moments kept.
#[derive(Default)]
pub(crate) struct Moments {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    line: BTreeMap<u64, Moment>,
    /// What viewers asked of the vehicles along the line.
    set_points: SetPoints,
    /// Step of the last moment; an earlier one means that time was set back.
    last_step: u64,
    named: BTreeMap<String, Moment>,
    /// Time lines that a reset or a branch left, the latest last.
    left: Vec<LeftLine>,
    /// Increases with every change of the line.
    version: u64,
    /// How often time was set back or forth: a snapshot that was asked for before the last time is of another line.
    jump_count: u64,
}

/// A time line that was left: its moments by step, and its set points.
struct LeftLine {
    moments: BTreeMap<u64, Moment>,
    set_points: SetPoints,
}

/// Set points by vehicle and step.
type SetPoints = BTreeMap<u32, BTreeMap<u64, SetPoint>>;

impl Moments {
    fn locked(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Add a moment that was asked for when time had jumped this often, unless it has jumped again since.
    fn add_unless_left(&self, jump_count: u64, moment: Moment) {
        // Under one lock: time may jump at any moment.
        let mut kept = self.locked();
        if kept.jump_count == jump_count {
            kept.add(moment);
        }
    }

    #[cfg(test)]
    fn add(&self, moment: Moment) {
        self.locked().add(moment);
    }

    /// How often time was set back or forth.
    fn jump_count(&self) -> u64 {
        self.locked().jump_count
    }

    /// Time is set back to a step, as the run has been told. The line so far is kept for `undo`; its moments after the step leave the line.
    pub(crate) fn cut_after(&self, step: u64) {
        let mut kept = self.locked();
        let left = LeftLine { moments: kept.line.clone(), set_points: kept.set_points.clone() };
        kept.left.push(left);
        if kept.left.len() > MOST_LEFT {
            kept.left.remove(0);
        }
        kept.line.split_off(&(step + 1));
        for given in kept.set_points.values_mut() {
            given.split_off(&(step + 1));
        }
        kept.last_step = step;
        kept.jump_count += 1;
        kept.thin_out();
    }

    /// The exact end of the line that was left last.
    pub(crate) fn end_left_line(&self, moment: Moment) {
        let mut kept = self.locked();
        if let Some(line) = kept.left.last_mut() {
            line.moments.insert(moment.seen.step, moment);
        }
    }

    /// Make the line that was left last the present one, and tell the run to go to its end. `None` if there is none.
    pub(crate) fn undo<T>(&self, go_to: impl FnOnce(Moment) -> T) -> Option<T> {
        let mut kept = self.locked();
        let line = kept.left.pop()?;
        let end = line.moments.values().next_back()?.clone();
        kept.jump_count += 1;
        (kept.line, kept.set_points) = (line.moments, line.set_points);
        kept.last_step = end.seen.step;
        kept.version += 1;
        Some(go_to(end))
    }

    /// Whether there is a line to return to.
    pub(crate) fn can_undo(&self) -> bool {
        self.locked().left.last().is_some_and(|line| !line.moments.is_empty())
    }

    /// A viewer gave a vehicle a set point, which this step is the first to take.
    pub(crate) fn add_set_point(&self, step: u64, vehicle: u32, set_point: SetPoint) {
        let mut kept = self.locked();
        let given = kept.set_points.entry(vehicle).or_default();
        given.insert(step, set_point);
        if given.len() > MOST_SET_POINTS {
            given.pop_first();
        }
    }

    /// The set points that vehicles have from viewers at the end of the line.
    pub(crate) fn set_points(&self) -> Vec<GivenSetPoint> {
        let kept = self.locked();
        let last = kept
            .set_points
            .iter()
            .filter_map(|(vehicle, given)| Some((*vehicle, given.values().next_back()?)));
        last.map(|(vehicle, drive)| GivenSetPoint { vehicle, drive: *drive }).collect()
    }

    /// Changes with every change of the line.
    pub(crate) fn version(&self) -> u64 {
        self.locked().version
    }

    pub(crate) fn name(&self, name: &str, moment: Moment) -> Result<(), String> {
        let mut kept = self.locked();
        if kept.named.len() >= MOST_NAMED && !kept.named.contains_key(name) {
            return Err(format!("no more than {MOST_NAMED} moments can have a name"));
        }
        let others = kept.named.iter().filter(|(known, _)| *known != name);
        let held: usize = others.map(|(_, moment)| moment.weight_bytes()).sum();
        if held + moment.weight_bytes() > MOST_NAMED_BYTES {
            let most = MOST_NAMED_BYTES >> 20;
            return Err(format!("the moments with a name would take more than {most} MB"));
        }
        kept.named.insert(name.to_string(), moment);
        Ok(())
    }

    pub(crate) fn named(&self, name: &str) -> Option<Moment> {
        self.locked().named.get(name).cloned()
    }

    /// The names in use.
    pub(crate) fn names(&self) -> Vec<String> {
        self.locked().named.keys().cloned().collect()
    }

    /// The moment nearest to a step.
    pub(crate) fn nearest(&self, step: u64) -> Option<Moment> {
        let kept = self.locked();
        let before = kept.line.range(..=step).next_back();
        let after = kept.line.range(step..).next();
        let nearest = before.into_iter().chain(after).min_by_key(|(at, _)| at.abs_diff(step));
        nearest.map(|(_, moment)| moment.clone())
    }

    /// First and last step kept, and how many there are.
    pub(crate) fn span(&self) -> Option<(u64, u64, usize)> {
        let kept = self.locked();
        let (first, last) = (kept.line.keys().next()?, kept.line.keys().next_back()?);
        Some((*first, *last, kept.line.len()))
    }

    pub(crate) fn steps(&self) -> Vec<u64> {
        self.locked().line.keys().copied().collect()
    }
}

impl Kept {
    /// Add a moment. One before the last starts another branch: the old one is forgotten.
    fn add(&mut self, moment: Moment) {
        if moment.seen.step < self.last_step {
            self.line.clear();
            self.set_points.clear();
        }
        self.last_step = moment.seen.step;
        self.line.insert(moment.seen.step, moment);
        self.thin_out();
    }

    /// When there are too many, drop what leaves the smallest gap in simulated time: the past grows sparse, not short,
    /// and evenly so, however fast the run was. Lines that were left go first.
    fn thin_out(&mut self) {
        self.version += 1;
        let mut size = self.size();
        while size > MOST_BYTES && !self.left.is_empty() {
            self.left.remove(0);
            size = self.size();
        }
        while self.line.len() > 1 && (self.line.len() > MOST || size > MOST_BYTES) {
            let steps: Vec<u64> = self.line.keys().copied().collect();
            let gaps = steps.windows(3).map(|near| (near[2] - near[0], near[1]));
            let step = gaps.min().map_or(steps[0], |(_, step)| step);
            size -= self.line.remove(&step).map_or(0, |moment| moment.weight_bytes());
        }
    }

    /// Bytes of all moments; those that a left line shares with the present one are counted once.
    fn size(&self) -> usize {
        let is_shared = |step: &u64, moment: &Moment| {
            self.line.get(step).is_some_and(|it| Arc::ptr_eq(&it.snapshot, &moment.snapshot))
        };
        let left = self.left.iter().flat_map(|line| &line.moments);
        let left = left.filter(|(step, moment)| !is_shared(step, moment));
        left.chain(&self.line).map(|(_, moment)| moment.weight_bytes()).sum()
    }
}

/// Keeps a moment of a run twice a second of wall time.
pub struct MomentKeeper {
    client: Client,
    moments: Arc<Moments>,
    last_step: Option<u64>,
    asked: AskedSnapshots,
}

/// How often time had jumped when each snapshot was asked for that has not come yet, by the number of the request.
#[derive(Default)]
struct AskedSnapshots(BTreeMap<u64, u64>);

impl AskedSnapshots {
    /// What was noted when the request of this number was made. Requests are answered in their order.
    fn answered(&mut self, number: u64) -> Option<u64> {
        let later = self.0.split_off(&number.saturating_add(1));
        std::mem::replace(&mut self.0, later).remove(&number)
    }
}

impl MomentKeeper {
    /// Keep moments for the viewers of a run; `None` for a run that takes no more clients.
    pub fn connect(handle: &RunHandle, viewers: &RunViewers) -> Option<MomentKeeper> {
        let interest = Interest { rate: StepRate::EveryWall(PERIOD), sensors: SensorChoice::None };
        let client = handle.connect("time line", interest).ok()?;
        Some(MomentKeeper {
            client,
            moments: Arc::clone(&viewers.moments),
            last_step: None,
            asked: AskedSnapshots::default(),
        })
    }

    /// Take what the run has sent, and ask for the next snapshot. Returns true at the end of the run.
    pub fn update(&mut self) -> bool {
        let delivery = self.client.take();
        for answer in delivery.answers {
            let jump_count = self.asked.answered(answer.number);
            if let (Some(jump_count), Outcome::Snapshot { bytes, seen }) = (jump_count, answer.outcome) {
                self.last_step = Some(seen.step);
                self.moments.add_unless_left(jump_count, Moment { seen, snapshot: bytes });
            }
        }
        // A paused run has nothing new to keep.
        if let Some(step) = delivery.steps.last()
            && self.last_step != Some(step.observations.step)
        {
            let jump_count = self.moments.jump_count();
            if let Ok(number) = self.client.control(Control::Snapshot) {
                self.asked.0.insert(number, jump_count);
            }
        }
        delivery.is_last
    }
}

/// Keep moments of the run until it ends.
#[cfg(feature = "server")]
pub(crate) async fn keep_moments(mut keeper: MomentKeeper) {
    let bell = Arc::new(tokio::sync::Notify::new());
    let rung = Arc::clone(&bell);
    keeper.client.on_arrival(move || rung.notify_one());
    loop {
        bell.notified().await;
        if keeper.update() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(step: u64, size: usize) -> Moment {
        let seen = Observations { step, ..Observations::default() };
        Moment { seen: Arc::new(seen), snapshot: Arc::from(vec![0; size]) }
    }

    #[test]
    fn the_nearest_moment_is_found() {
        let moments = Moments::default();
        assert!(moments.nearest(3).is_none());
        [0, 100, 200].into_iter().for_each(|step| moments.add(moment(step, 1)));
        let nearest = |step| moments.nearest(step).unwrap().seen.step;
        assert_eq!(
            [nearest(0), nearest(49), nearest(51), nearest(100), nearest(9999)],
            [0, 0, 100, 100, 200]
        );
    }

    #[test]
    fn a_new_branch_forgets_the_old_one() {
        let moments = Moments::default();
        [0, 100, 200, 300].into_iter().for_each(|step| moments.add(moment(step, 1)));
        moments.cut_after(100);
        moments.add(moment(150, 1));
        assert_eq!(moments.steps(), [0, 100, 150]);
        moments.add(moment(20, 1));
        assert_eq!(moments.steps(), [20], "another client set time back");
    }

    #[test]
    fn the_past_grows_sparse_not_short_and_memory_is_bounded() {
        let moments = Moments::default();
        (0..5000).for_each(|i| moments.add(moment(i * 100, 1 << 20)));
        let steps = moments.steps();
        assert!(steps.len() <= 192, "{}", steps.len());
        assert_eq!((steps[0], *steps.last().unwrap()), (0, 499_900));
        let huge = Moments::default();
        (0..5).for_each(|step| huge.add(moment(step, 150 << 20)));
        assert_eq!(huge.steps(), [4], "two of them would be more than fits");
    }

    #[test]
    fn what_was_seen_counts() {
        let seen = Observations { blocks: vec![Default::default(); 1000], ..Observations::default() };
        let moment = Moment { seen: Arc::new(seen), snapshot: Arc::from(vec![0; 1000]) };
        assert!(moment.weight_bytes() > 500_000);
    }

    #[test]
    fn the_past_is_even_in_simulated_time_however_fast_the_run_was() {
        let moments = Moments::default();
        (0..400).for_each(|i| moments.add(moment(i * 100, 1)));
        (1..400).for_each(|i| moments.add(moment(39_900 + i * 10_000, 1)));
        let steps = moments.steps();
        let fast = steps.iter().filter(|step| **step > 39_900).count();
        assert!(fast > 380, "the long part of the time line has most of the moments, not {fast}");
        assert_eq!((steps[0], *steps.last().unwrap()), (0, 4_029_900));
    }

    #[test]
    fn a_line_that_was_left_comes_back_with_its_end() {
        let moments = Moments::default();
        [0, 100, 200, 300].into_iter().for_each(|step| moments.add(moment(step, 1)));
        assert!(!moments.can_undo());
        moments.cut_after(0);
        moments.end_left_line(moment(333, 1));
        moments.add(moment(50, 1));
        assert_eq!(moments.steps(), [0, 50]);
        assert!(moments.can_undo());
        assert_eq!(moments.undo(|end| end.seen.step), Some(333));
        assert_eq!(moments.steps(), [0, 100, 200, 300, 333]);
        assert!(moments.undo(|_| ()).is_none());
    }

    #[test]
    fn a_snapshot_that_comes_late_is_not_part_of_another_line() {
        let moments = Moments::default();
        [0, 100, 200].into_iter().for_each(|step| moments.add(moment(step, 1)));
        let before = moments.jump_count();
        moments.cut_after(0);
        moments.add_unless_left(before, moment(250, 1));
        assert_eq!(moments.steps(), [0], "it is of the line that was left");
        let reset = moments.jump_count();
        moments.undo(|_| ());
        moments.add_unless_left(reset, moment(1, 1));
        assert_eq!(moments.steps(), [0, 100, 200], "it is of the line that was undone");
        moments.add_unless_left(moments.jump_count(), moment(300, 1));
        assert_eq!(moments.steps(), [0, 100, 200, 300]);
    }

    #[test]
    fn each_snapshot_is_of_the_line_on_which_it_was_asked_for() {
        let mut asked = AskedSnapshots(BTreeMap::from([(3, 0), (5, 0), (8, 1)]));
        assert_eq!(
            [5, 3, 6, 8, 8].map(|number| asked.answered(number)),
            [Some(0), None, None, Some(1), None]
        );
    }

    #[test]
    fn set_points_belong_to_their_time_line() {
        let moments = Moments::default();
        let driven = || moments.set_points().into_iter().map(|it| (it.vehicle, it.drive)).collect::<Vec<_>>();
        let twist = |speed| SetPoint::Twist([speed, 0.0, 0.0]);
        [0, 100, 200].into_iter().for_each(|step| moments.add(moment(step, 1)));
        moments.add_set_point(50, 0, twist(1.0));
        moments.add_set_point(150, 0, twist(2.0));
        moments.add_set_point(160, 3, twist(3.0));
        assert_eq!(driven(), [(0, twist(2.0)), (3, twist(3.0))]);
        moments.cut_after(100);
        assert_eq!(driven(), [(0, twist(1.0))]);
        moments.undo(|_| ());
        assert_eq!(driven(), [(0, twist(2.0)), (3, twist(3.0))]);
        moments.cut_after(0);
        assert_eq!(driven(), []);
        (0..5000).for_each(|step| moments.add_set_point(step, 0, twist(1.0)));
        assert_eq!(moments.locked().set_points[&0].len(), MOST_SET_POINTS);
    }

    #[test]
    fn names_are_few() {
        let moments = Moments::default();
        for i in 0..40 {
            assert_eq!(moments.name(&format!("n{i}"), moment(i, 1)).is_ok(), i < 32);
        }
        assert!(moments.name("n3", moment(99, 1)).is_ok());
        assert_eq!(moments.named("n3").unwrap().seen.step, 99);
        let moments = Moments::default();
        let outcomes = ["a", "b", "c"].map(|name| moments.name(name, moment(1, 30 << 20)).is_ok());
        assert_eq!(outcomes, [true, true, false], "names have a budget of bytes");
        assert!(moments.name("b", moment(2, 30 << 20)).is_ok(), "one that is replaced does not count");
    }
}
