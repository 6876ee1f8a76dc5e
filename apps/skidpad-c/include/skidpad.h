/* The simulator for programs in C and C++. docs/c-interface.md is the guide.
   Generated from the source of apps/skidpad-c; do not edit. Renew it with:
   UPDATE_EXPECT=1 cargo test -p skidpad-c header */
#ifndef SKIDPAD_H
#define SKIDPAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call returns. */
typedef enum SkidpadStatus {
  /* It is done. */
  SKIDPAD_OK = 0,
  /* A pointer is null, a number is out of range, or a text is not UTF-8. */
  SKIDPAD_BAD_ARGUMENT = 1,
  /* There is no such simulation: it was freed, or never loaded. */
  SKIDPAD_NO_SUCH_SIMULATION = 2,
  /* The world could not be read or has errors; the last error lists all of them with their places. */
  SKIDPAD_BAD_WORLD = 3,
  /* There is no vehicle or sensor of this name or number. */
  SKIDPAD_NO_SUCH_NAME = 4,
  /* A command was refused; the last error says why. */
  SKIDPAD_REFUSED = 5,
  /* The array is too small; the length that is needed has been written. */
  SKIDPAD_TOO_SMALL = 6,
  /* The reading has no such array, or the sensor has not been read yet. */
  SKIDPAD_NO_SUCH_ARRAY = 7,
  /* The snapshot is damaged, of another world or of another version. */
  SKIDPAD_BAD_SNAPSHOT = 8,
  /* A bug of ours: the call panicked. The simulation takes no further calls; free it. */
  SKIDPAD_INTERNAL = 9,
} SkidpadStatus;

/* A simulated world. Programs hold a pointer to it, which they hand back and never follow.

   Different simulations may be used by different threads at once; calls on the same one wait for each other. */
typedef struct SkidpadSimulation SkidpadSimulation;

/* How a world is loaded. All zeros are the defaults. */
typedef struct SkidpadOptions {
  /* Seed of all random numbers. */
  uint64_t seed;
  /* Threads for the rays of lidars and cameras; 0 and 1 trace on the calling thread. Readings do not depend on it. */
  uint32_t thread_count;
  /* Not 0 to load textures, so that cameras see them. */
  uint32_t with_pictures;
  /* Variables of the world, as texts "NAME=VALUE". */
  const char *const *variables;
  /* Number of variables. */
  size_t variable_count;
} SkidpadOptions;

/* Where a simulation is in time. */
typedef struct SkidpadClock {
  /* Steps made. */
  uint64_t step_count;
  /* Simulated time [ns]: steps times the length of a step. */
  uint64_t time_ns;
  /* Length of a step [ns]. */
  uint64_t step_ns;
} SkidpadClock;

/* A place and a direction. */
typedef struct SkidpadPose {
  /* Position [m]. */
  double x_m;
  /* Position [m]. */
  double y_m;
  /* Position [m]. */
  double z_m;
  /* Turn about the vertical axis [rad], positive to the left. */
  double yaw_rad;
  /* Nose down [rad]. */
  double pitch_rad;
  /* Right side down [rad]. */
  double roll_rad;
} SkidpadPose;

/* A vehicle after a step. */
typedef struct SkidpadVehicle {
  /* True pose. */
  SkidpadPose pose_in_world;
  /* True speed forward [m/s]. */
  double forward_mps;
  /* True speed to the left [m/s]. */
  double left_mps;
  /* True yaw rate [rad/s]. */
  double yaw_rate_radps;
  /* Where its odometry believes it is, seen from its start [m]. */
  double odometry_x_m;
  /* The same [m]. */
  double odometry_y_m;
  /* The same [rad]. */
  double odometry_yaw_rad;
  /* Energy left in its battery: 0 is empty, 1 full; NaN without a battery. */
  double state_of_charge;
  /* False once it is removed or stopped as non-finite. */
  bool is_present;
  /* Something touches it, or is closer than the world's collision threshold. */
  bool is_in_collision;
  /* There was a collision since the start. */
  bool had_collision;
} SkidpadVehicle;

/* What a sensor is. */
typedef enum SkidpadKind {
  /* A planar laser scanner: ranges, intensities. */
  SKIDPAD_KIND_SCAN = 1,
  /* A spinning lidar: points, intensities, times. */
  SKIDPAD_KIND_CLOUD = 2,
  /* A colour camera: colours, labels, instances. */
  SKIDPAD_KIND_IMAGE = 3,
  /* A depth camera: depths, points, and what a colour camera has. */
  SKIDPAD_KIND_RGBD = 4,
  /* An inertial measurement unit. */
  SKIDPAD_KIND_IMU = 5,
  /* A satellite receiver. */
  SKIDPAD_KIND_GNSS = 6,
  /* A detector of cones. */
  SKIDPAD_KIND_CONES = 7,
  /* A sensor of a class that a library in Rust brought along: skidpad_named_array has its arrays. */
  SKIDPAD_KIND_ARRAYS = 8,
} SkidpadKind;

