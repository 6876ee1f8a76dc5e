//! Null pointers, stale handles and wrong numbers give error codes; nothing crashes.

use skidpad_c::*;
use std::ffi::{CStr, CString, c_void};
use std::ptr::{null, null_mut};

const WORLD: &CStr = c"<mvsim_world version='1.0'>
    <vehicle name='r1'><dynamics class='differential'><controller class='twist_pid'><KP>4</KP><KI>3</KI><KD>0</KD>
        <max_torque>20</max_torque></controller></dynamics><init_pose>0 0 ${heading|30}</init_pose>
        <sensor class='laser' name='laser1'><fov_degrees>90</fov_degrees><nrays>31</nrays></sensor>
        <sensor class='imu' name='imu1'/></vehicle>
    <block name='wall'><init_pose>4 2 30</init_pose><static>true</static></block>
</mvsim_world>";

fn last_error() -> String {
    // SAFETY: a text of this thread, which no call changes meanwhile.
    unsafe { CStr::from_ptr(skidpad_last_error()) }.to_string_lossy().into_owned()
}

/// A simulation that is freed at the end of a test.
struct Loaded(*mut SkidpadSimulation);

impl Loaded {
    fn new(options: *const SkidpadOptions) -> Loaded {
        let mut handle = null_mut();
        // SAFETY: a text with a zero byte, options of the test or null, a variable.
        let status = unsafe { skidpad_load_text(WORLD.as_ptr(), options, &raw mut handle) };
        assert_eq!(status, SkidpadStatus::Ok, "{}", last_error());
        Loaded(handle)
    }

    fn hash(&self) -> u64 {
        let mut hash = 0;
        // SAFETY: a variable.
        assert_eq!(unsafe { skidpad_state_hash(self.0, &raw mut hash) }, SkidpadStatus::Ok);
        hash
    }

    fn snapshot(&self) -> Vec<u8> {
        let mut length = 0;
        // SAFETY: null asks for the length; the array has that length.
        unsafe {
            assert_eq!(skidpad_snapshot(self.0, null_mut(), 0, &raw mut length), SkidpadStatus::TooSmall);
            let mut bytes = vec![0_u8; length];
            assert_eq!(
                skidpad_snapshot(self.0, bytes.as_mut_ptr().cast(), length, null_mut()),
                SkidpadStatus::Ok
            );
            bytes
        }
    }

    fn restore(&self, bytes: &[u8]) -> SkidpadStatus {
        // SAFETY: an array with its length.
        unsafe { skidpad_restore(self.0, bytes.as_ptr().cast(), bytes.len()) }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        assert_eq!(skidpad_free(self.0), SkidpadStatus::Ok);
    }
}

#[test]
fn a_handle_that_was_freed_or_made_up_is_refused() {
    let freed = {
        let sim = Loaded::new(null());
        sim.0
    };
    let made_up = std::ptr::without_provenance_mut(0xdead_beef);
    for handle in [freed, made_up, null_mut()] {
        assert_eq!(skidpad_step(handle, 1), SkidpadStatus::NoSuchSimulation);
        assert!(last_error().contains("no such simulation"), "{}", last_error());
        assert_eq!(skidpad_drive_twist(handle, 0, 1.0, 0.0, 0.0), SkidpadStatus::NoSuchSimulation);
        let mut hash = 0;
        // SAFETY: a variable.
        assert_eq!(unsafe { skidpad_state_hash(handle, &raw mut hash) }, SkidpadStatus::NoSuchSimulation);
    }
    assert_eq!(skidpad_free(freed), SkidpadStatus::NoSuchSimulation, "a second time");
    assert_eq!(skidpad_free(made_up), SkidpadStatus::NoSuchSimulation);
    assert_eq!(skidpad_free(null_mut()), SkidpadStatus::Ok, "as free(NULL)");
}

