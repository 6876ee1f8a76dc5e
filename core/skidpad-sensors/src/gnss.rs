//! The satellite receiver: from a position in the world to a position on Earth.

use crate::geodesy::{Geodetic, UtmZone};
use skidpad_math::{NoiseAddress, Vec3, sin_cos};
use skidpad_messages::{FixQuality, GnssReading};

/// Where on Earth a world lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Georeference {
    /// The place of the world's origin; in a UTM world the place that gives the zone and the height of z = 0.
    pub origin: Geodetic,
    /// Turn from the world's axes to east–north–up [rad].
    pub world_to_enu_rad: f64,
    /// Whether x and y of the world are easting and northing.
    pub is_utm: bool,
}

impl Georeference {
    /// The place of a point of the world.
    ///
    /// A UTM world is projected back exactly, so grid convergence and scale are in it.
    pub fn place(&self, point_m: Vec3) -> Geodetic {
        if self.is_utm {
            let height_m = self.origin.height_m + point_m.z;
            return UtmZone::of(&self.origin).place([point_m.x, point_m.y], height_m);
        }
        let (sin, cos) = sin_cos(self.world_to_enu_rad);
        let enu_m =
            Vec3::new(cos * point_m.x - sin * point_m.y, sin * point_m.x + cos * point_m.y, point_m.z);
        self.origin.at_enu_m(enu_m)
    }
}

/// How a receiver errs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GnssModel {
    /// Horizontal deviation, along east and along north [m].
    pub horizontal_noise_m: f64,
    /// Vertical deviation [m].
    pub vertical_noise_m: f64,
    /// Quality that it reports.
    pub quality: FixQuality,
    /// Times in which it is different; a later one wins.
    pub events: Vec<GnssEvent>,
}

/// A time in which a receiver is different.
#[derive(Debug, Clone, PartialEq)]
pub struct GnssEvent {
    /// From then on [s]…
    pub start_s: f64,
    /// … until then [s].
    pub end_s: f64,
    /// Quality that is reported.
    pub quality: Option<FixQuality>,
    /// Horizontal deviation [m].
    pub horizontal_noise_m: Option<f64>,
    /// Vertical deviation [m].
    pub vertical_noise_m: Option<f64>,
    /// Whether there is no position.
    pub is_outage: bool,
    /// Error of the position: east, north, up [m].
    pub offset_enu_m: Vec3,
}

/// A receiver at one time.
struct Receiver {
    horizontal_noise_m: f64,
    vertical_noise_m: f64,
    quality: FixQuality,
    offset_enu_m: Vec3,
}

/// Satellites that a fix claims, as MVSim's does.
const SATELLITES: u8 = 7;

impl GnssModel {
    fn at(&self, time_s: f64) -> Receiver {
        let mut receiver = Receiver {
            horizontal_noise_m: self.horizontal_noise_m,
            vertical_noise_m: self.vertical_noise_m,
            quality: self.quality,
            offset_enu_m: Vec3::default(),
        };
        let mut is_outage = false;
        for event in self.events.iter().filter(|it| (it.start_s..it.end_s).contains(&time_s)) {
            receiver.horizontal_noise_m = event.horizontal_noise_m.unwrap_or(receiver.horizontal_noise_m);
            receiver.vertical_noise_m = event.vertical_noise_m.unwrap_or(receiver.vertical_noise_m);
            receiver.quality = event.quality.unwrap_or(receiver.quality);
            receiver.offset_enu_m += event.offset_enu_m;
            is_outage |= event.is_outage;
        }
        if is_outage {
            receiver.quality = FixQuality::NoFix;
        }
        receiver
    }