/* When and where a reading was taken, and the angles and ranges of a scan or a cloud. */
typedef struct SkidpadReading {
  /* What the sensor is. */
  SkidpadKind kind;
  /* Simulated time of the reading [ns]. */
  uint64_t stamp_ns;
  /* Where the sensor sits on its vehicle. */
  SkidpadPose sensor_in_vehicle;
  /* Where the sensor was: ground truth. */
  SkidpadPose sensor_in_world;
  /* Direction of the first beam of a scan [rad], positive to the left; NaN of other sensors. */
  double angle_min_rad;
  /* Angle between neighbouring beams of a scan [rad]; NaN of other sensors. */
  double angle_increment_rad;
  /* Shortest range of a scan or a cloud [m]; NaN of other sensors. */
  double range_min_m;
  /* Longest range of a scan or a cloud [m]; NaN of other sensors. */
  double range_max_m;
} SkidpadReading;

/* What an inertial measurement unit measured, in its own axes. */
typedef struct SkidpadImu {
  /* Turn rate [rad/s]. */
  double angular_velocity_radps[3];
  /* Specific force [m/s²]: at rest on level ground it points up with the strength of gravity. */
  double linear_acceleration_mps2[3];
  /* Orientation in east–north–up axes: w, x, y, z; NaN where the sensor does not report it. */
  double orientation_in_enu[4];
} SkidpadImu;

/* What a satellite receiver measured. */
typedef struct SkidpadGnss {
  /* Latitude [deg], WGS-84; NaN without a fix. */
  double latitude_deg;
  /* Longitude [deg]. */
  double longitude_deg;
  /* Height over the ellipsoid [m]. */
  double altitude_m;
  /* Variances along east, north and up [m²]. */
  double variance_enu_m2[3];
  /* Horizontal dilution of precision. */
  double hdop;
  /* Satellites in use. */
  uint32_t satellite_count;
  /* Quality as in NMEA's GGA: 0 none, 1 plain, 2 differential, 4 RTK fixed, 5 RTK float. */
  uint32_t quality;
} SkidpadGnss;

/* An array of a reading. */
typedef enum SkidpadArray {
  /* Distance along each beam of a scan [m]: +inf where nothing was met, -inf where something is too near. float, 1 × beams. */
  SKIDPAD_ARRAY_RANGES_M = 1,
  /* Strength of each return of a scan or a cloud, 0 to 1. float, rings × columns. */
  SKIDPAD_ARRAY_INTENSITIES = 2,
  /* Points of a cloud or a depth camera in the sensor's frame [m], NaN without a return. float, rows × columns × 3. */
  SKIDPAD_ARRAY_POINTS_M = 3,
  /* When each point of a cloud was taken, counted from the stamp [s]. float, rings × columns. */
  SKIDPAD_ARRAY_TIMES_S = 4,
  /* Colours: red, green, blue. unsigned char, rows × columns × 3. */
  SKIDPAD_ARRAY_RGB = 5,
  /* What kind of thing each pixel shows, 0 for the sky: ground truth. unsigned char, rows × columns. */
  SKIDPAD_ARRAY_LABELS = 6,
  /* Which thing each pixel shows, 0 for none: ground truth. uint32_t, rows × columns. */
  SKIDPAD_ARRAY_INSTANCES = 7,
  /* Distance along the optical axis [m], NaN where there is none. float, rows × columns. */
  SKIDPAD_ARRAY_DEPTH_M = 8,
  /* Cones: range [m], bearing [rad], colour (0 blue, 1 yellow, 2 orange). double, cones × 3. */
  SKIDPAD_ARRAY_CONES = 9,
  /* Last returns of a cloud, like the points, where the sensor reports two. float, rings × columns × 3. */
  SKIDPAD_ARRAY_LAST_POINTS_M = 10,
} SkidpadArray;

/* The size of an array. Rows come one after another, without gaps. */
typedef struct SkidpadShape {
  /* Rows: rings of a lidar, rows of a picture, cones; 1 for a scan. */
  size_t rows;
  /* Columns: beams of a scan, directions of a lidar, columns of a picture. */
  size_t columns;
  /* Numbers for each place. */
  size_t channels;
  /* Bytes of all. */
  size_t bytes;
} SkidpadShape;