#[test]
fn null_pointers_are_refused_everywhere() {
    let sim = Loaded::new(null());
    let before = sim.hash();
    // SAFETY: null is what every function must expect; the other pointers are variables.
    let statuses = unsafe {
        let (mut handle, mut number) = (null_mut(), 0);
        [
            skidpad_load(null(), null(), &raw mut handle),
            skidpad_load_text(null(), null(), &raw mut handle),
            skidpad_load_text(WORLD.as_ptr(), null(), null_mut()),
            skidpad_clock(sim.0, null_mut()),
            skidpad_state_hash(sim.0, null_mut()),
            skidpad_vehicle_count(sim.0, null_mut()),
            skidpad_find_vehicle(sim.0, null(), &raw mut number),
            skidpad_find_vehicle(sim.0, c"r1".as_ptr(), null_mut()),
            skidpad_vehicle_name(sim.0, 0, null_mut(), 100, null_mut()),
            skidpad_vehicle(sim.0, 0, null_mut()),
            skidpad_drive_wheel_torques(sim.0, 0, null(), 0.0),
            skidpad_teleport(sim.0, 0, null()),
            skidpad_sensor_count(sim.0, null_mut()),
            skidpad_find_sensor(sim.0, null(), &raw mut number),
            skidpad_find_sensor(sim.0, c"r1/imu1".as_ptr(), null_mut()),
            skidpad_sensor_name(sim.0, 0, null_mut(), 100, null_mut()),
            skidpad_restore(sim.0, null(), 100),
        ]
    };
    assert_eq!(statuses, [SkidpadStatus::BadArgument; 17]);
    assert!(last_error().ends_with("null pointer"), "{}", last_error());
    assert_eq!(sim.hash(), before);
}

#[test]
fn numbers_of_nothing_and_numbers_beyond_reason_are_refused() {
    let sim = Loaded::new(null());
    assert_eq!(skidpad_drive_twist(sim.0, 1, 1.0, 0.0, 0.0), SkidpadStatus::NoSuchName);
    assert_eq!(last_error(), "there is no vehicle 1; the world has 1, counted from 0");
    assert_eq!(skidpad_drive_twist(sim.0, 0, f64::NAN, 0.0, 0.0), SkidpadStatus::Refused);
    assert_eq!(last_error(), "speed is NaN; it must be within ±10000 m/s");
    // The controller wants a twist; the step says so, and is made.
    assert_eq!(skidpad_drive_torques(sim.0, 0, 1.0, 1.0), SkidpadStatus::Ok);
    assert_eq!(skidpad_step(sim.0, 10), SkidpadStatus::Refused);
    assert_eq!(last_error(), "r1: the vehicle's controller takes another kind of set point");
    let mut clock = SkidpadClock { step_count: 0, time_ns: 0, step_ns: 0 };
    // SAFETY: variables of this test.
    unsafe {
        assert_eq!(skidpad_clock(sim.0, &raw mut clock), SkidpadStatus::Ok);
        assert_eq!(clock.step_count, 1);
        assert_eq!(skidpad_read(sim.0, 9, null_mut()), SkidpadStatus::NoSuchName);
        let mut sensor = 0;
        assert_eq!(
            skidpad_find_sensor(sim.0, c"r1/laser2".as_ptr(), &raw mut sensor),
            SkidpadStatus::NoSuchName
        );
        assert_eq!(last_error(), "there is no sensor \"r1/laser2\"; did you mean \"r1/laser1\"?");
        let options = SkidpadOptions {
            seed: 0,
            thread_count: 100_000,
            with_pictures: 0,
            variables: null(),
            variable_count: 0,
        };
        let mut handle = null_mut();
        let status = skidpad_load_text(WORLD.as_ptr(), &raw const options, &raw mut handle);
        assert_eq!((status, handle), (SkidpadStatus::BadArgument, null_mut()));
    }
}