    /// The reading at a time and a point of the world. No fix without a georeference or without reception.
    pub fn sense(
        &self,
        time_s: f64,
        point_in_world_m: Vec3,
        georeference: Option<&Georeference>,
        has_reception: bool,
        noise: NoiseAddress,
    ) -> GnssReading {
        let receiver = self.at(time_s);
        let has_reception = has_reception && receiver.quality != FixQuality::NoFix;
        let (h, v) = (receiver.horizontal_noise_m, receiver.vertical_noise_m);
        let variance_enu_m2 = [h * h, h * h, v * v];
        let Some(georeference) = georeference.filter(|_| has_reception) else {
            return GnssReading {
                has_fix: false,
                quality: FixQuality::NoFix,
                latitude_deg: f64::NAN,
                longitude_deg: f64::NAN,
                altitude_m: f64::NAN,
                variance_enu_m2,
                satellite_count: 0,
                hdop: h / 5.0,
            };
        };
        let error_m = Vec3::new(h * noise.normal(0), h * noise.normal(1), v * noise.normal(2));
        let place = georeference.place(point_in_world_m).at_enu_m(error_m + receiver.offset_enu_m);
        GnssReading {
            has_fix: true,
            quality: receiver.quality,
            latitude_deg: place.latitude_rad.to_degrees(),
            longitude_deg: place.longitude_rad.to_degrees(),
            altitude_m: place.height_m,
            variance_enu_m2,
            satellite_count: SATELLITES,
            hdop: h / 5.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAUSANNE: Georeference = Georeference {
        origin: Geodetic { latitude_rad: 0.811_911, longitude_rad: 0.114_612, height_m: 400.0 },
        world_to_enu_rad: 0.0,
        is_utm: false,
    };

    fn place(reading: &GnssReading) -> Vec3 {
        Geodetic {
            latitude_rad: reading.latitude_deg.to_radians(),
            longitude_rad: reading.longitude_deg.to_radians(),
            height_m: reading.altitude_m,
        }
        .ecef_m()
    }

    fn quiet(georeference: &Georeference, point_m: Vec3) -> GnssReading {
        let model = GnssModel { horizontal_noise_m: 0.0, vertical_noise_m: 0.0, ..GnssModel::default() };
        model.sense(0.0, point_m, Some(georeference), true, NoiseAddress { seed: 0, stream: 0, step: 0 })
    }

    #[test]
    fn a_turned_world_finds_the_same_place_by_turned_coordinates() {
        let turned = Georeference { world_to_enu_rad: 0.5, ..LAUSANNE };
        let (sin, cos) = sin_cos(0.5);
        let enu = Vec3::new(8_000.0, -3_000.0, 12.0);
        let world = Vec3::new(cos * enu.x + sin * enu.y, cos * enu.y - sin * enu.x, enu.z);
        let apart_m = (place(&quiet(&turned, world)) - place(&quiet(&LAUSANNE, enu))).norm();
        assert!(apart_m < 1e-6, "{apart_m}");
        let expected = LAUSANNE.origin.at_enu_m(enu).ecef_m();
        assert!((place(&quiet(&LAUSANNE, enu)) - expected).norm() < 1e-6);
    }

    #[test]
    fn a_utm_world_reads_the_map() {
        let world = Georeference { is_utm: true, ..LAUSANNE };
        let zone = UtmZone::of(&world.origin);
        let [east, north] = zone.project_m(&world.origin);
        let seen = quiet(&world, Vec3::new(east, north, 3.0));
        let origin = Geodetic { height_m: 403.0, ..world.origin };
        assert!((place(&seen) - origin.ecef_m()).norm() < 1e-5);
        // A kilometre to grid north is 1/0.9996 km on the ground, turned by the convergence.
        let there = place(&quiet(&world, Vec3::new(east, north + 1000.0, 3.0)));
        assert!(((there - place(&seen)).norm() - 1000.0 / 0.9996).abs() < 0.5);
    }

    /// Over 20 seeds: mean, deviation along each axis, and no memory from reading to reading.
    #[test]
    fn noise_is_as_wide_as_its_covariance_says() {
        let model = GnssModel { horizontal_noise_m: 2.0, vertical_noise_m: 4.0, ..GnssModel::default() };
        let origin_m = LAUSANNE.origin.ecef_m();
        let (sin_lat, cos_lat) = sin_cos(LAUSANNE.origin.latitude_rad);
        let (sin_lon, cos_lon) = sin_cos(LAUSANNE.origin.longitude_rad);
        let axes = [
            Vec3::new(-sin_lon, cos_lon, 0.0),
            Vec3::new(-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat),
            Vec3::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat),
        ];
        let count = 1_000_u32;
        let n = f64::from(count);
        for seed in 0..20 {
            let samples: Vec<Vec3> = (0..count)
                .map(|step| {
                    let noise = NoiseAddress { seed, stream: 5, step: u64::from(step) };
                    place(&model.sense(0.0, Vec3::default(), Some(&LAUSANNE), true, noise)) - origin_m
                })
                .collect();
            for (axis, sigma) in axes.iter().zip([2.0, 2.0, 4.0]) {
                let along: Vec<f64> = samples.iter().map(|sample| sample.dot(*axis) / sigma).collect();
                let mean = along.iter().sum::<f64>() / n;
                let variance = along.iter().map(|x| x * x).sum::<f64>() / n;
                let next: f64 = along.iter().zip(&along[1..]).map(|(a, b)| a * b).sum::<f64>() / n;
                assert!(mean.abs() < 5.0 / n.sqrt(), "seed {seed}: {mean}");
                assert!((variance - 1.0).abs() < 5.0 * (2.0 / n).sqrt(), "seed {seed}: {variance}");
                assert!(next.abs() < 5.0 / n.sqrt(), "seed {seed}: {next}");
            }
        }
    }

    #[test]
    fn without_reception_there_is_no_fix() {
        let model = GnssModel { horizontal_noise_m: 1.0, vertical_noise_m: 1.0, ..GnssModel::default() };
        let noise = NoiseAddress { seed: 0, stream: 0, step: 0 };
        assert!(!model.sense(0.0, Vec3::default(), Some(&LAUSANNE), false, noise).has_fix);
        assert!(model.sense(0.0, Vec3::default(), None, true, noise).latitude_deg.is_nan());
    }

    #[test]
    fn events_change_a_receiver_and_pass() {
        let event = |start_s: f64, end_s: f64| GnssEvent {
            start_s,
            end_s,
            quality: None,
            horizontal_noise_m: None,
            vertical_noise_m: None,
            is_outage: false,
            offset_enu_m: Vec3::default(),
        };
        let model = GnssModel {
            quality: FixQuality::RtkFixed,
            events: vec![
                GnssEvent { is_outage: true, ..event(10.0, 20.0) },
                GnssEvent {
                    quality: Some(FixQuality::RtkFloat),
                    horizontal_noise_m: Some(0.5),
                    ..event(20.0, 30.0)
                },
                GnssEvent { offset_enu_m: Vec3::new(3.0, 4.0, 0.0), ..event(40.0, f64::INFINITY) },
            ],
            ..GnssModel::default()
        };
        let noise = NoiseAddress { seed: 1, stream: 0, step: 0 };
        let at = |time_s| model.sense(time_s, Vec3::default(), Some(&LAUSANNE), true, noise);
        assert_eq!((at(9.9).quality, at(9.9).variance_enu_m2), (FixQuality::RtkFixed, [0.0; 3]));
        assert!(!at(10.0).has_fix && !at(19.9).has_fix && at(19.9).quality == FixQuality::NoFix);
        assert_eq!((at(20.0).quality, at(20.0).variance_enu_m2), (FixQuality::RtkFloat, [0.25, 0.25, 0.0]));
        assert!(((place(&at(41.0)) - place(&at(35.0))).norm() - 5.0).abs() < 1e-6, "a jump of 5 m");
    }
}