/* How a camera maps directions to pixels: z forward, x right, y down. */
typedef struct SkidpadCamera {
  /* Columns [px]. */
  uint32_t width;
  /* Rows [px]. */
  uint32_t height;
  /* Focal length along x [px]. */
  double fx_px;
  /* Focal length along y [px]. */
  double fy_px;
  /* Principal point, x [px]. */
  double cx_px;
  /* Principal point, y [px]. */
  double cy_px;
  /* k1, k2, p1, p2, k3 as in OpenCV; k1, k2, k3, k4 and 0 of a fisheye. */
  double distortion[5];
  /* True for a fisheye lens. */
  bool is_fisheye;
} SkidpadCamera;

/* Free a simulation. Its handle is then unknown; freeing a null pointer does nothing. */
SkidpadStatus skidpad_free(SkidpadSimulation *simulation);

/* The version of the library, as "0.2.0". */
const char *skidpad_version(void);

/* Load a world file. options may be null. The simulation is freed with skidpad_free. */
SkidpadStatus skidpad_load(const char *path, const SkidpadOptions *options, SkidpadSimulation **simulation);

/* Load a world from a text. Nothing is read from disk; "../definitions/…" are the definitions of the library. */
SkidpadStatus skidpad_load_text(const char *world, const SkidpadOptions *options, SkidpadSimulation **simulation);

/* The reason for the last failure on this thread, in words; empty before the first one.
   Valid until the next call of this library on this thread. */
const char *skidpad_last_error(void);

/* Make steps. Commands given before are applied in the first one; set points hold until they are replaced.

   Ends early, with SKIDPAD_REFUSED, after a step that could not follow a command. */
SkidpadStatus skidpad_step(SkidpadSimulation *simulation, uint64_t step_count);

/* Where the simulation is in time. */
SkidpadStatus skidpad_clock(const SkidpadSimulation *simulation, SkidpadClock *clock);

/* Go back to the start. Commands that were not applied are forgotten. */
SkidpadStatus skidpad_reset(SkidpadSimulation *simulation);

/* Go back to the start with other random numbers. Random numbers in the world file keep their values. */
SkidpadStatus skidpad_reseed(SkidpadSimulation *simulation, uint64_t seed);

/* Hash of the state: every pose, velocity, spin and controller memory. "skidpad launch --hash" prints the same. */
SkidpadStatus skidpad_state_hash(const SkidpadSimulation *simulation, uint64_t *hash);

/* Number of vehicles. They are numbered from 0 in the order of the world file; removed ones keep their numbers. */
SkidpadStatus skidpad_vehicle_count(const SkidpadSimulation *simulation, uint32_t *vehicle_count);

/* The number of the vehicle with this name. */
SkidpadStatus skidpad_find_vehicle(const SkidpadSimulation *simulation, const char *name, uint32_t *vehicle);

/* The name of a vehicle, with a zero byte at its end. Its length without that byte is written to length, which may
   be null, also where the name does not fit. */
SkidpadStatus skidpad_vehicle_name(const SkidpadSimulation *simulation, uint32_t vehicle, char *name, size_t capacity, size_t *length);

/* Where a vehicle is and how it moves. */
SkidpadStatus skidpad_vehicle(const SkidpadSimulation *simulation, uint32_t vehicle, SkidpadVehicle *seen);

/* Follow a twist: speeds forward and to the left [m/s], and a yaw rate [rad/s]. */
SkidpadStatus skidpad_drive_twist(SkidpadSimulation *simulation, uint32_t vehicle, double forward_mps, double left_mps, double yaw_rate_radps);

/* Drive forward at a speed [m/s] with a steering angle [rad], positive to the left: cars. */
SkidpadStatus skidpad_drive_ackermann(SkidpadSimulation *simulation, uint32_t vehicle, double speed_mps, double steer_rad);

/* Torques of the left and right motors of a differential vehicle [N·m]; positive drives forward. */
SkidpadStatus skidpad_drive_torques(SkidpadSimulation *simulation, uint32_t vehicle, double left_nm, double right_nm);

/* Torques of the two driven wheels of a car [N·m], positive drives forward, and a steering angle [rad]. */
SkidpadStatus skidpad_drive_torques_and_steer(SkidpadSimulation *simulation, uint32_t vehicle, double left_nm, double right_nm, double steer_rad);

/* Torque of the engine [N·m], positive drives forward, and a steering angle [rad]: cars with a drivetrain. */
SkidpadStatus skidpad_drive_engine(SkidpadSimulation *simulation, uint32_t vehicle, double torque_nm, double steer_rad);