#[test]
fn an_array_that_is_too_small_is_left_alone() {
    let sim = Loaded::new(null());
    let (laser, imu) = (0, 1);
    let mut shape = SkidpadShape { rows: 0, columns: 0, channels: 0, bytes: 0 };
    let mut ranges = [-1.0_f32; 31];
    let ranges_m = SkidpadArray::RangesM as i32;
    // SAFETY: variables of this test, with their sizes.
    unsafe {
        assert_eq!(skidpad_array_shape(sim.0, laser, ranges_m, &raw mut shape), SkidpadStatus::NoSuchArray);
        assert_eq!(last_error(), "r1/laser1 has not been read; call skidpad_read first");
        assert_eq!(skidpad_read(sim.0, laser, null_mut()), SkidpadStatus::Ok);
        assert_eq!(skidpad_array_shape(sim.0, laser, ranges_m, &raw mut shape), SkidpadStatus::Ok);
        assert_eq!(shape, SkidpadShape { rows: 1, columns: 31, channels: 1, bytes: 124 });
        let to: *mut c_void = ranges.as_mut_ptr().cast();
        assert_eq!(skidpad_array(sim.0, laser, ranges_m, to, 123), SkidpadStatus::TooSmall);
        assert_eq!(last_error(), "the array has 123 bytes; 124 are needed");
        assert_eq!(ranges, [-1.0; 31]);
        assert_eq!(skidpad_array(sim.0, laser, ranges_m, to, 124), SkidpadStatus::Ok);
        assert!(ranges.iter().any(|range_m| (2.0..4.5).contains(range_m)), "the block: {ranges:?}");
        assert_eq!(
            skidpad_array(sim.0, laser, SkidpadArray::Rgb as i32, to, 124),
            SkidpadStatus::NoSuchArray
        );
        assert_eq!(skidpad_array(sim.0, laser, 77, to, 124), SkidpadStatus::BadArgument);
        let mut measured = SkidpadImu {
            angular_velocity_radps: [0.0; 3],
            linear_acceleration_mps2: [0.0; 3],
            orientation_in_enu: [0.0; 4],
        };
        assert_eq!(skidpad_imu(sim.0, laser, &raw mut measured), SkidpadStatus::NoSuchArray);
        assert_eq!(skidpad_read(sim.0, imu, null_mut()), SkidpadStatus::Ok);
        assert_eq!(skidpad_imu(sim.0, imu, &raw mut measured), SkidpadStatus::Ok);
        assert!((measured.linear_acceleration_mps2[2] - 9.81).abs() < 0.5);
    }
}

#[test]
fn a_damaged_snapshot_changes_nothing() {
    let sim = Loaded::new(null());
    assert_eq!(skidpad_drive_twist(sim.0, 0, 1.0, 0.0, 0.5), SkidpadStatus::Ok);
    assert_eq!(skidpad_step(sim.0, 200), SkidpadStatus::Ok);
    let (snapshot, hash) = (sim.snapshot(), sim.hash());
    for damaged in [&snapshot[..snapshot.len() / 2], &[], &[0xff; 64]] {
        assert_eq!(sim.restore(damaged), SkidpadStatus::BadSnapshot, "{}", last_error());
        assert_eq!(sim.hash(), hash);
    }
    assert_eq!(skidpad_step(sim.0, 100), SkidpadStatus::Ok);
    let later = sim.hash();
    assert_ne!(later, hash);
    assert_eq!(sim.restore(&snapshot), SkidpadStatus::Ok);
    assert_eq!(sim.hash(), hash);
    assert_eq!(skidpad_step(sim.0, 100), SkidpadStatus::Ok);
    assert_eq!(sim.hash(), later);
    assert_eq!(skidpad_reset(sim.0), SkidpadStatus::Ok);
    assert_ne!(sim.hash(), later);
    // Another world does not take it.
    let heading = c"heading=45";
    let variables = [heading.as_ptr()];
    let options = SkidpadOptions {
        seed: 3,
        thread_count: 2,
        with_pictures: 1,
        variables: variables.as_ptr(),
        variable_count: 1,
    };
    let other = Loaded::new(&raw const options);
    assert_eq!(other.restore(&snapshot), SkidpadStatus::BadSnapshot);
    assert_eq!(last_error(), "the snapshot was taken of another world");
}

#[test]
fn threads_use_their_own_simulations_at_once_and_one_in_turn() {
    let shared = Loaded::new(null());
    let handle = shared.0.addr();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(move || {
                let own = Loaded::new(null());
                assert_eq!(skidpad_step(own.0, 50), SkidpadStatus::Ok);
                assert_eq!(skidpad_step(std::ptr::without_provenance_mut(handle), 25), SkidpadStatus::Ok);
            });
        }
    });
    let alone = Loaded::new(null());
    assert_eq!(skidpad_step(alone.0, 100), SkidpadStatus::Ok);
    assert_eq!(shared.hash(), alone.hash());
}

#[test]
fn the_version_is_that_of_the_package() {
    // SAFETY: a text of the library that never changes.
    let version = unsafe { CStr::from_ptr(skidpad_version()) };
    assert_eq!(version, &*CString::new(env!("CARGO_PKG_VERSION")).expect("no zero byte"));
}
