//! Lasers on an occupancy grid, against an analytic cast on the same grid and MVSim's march.

use super::{read, repository, run, world};
use skidpad::messages::ReadingData;
use skidpad::{Simulation, World, WorldOptions};
use skidpad_math::sin_cos;
use skidpad_scene::{Cell, OccupancyGrid};

/// Distance to the first occupied cell: every cell's square, one by one.
fn nearest_cell(grid: &OccupancyGrid, origin: [f64; 2], angle_rad: f64) -> Option<f64> {
    let (sin, cos) = sin_cos(angle_rad);
    let mut nearest = f64::INFINITY;
    for y in 0..grid.height {
        for x in 0..grid.width {
            if grid.cell(x, y) != Cell::Occupied {
                continue;
            }
            let low = [
                grid.x_min_m + f64::from(x) * grid.resolution_m - origin[0],
                grid.y_min_m + f64::from(y) * grid.resolution_m - origin[1],
            ];
            let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
            for (low, direction) in low.into_iter().zip([cos, sin]) {
                let high = low + grid.resolution_m;
                if direction.abs() < 1e-300 {
                    if low > 0.0 || high < 0.0 {
                        leave = -1.0;
                    }
                    continue;
                }
                let (a, b) = (low / direction, high / direction);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b));
            }
            if enter <= leave {
                nearest = nearest.min(enter);
            }
        }
    }
    nearest.is_finite().then_some(nearest)
}

fn nearest_block(origin: [f64; 2], angle_rad: f64) -> f64 {
    let rectangles =
        [([0.5, 0.5], 3.0, 0.5, 0.0_f64), ([0.4, 0.6], -2.0, 2.0, 30.0), ([1.0, 0.2], 1.0, -3.0, 15.0)];
    let mut nearest = f64::INFINITY;
    for ([hx, hy], x, y, yaw_deg) in rectangles {
        let (sin, cos) = sin_cos(yaw_deg.to_radians());
        let (dx, dy) = (origin[0] - x, origin[1] - y);
        let from = [cos * dx + sin * dy, cos * dy - sin * dx];
        let (sin, cos) = sin_cos(angle_rad - yaw_deg.to_radians());
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for ((from, direction), half) in from.into_iter().zip([cos, sin]).zip([hx, hy]) {
            let (a, b) = ((-half - from) / direction, (half - from) / direction);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        if enter <= leave {
            nearest = nearest.min(enter);
        }
    }
    nearest
}

fn cells() -> OccupancyGrid {
    let path = repository().join("testdata/reference/sensors/s_laser_blocks_grid_2d.world.xml");
    let world = World::read(&path, &WorldOptions::default()).expect("a world on disk");
    OccupancyGrid::clone(&world.assets.grids[&0])
}

const ORIGIN_RAD: f64 = 10.0 * std::f64::consts::PI / 180.0;

fn origin() -> [f64; 2] {
    let (sin, cos) = sin_cos(ORIGIN_RAD);
    [0.1 * cos, 0.1 * sin]
}

fn settled(mode: &str) -> Simulation {
    let mut simulation = world(&format!("testdata/reference/sensors/s_laser_blocks_grid_{mode}.world.xml"));
    run(&mut simulation, 21);
    simulation
}

/// Both modes, both lasers: exact to the edge of a cell. Rays in space are traced in 32 bits.
#[test]
fn grid_hits_are_exact_to_the_cell_edge() {
    let grid = cells();
    for (mode, tolerance_m) in [("2d", 1e-6), ("3d", 1e-5)] {
        let simulation = settled(mode);
        for name in ["l181", "l1080"] {
            let ReadingData::Scan(scan) = read(&simulation, name).data else { panic!("{name}") };
            let mut grazing = 0;
            for (beam, &range_m) in scan.ranges_m.iter().enumerate() {
                let angle_rad = ORIGIN_RAD + scan.angle_rad(beam);
                let wall = nearest_cell(&grid, origin(), angle_rad).unwrap_or(f64::INFINITY);
                let expected = wall.min(nearest_block(origin(), angle_rad));
                let is_near = (f64::from(range_m) - expected).abs() < tolerance_m
                    || (expected > 20.0 && range_m == f32::INFINITY);
                // A ray along an edge may pass on either side of it.
                let is_grazing = [-1e-6, 1e-6].iter().any(|turn| {
                    let beside = nearest_cell(&grid, origin(), angle_rad + turn).unwrap_or(f64::INFINITY);
                    (beside - wall).abs() > 1e-3
                });
                grazing += usize::from(!is_near && is_grazing);
                assert!(is_near || is_grazing, "{mode} {name} beam {beam}: {range_m} is not {expected}");
            }
            assert!(grazing <= 2, "{mode} {name}: {grazing}");
        }
    }
}

/// MVSim marches in steps of 0.08 m with rounded increments: its hits lie behind the edge by up to a step and a
/// centimetre. It sees the hanging block, we do not.
#[test]
fn grid_hits_are_within_the_march_of_mvsim() {
    let simulation = settled("2d");
    let ReadingData::Scan(scan) = read(&simulation, "l181").data else { panic!() };
    let path = repository().join("testdata/reference/sensors/l2d_grid/r1_l181_0.scan2d.csv");
    let text = std::fs::read_to_string(path).expect("the reference");
    let rows = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let (mut walls, mut blocks) = (0, 0);
    for (row, &range_m) in rows.zip(&scan.ranges_m) {
        let fields: Vec<f64> = row.split(',').map(|field| field.trim().parse().expect("a number")).collect();
        let (angle_rad, theirs, ours) = (fields[1], fields[2], f64::from(range_m));
        if fields[3] == 0.0 {
            continue;
        }
        let block = nearest_block(origin(), ORIGIN_RAD + angle_rad);
        if (block - ours).abs() < 1e-5 {
            assert!((theirs - ours).abs() < 1e-5, "{angle_rad}: {theirs} {ours}");
            blocks += 1;
        } else if (1.5..4.5).contains(&theirs) && theirs < ours - 0.5 {
            // The hanging block at (2, 3).
            let (sin, cos) = sin_cos(ORIGIN_RAD + angle_rad);
            let at = [origin()[0] + theirs * cos, origin()[1] + theirs * sin];
            assert!((at[0] - 2.0).abs() < 0.301 && (at[1] - 3.0).abs() < 0.301, "{at:?}");
        } else {
            assert!((0.0..0.09).contains(&(theirs - ours)), "{angle_rad}: {theirs} {ours}");
            walls += 1;
        }
    }
    assert!(walls > 90 && blocks > 30, "{walls} {blocks}");
}