/* Torques of the four wheels of a race car [N·m] (front left, front right, rear left, rear right), positive drives
   forward, and a steering angle [rad]. */
SkidpadStatus skidpad_drive_wheel_torques(SkidpadSimulation *simulation, uint32_t vehicle, const double *torques_nm, double steer_rad);

/* Press the brake pedal, from 0 (released) to 1. The vehicle needs a <brake> in its world file. */
SkidpadStatus skidpad_brake(SkidpadSimulation *simulation, uint32_t vehicle, double share);

/* Pull the hand brake, from 0 (released) to 1. */
SkidpadStatus skidpad_hand_brake(SkidpadSimulation *simulation, uint32_t vehicle, double share);

/* Put a vehicle somewhere else; it keeps its speed. */
SkidpadStatus skidpad_teleport(SkidpadSimulation *simulation, uint32_t vehicle, const SkidpadPose *pose_in_world);

/* Number of sensors. They are numbered from 0: those of the first vehicle, of the next, then those without a vehicle. */
SkidpadStatus skidpad_sensor_count(const SkidpadSimulation *simulation, uint32_t *sensor_count);

/* The number of the sensor with this name: "r1/laser1" on a vehicle, "laser1" without one. */
SkidpadStatus skidpad_find_sensor(const SkidpadSimulation *simulation, const char *name, uint32_t *sensor);

/* The name of a sensor, as skidpad_vehicle_name gives that of a vehicle. */
SkidpadStatus skidpad_sensor_name(const SkidpadSimulation *simulation, uint32_t sensor, char *name, size_t capacity, size_t *length);

/* Read a sensor now, whether a reading is due or not. The reading is kept until the next one of the same sensor;
   skidpad_array_shape, skidpad_array, skidpad_named_array, skidpad_imu and skidpad_gnss look at it. */
SkidpadStatus skidpad_read(SkidpadSimulation *simulation, uint32_t sensor, SkidpadReading *reading);

/* What an inertial measurement unit measured when it was last read. */
SkidpadStatus skidpad_imu(const SkidpadSimulation *simulation, uint32_t sensor, SkidpadImu *imu);

/* What a satellite receiver measured when it was last read. */
SkidpadStatus skidpad_gnss(const SkidpadSimulation *simulation, uint32_t sensor, SkidpadGnss *gnss);

/* The shape of an array of the last reading of a sensor. array is one of SkidpadArray. */
SkidpadStatus skidpad_array_shape(const SkidpadSimulation *simulation, uint32_t sensor, int32_t array, SkidpadShape *shape);

/* Copy an array of the last reading of a sensor. array is one of SkidpadArray, which says the type of its numbers. */
SkidpadStatus skidpad_array(const SkidpadSimulation *simulation, uint32_t sensor, int32_t array, void *to, size_t capacity_bytes);

/* The camera of a picture: of the colours for SKIDPAD_ARRAY_RGB, of the depths for SKIDPAD_ARRAY_DEPTH_M. */
SkidpadStatus skidpad_camera(const SkidpadSimulation *simulation, uint32_t sensor, int32_t array, SkidpadCamera *camera);

/* Number of named arrays of the last reading of a sensor, which is of SKIDPAD_KIND_ARRAYS. */
SkidpadStatus skidpad_named_array_count(const SkidpadSimulation *simulation, uint32_t sensor, uint32_t *array_count);

/* The name of a named array, as skidpad_vehicle_name gives that of a vehicle. They are numbered from 0. */
SkidpadStatus skidpad_named_array_name(const SkidpadSimulation *simulation, uint32_t sensor, uint32_t number, char *name, size_t capacity, size_t *length);

/* The unit of a named array, which may be empty. */
SkidpadStatus skidpad_named_array_unit(const SkidpadSimulation *simulation, uint32_t sensor, uint32_t number, char *unit, size_t capacity, size_t *length);

/* Copy the named array with this name, and write how many numbers it has. Infinity means that nothing was met. */
SkidpadStatus skidpad_named_array(const SkidpadSimulation *simulation, uint32_t sensor, const char *name, double *to, size_t capacity, size_t *length);

/* Everything that the next step depends on, as bytes. Commands that were not applied yet are not part of it.

   The number of bytes is written to length, also where they do not fit: ask first with bytes null and a capacity
   of 0, which returns SKIDPAD_TOO_SMALL. */
SkidpadStatus skidpad_snapshot(const SkidpadSimulation *simulation, void *bytes, size_t capacity, size_t *length);

/* Continue from a snapshot of this world. If this fails, the simulation is unchanged. */
SkidpadStatus skidpad_restore(SkidpadSimulation *simulation, const void *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
