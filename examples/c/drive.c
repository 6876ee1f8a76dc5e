/* Load a world, drive a robot along a circle, print where it is. For a car give its steering angle.

   cargo build --release -p skidpad-c
   cc examples/c/drive.c -I apps/skidpad-c/include -L target/release -lskidpad_c -Wl,-rpath,target/release -o drive
   ./drive worlds/two_robots.world.xml r1 */
#include "skidpad.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every call returns a status; the reason is in words. */
static void check(SkidpadStatus status) {
  if (status != SKIDPAD_OK) {
    fprintf(stderr, "%s\n", skidpad_last_error());
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: %s WORLD VEHICLE [STEERING_ANGLE_RAD]\n", argv[0]);
    return 2;
  }
  SkidpadOptions options = {0};
  options.seed = 7;
  SkidpadSimulation *sim = NULL;
  uint32_t robot = 0;
  check(skidpad_load(argv[1], &options, &sim));
  check(skidpad_find_vehicle(sim, argv[2], &robot));

  for (int second = 1; second <= 5; second++) {
    if (argc > 3) {
      check(skidpad_drive_ackermann(sim, robot, 1.0 + second, atof(argv[3])));
    } else {
      check(skidpad_drive_twist(sim, robot, 0.2 * second, 0.0, 0.3));
    }
    check(skidpad_step(sim, 200));
    SkidpadVehicle seen;
    SkidpadClock clock;
    check(skidpad_vehicle(sim, robot, &seen));
    check(skidpad_clock(sim, &clock));
    printf("%5.2f s: x %.3f m, y %.3f m, %.2f m/s\n", 1e-9 * clock.time_ns, seen.pose_in_world.x_m,
           seen.pose_in_world.y_m, seen.forward_mps);
  }

  /* The state as bytes: ask for the size, then for the bytes. */
  size_t size = 0;
  uint64_t before = 0, after = 0;
  skidpad_snapshot(sim, NULL, 0, &size);
  void *bytes = malloc(size);
  check(skidpad_snapshot(sim, bytes, size, NULL));
  check(skidpad_state_hash(sim, &before));
  check(skidpad_step(sim, 100));
  check(skidpad_restore(sim, bytes, size));
  check(skidpad_state_hash(sim, &after));
  free(bytes);
  printf("restored: %s\n", before == after ? "same state" : "another state");
  printf("hash %016" PRIx64 "\n", after);
  check(skidpad_free(sim));
  return 0;
}
