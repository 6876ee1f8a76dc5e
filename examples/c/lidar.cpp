// Read sensors into arrays of the program: a robot with a scanner turns away from what is near.
//
//   cargo build --release -p skidpad-c
//   c++ examples/c/lidar.cpp -I apps/skidpad-c/include target/release/libskidpad_c.a -lpthread -ldl -lm -o lidar
//   ./lidar worlds/warehouse.world.xml
#include "skidpad.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// Every call returns a status; the reason is in words.
static void check(SkidpadStatus status) {
  if (status != SKIDPAD_OK) throw std::runtime_error(skidpad_last_error());
}

struct Free {
  void operator()(SkidpadSimulation *sim) const { skidpad_free(sim); }
};
using Simulation = std::unique_ptr<SkidpadSimulation, Free>;

static Simulation load(const char *path, uint64_t seed) {
  SkidpadOptions options{};
  options.seed = seed;
  SkidpadSimulation *sim = nullptr;
  check(skidpad_load(path, &options, &sim));
  return Simulation(sim);
}

// An array of the last reading of a sensor.
template <typename Number>
static std::vector<Number> array(const Simulation &sim, uint32_t sensor, SkidpadArray which) {
  SkidpadShape shape{};
  check(skidpad_array_shape(sim.get(), sensor, which, &shape));
  std::vector<Number> numbers(shape.rows * shape.columns * shape.channels);
  check(skidpad_array(sim.get(), sensor, which, numbers.data(), numbers.size() * sizeof(Number)));
  return numbers;
}

static int run(const char *world) {
  Simulation sim = load(world, 7);
  uint32_t sensors = 0;
  check(skidpad_sensor_count(sim.get(), &sensors));
  uint32_t laser = sensors;
  for (uint32_t sensor = 0; sensor < sensors; sensor++) {
    char name[256];
    SkidpadReading reading;
    check(skidpad_sensor_name(sim.get(), sensor, name, sizeof name, nullptr));
    check(skidpad_read(sim.get(), sensor, &reading));
    if (reading.kind == SKIDPAD_KIND_SCAN && laser == sensors) laser = sensor;
    if (reading.kind == SKIDPAD_KIND_CLOUD) {
      std::vector<float> points = array<float>(sim, sensor, SKIDPAD_ARRAY_POINTS_M);
      std::printf("%s: %zu points\n", name, points.size() / 3);
    }
    if (reading.kind == SKIDPAD_KIND_IMAGE || reading.kind == SKIDPAD_KIND_RGBD) {
      std::vector<uint8_t> rgb = array<uint8_t>(sim, sensor, SKIDPAD_ARRAY_RGB);
      std::printf("%s: %zu pixels\n", name, rgb.size() / 3);
    }
  }
  if (laser == sensors) throw std::runtime_error("the world has no laser scanner");

  for (int turn = 0; turn < 20; turn++) {
    SkidpadReading reading;
    check(skidpad_read(sim.get(), laser, &reading));
    std::vector<float> ranges = array<float>(sim, laser, SKIDPAD_ARRAY_RANGES_M);
    size_t nearest = 0;
    for (size_t beam = 0; beam < ranges.size(); beam++)
      if (ranges[beam] < ranges[nearest]) nearest = beam;
    double bearing_rad = reading.angle_min_rad + nearest * reading.angle_increment_rad;
    double yaw_rate_radps = ranges[nearest] < 1.5f ? (bearing_rad > 0 ? -0.8 : 0.8) : 0.0;
    check(skidpad_drive_twist(sim.get(), 0, 0.6, 0.0, yaw_rate_radps));
    check(skidpad_step(sim.get(), 50));
    if (turn % 5 == 0)
      std::printf("nearest of %zu: %.2f m at %.2f rad\n", ranges.size(), ranges[nearest], bearing_rad);
  }
  uint64_t hash = 0;
  check(skidpad_state_hash(sim.get(), &hash));
  std::printf("hash %016llx\n", static_cast<unsigned long long>(hash));
  return 0;
}

int main(int argc, char **argv) {
  try {
    return run(argc > 1 ? argv[1] : "worlds/warehouse.world.xml");
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
