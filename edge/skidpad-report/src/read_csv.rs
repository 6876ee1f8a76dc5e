//! A run from its text files: a trace, or the logs of a session.

use crate::{RunData, Series, VehicleData};
use std::collections::BTreeMap;
use std::path::Path;

/// Columns of a trace under the names of the logs.
const TRACE_POSE: [(&str, &str); 10] = [
    ("x", "q0x"),
    ("y", "q1y"),
    ("z", "q2z"),
    ("yaw", "q3yaw"),
    ("vx", "dqx"),
    ("vy", "dqy"),
    ("omega", "dqw"),
    ("odo_x", "odo_x"),
    ("odo_y", "odo_y"),
    ("odo_yaw", "odo_yaw"),
];
const TRACE_WHEEL: [(&str, &str); 2] = [("torque", "torque"), ("velx", "velocity_x")];

/// Read a trace (`launch --trace`), or the pose log of a session (`launch --csv`) with the wheel logs beside it.
pub fn read_csv(path: &Path) -> Result<RunData, String> {
    let at = |problem: &str| format!("{}: {problem}", path.display());
    let columns = read_columns(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut run = RunData { name: name.clone(), ..RunData::default() };
    let vehicle = if columns.contains_key("t") && columns.contains_key("odo_yaw") {
        of_trace(&columns)
    } else if columns.contains_key("Timestamp") && columns.contains_key("q0x") {
        of_logs(path, &name, columns)?
    } else {
        return Err(at("this is neither a trace nor the pose log of a vehicle"));
    };
    run.duration_s = vehicle.pose.get("q0x").and_then(|x| x.times_s.last().copied()).unwrap_or(0.0);
    run.vehicles.push(vehicle);
    Ok(run)
}

type Columns = BTreeMap<String, Vec<f64>>;

fn read_columns(path: &Path) -> Result<Columns, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = text.lines();
    let names: Vec<String> =
        lines.next().unwrap_or_default().split(',').map(|name| name.trim().to_string()).collect();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for (number, line) in (2..).zip(lines) {
        let mut cells = line.split(',');
        for (column, values) in columns.iter_mut().enumerate() {
            let cell = cells.next().map(str::trim).unwrap_or_default();
            let value: f64 = cell.parse().map_err(|_| {
                format!("{}:{number}: column {} has {cell:?}, not a number", path.display(), names[column])
            })?;
            values.push(value);
        }
    }
    Ok(names.into_iter().zip(columns).collect())
}

fn series(times_s: &[f64], values: &[f64]) -> Series {
    let mut series = Series::default();
    times_s.iter().zip(values).for_each(|(&time_s, &value)| series.push(time_s, value));
    series
}

fn of_trace(columns: &Columns) -> VehicleData {
    let times_s = &columns["t"];
    let mut vehicle = VehicleData { name: "vehicle".to_string(), ..VehicleData::default() };
    for (from, to) in TRACE_POSE {
        if let Some(values) = columns.get(from) {
            vehicle.pose.insert(to.to_string(), series(times_s, values));
        }
    }
    for wheel in 0..64 {
        let mut logs = BTreeMap::new();
        for (from, to) in TRACE_WHEEL {
            if let Some(values) = columns.get(&format!("w{wheel}_{from}")) {
                logs.insert(to.to_string(), series(times_s, values));
            }
        }
        if logs.is_empty() {
            break;
        }
        vehicle.wheels.push(logs);
    }
    if let Some(touches) = columns.get("collision") {
        for (&time_s, _) in times_s.iter().zip(touches).filter(|(_, touch)| **touch > 0.0) {
            vehicle.touch(time_s);
        }
    }
    vehicle
}

fn of_logs(path: &Path, name: &str, columns: Columns) -> Result<VehicleData, String> {
    let vehicle_name =
        name.split("mvsim_").nth(1).and_then(|rest| rest.strip_suffix("_pose.csv")).unwrap_or("vehicle");
    let mut vehicle = VehicleData { name: vehicle_name.to_string(), ..VehicleData::default() };
    vehicle.pose = as_series(columns);
    for wheel in 1..=64 {
        let beside = path.with_file_name(name.replace("_pose.csv", &format!("_wheel_{wheel}.csv")));
        if beside == path || !beside.exists() {
            break;
        }
        vehicle.wheels.push(as_series(read_columns(&beside)?));
    }
    Ok(vehicle)
}

fn as_series(columns: Columns) -> BTreeMap<String, Series> {
    let times_s = columns.get("Timestamp").cloned().unwrap_or_default();
    columns.into_iter().map(|(name, values)| (name, series(&times_s, &values))).collect()
}
