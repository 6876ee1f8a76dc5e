/* Load a world with a sensor of one's own, which altimeter.rs brings along, and print its arrays.

   cargo build --release -p skidpad-c --example altimeter
   lib=target/release/examples
   cc examples/c/altimeter.c -I apps/skidpad-c/include -L $lib -laltimeter -Wl,-rpath,$PWD/$lib -o altimeter
   ./altimeter examples/c/altimeter.world.xml r1/height */
#include "skidpad.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The one function that altimeter.rs adds to those of skidpad.h. */
SkidpadStatus altimeter_load(const char *path, const SkidpadOptions *options, SkidpadSimulation **simulation);

static void check(SkidpadStatus status) {
  if (status != SKIDPAD_OK) {
    fprintf(stderr, "%s\n", skidpad_last_error());
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s WORLD SENSOR\n", argv[0]);
    return 2;
  }
  SkidpadOptions options = {0};
  options.seed = 7;
  SkidpadSimulation *sim = NULL;
  uint32_t sensor = 0, array_count = 0;
  check(altimeter_load(argv[1], &options, &sim));
  check(skidpad_find_sensor(sim, argv[2], &sensor));
  check(skidpad_step(sim, 200));
  check(skidpad_read(sim, sensor, NULL));
  check(skidpad_named_array_count(sim, sensor, &array_count));
  for (uint32_t number = 0; number < array_count; number++) {
    char name[64], unit[16];
    check(skidpad_named_array_name(sim, sensor, number, name, sizeof name, NULL));
    check(skidpad_named_array_unit(sim, sensor, number, unit, sizeof unit, NULL));
    /* Ask for the length, then for the numbers. */
    size_t length = 0;
    skidpad_named_array(sim, sensor, name, NULL, 0, &length);
    double *values = malloc(length * sizeof *values);
    check(skidpad_named_array(sim, sensor, name, values, length, NULL));
    printf("%s [%s]:", name, unit);
    for (size_t i = 0; i < length; i++) {
      printf(" %.17g", values[i]);
    }
    printf("\n");
    free(values);
  }
  check(skidpad_free(sim));
  return 0;
}
