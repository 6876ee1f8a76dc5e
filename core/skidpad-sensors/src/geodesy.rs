//! Places on the ellipsoid WGS-84: geodetic, geocentric and UTM coordinates.

use skidpad_math::{Vec3, asin, atan2, cos, exp, hypot, ln, sin, sin_cos};
use std::f64::consts::PI;

/// Equatorial radius [m].
const A_M: f64 = 6_378_137.0;
/// Flattening.
const F: f64 = 1.0 / 298.257_223_563;
/// First eccentricity squared.
const E2: f64 = F * (2.0 - F);
/// Scale on the central meridian of a UTM zone.
const UTM_SCALE: f64 = 0.9996;
/// Easting of the central meridian [m].
const FALSE_EASTING_M: f64 = 500_000.0;
/// Northing of the equator for the southern half [m].
const FALSE_NORTHING_M: f64 = 10_000_000.0;

/// A place given by latitude, longitude and height over the ellipsoid.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Geodetic {
    /// Latitude [rad].
    pub latitude_rad: f64,
    /// Longitude [rad].
    pub longitude_rad: f64,
    /// Height over the ellipsoid [m].
    pub height_m: f64,
}

impl Geodetic {
    /// Geocentric coordinates [m]: z through the north pole, x through Greenwich on the equator.
    ///
    /// N = a/√(1 − e² sin² φ), (N + h)·cos φ·(cos λ, sin λ), (N·(1 − e²) + h)·sin φ.
    pub fn ecef_m(&self) -> Vec3 {
        let (sin_lat, cos_lat) = sin_cos(self.latitude_rad);
        let (sin_lon, cos_lon) = sin_cos(self.longitude_rad);
        let n = A_M / (1.0 - E2 * sin_lat * sin_lat).sqrt();
        let horizontal = (n + self.height_m) * cos_lat;
        Vec3::new(horizontal * cos_lon, horizontal * sin_lon, (n * (1.0 - E2) + self.height_m) * sin_lat)
    }

    /// From geocentric coordinates [m].
    ///
    /// Bowring, *Transformation from spatial to geographical coordinates*, Survey Review 23 (1976): two
    /// rounds leave less than a micrometre from the sea floor to orbit.
    pub fn from_ecef_m(p: Vec3) -> Geodetic {
        let b = A_M * (1.0 - F);
        let second_e2 = E2 / (1.0 - E2);
        let horizontal = hypot(p.x, p.y);
        let mut latitude_rad = 0.0;
        let (mut sin_beta, mut cos_beta) = sin_cos(atan2(p.z * A_M, horizontal * b));
        for _ in 0..2 {
            latitude_rad = atan2(
                p.z + second_e2 * b * sin_beta * sin_beta * sin_beta,
                horizontal - E2 * A_M * cos_beta * cos_beta * cos_beta,
            );
            let (sin_lat, cos_lat) = sin_cos(latitude_rad);
            (sin_beta, cos_beta) = sin_cos(atan2((1.0 - F) * sin_lat, cos_lat));
        }
        let (sin_lat, cos_lat) = sin_cos(latitude_rad);
        let height_m = horizontal * cos_lat + p.z * sin_lat - A_M * (1.0 - E2 * sin_lat * sin_lat).sqrt();
        Geodetic { latitude_rad, longitude_rad: atan2(p.y, p.x), height_m }
    }

    /// The place at an offset along this place's east, north and up [m].
    pub fn at_enu_m(&self, enu_m: Vec3) -> Geodetic {
        let (sin_lat, cos_lat) = sin_cos(self.latitude_rad);
        let (sin_lon, cos_lon) = sin_cos(self.longitude_rad);
        let (e, n, u) = (enu_m.x, enu_m.y, enu_m.z);
        let outward = cos_lat * u - sin_lat * n;
        let offset = Vec3::new(
            cos_lon * outward - sin_lon * e,
            sin_lon * outward + cos_lon * e,
            cos_lat * n + sin_lat * u,
        );
        Geodetic::from_ecef_m(self.ecef_m() + offset)
    }
}

/// A UTM zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UtmZone {
    /// Number, 1 to 60.
    pub number: u8,
    /// Whether it is of the southern half.
    pub is_south: bool,
}

impl UtmZone {
    /// The zone of a place, with the exceptions of Norway and Svalbard.
    pub fn of(place: &Geodetic) -> UtmZone {
        let (latitude, longitude) = (place.latitude_rad.to_degrees(), place.longitude_rad.to_degrees());
        let turns = ((longitude + 180.0) / 6.0).floor();
        let mut number = (turns as i64).rem_euclid(60) as u8 + 1;
        if (56.0..64.0).contains(&latitude) && (3.0..12.0).contains(&longitude) {
            number = 32;
        }
        if (72.0..84.0).contains(&latitude) && (0.0..42.0).contains(&longitude) {
            number = match longitude {
                east if east < 9.0 => 31,
                east if east < 21.0 => 33,
                east if east < 33.0 => 35,
                _ => 37,
            };
        }
        UtmZone { number, is_south: latitude < 0.0 }
    }

    fn meridian_rad(self) -> f64 {
        (6.0 * f64::from(self.number) - 183.0).to_radians()
    }

    /// Easting and northing [m] of a place.
    ///
    /// Krüger's series in the third flattening n, to n⁴: Karney, *Transverse Mercator with an accuracy of a
    /// few nanometers*, J. Geodesy 85 (2011), eqs. 7–11 and 35; here to a micrometre within a zone.
    pub fn project_m(self, place: &Geodetic) -> [f64; 2] {
        let n = third_flattening();
        let sin_lat = sin(place.latitude_rad);
        let e = 2.0 * n.sqrt() / (1.0 + n);
        let conformal = sinh(atanh(sin_lat) - e * atanh(e * sin_lat));
        let (sin_lon, cos_lon) = sin_cos(place.longitude_rad - self.meridian_rad());
        let xi = atan2(conformal, cos_lon);
        let eta = asinh(sin_lon / hypot(conformal, cos_lon));
        let (mut x, mut y) = (eta, xi);
        for (j, alpha) in (1_u8..).zip(forward(n)) {
            let (sin_j, cos_j) = sin_cos(2.0 * f64::from(j) * xi);
            x += alpha * cos_j * sinh(2.0 * f64::from(j) * eta);
            y += alpha * sin_j * cosh(2.0 * f64::from(j) * eta);
        }
        let radius = UTM_SCALE * rectifying_radius_m(n);
        let northing = if self.is_south { FALSE_NORTHING_M } else { 0.0 };
        [FALSE_EASTING_M + radius * x, northing + radius * y]
    }

    /// The place at an easting and northing [m].
    pub fn place(self, [easting_m, northing_m]: [f64; 2], height_m: f64) -> Geodetic {
        let n = third_flattening();
        let radius = UTM_SCALE * rectifying_radius_m(n);
        let northing = if self.is_south { FALSE_NORTHING_M } else { 0.0 };
        let (xi, eta) = ((northing_m - northing) / radius, (easting_m - FALSE_EASTING_M) / radius);
        let (mut y, mut x) = (xi, eta);
        for (j, beta) in (1_u8..).zip(backward(n)) {
            let (sin_j, cos_j) = sin_cos(2.0 * f64::from(j) * xi);
            y -= beta * sin_j * cosh(2.0 * f64::from(j) * eta);
            x -= beta * cos_j * sinh(2.0 * f64::from(j) * eta);
        }
        let chi = asin((sin(y) / cosh(x)).clamp(-1.0, 1.0));
        let mut latitude_rad = chi;
        for (j, delta) in (1_u8..).zip(from_conformal(n)) {
            latitude_rad += delta * sin(2.0 * f64::from(j) * chi);
        }
        let longitude_rad = self.meridian_rad() + atan2(sinh(x), cos(y));
        let turns = ((longitude_rad + PI) / (2.0 * PI)).floor();
        Geodetic { latitude_rad, longitude_rad: longitude_rad - 2.0 * PI * turns, height_m }
    }
}

fn third_flattening() -> f64 {
    F / (2.0 - F)
}

fn rectifying_radius_m(n: f64) -> f64 {
    let n2 = n * n;
    A_M / (1.0 + n) * (1.0 + n2 / 4.0 + n2 * n2 / 64.0)
}

/// α of the forward series.
fn forward(n: f64) -> [f64; 4] {
    let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n);
    [
        n / 2.0 - 2.0 * n2 / 3.0 + 5.0 * n3 / 16.0 + 41.0 * n4 / 180.0,
        13.0 * n2 / 48.0 - 3.0 * n3 / 5.0 + 557.0 * n4 / 1440.0,
        61.0 * n3 / 240.0 - 103.0 * n4 / 140.0,
        49_561.0 * n4 / 161_280.0,
    ]
}

/// β of the backward series.
fn backward(n: f64) -> [f64; 4] {
    let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n);
    [
        n / 2.0 - 2.0 * n2 / 3.0 + 37.0 * n3 / 96.0 - n4 / 360.0,
        n2 / 48.0 + n3 / 15.0 - 437.0 * n4 / 1440.0,
        17.0 * n3 / 480.0 - 37.0 * n4 / 840.0,
        4_397.0 * n4 / 161_280.0,
    ]
}

/// δ, from conformal to geodetic latitude.
fn from_conformal(n: f64) -> [f64; 4] {
    let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n);
    [
        2.0 * n - 2.0 * n2 / 3.0 - 2.0 * n3 + 116.0 * n4 / 45.0,
        7.0 * n2 / 3.0 - 8.0 * n3 / 5.0 - 227.0 * n4 / 45.0,
        56.0 * n3 / 15.0 - 136.0 * n4 / 35.0,
        4_279.0 * n4 / 630.0,
    ]
}

fn sinh(x: f64) -> f64 {
    0.5 * (exp(x) - exp(-x))
}

fn cosh(x: f64) -> f64 {
    0.5 * (exp(x) + exp(-x))
}

fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let value = ln(size + (size * size + 1.0).sqrt());
    if x < 0.0 { -value } else { value }
}

fn atanh(x: f64) -> f64 {
    0.5 * ln((1.0 + x) / (1.0 - x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn degrees(latitude: f64, longitude: f64, height_m: f64) -> Geodetic {
        Geodetic { latitude_rad: latitude.to_radians(), longitude_rad: longitude.to_radians(), height_m }
    }

    #[test]
    fn geocentric_coordinates_lead_back_within_a_micrometre() {
        for latitude in (-90..=90).step_by(5) {
            for longitude in (-180..180).step_by(37) {
                for height_m in [-11_000.0, 0.0, 400.0, 9_000.0, 400_000.0] {
                    let place = degrees(f64::from(latitude), f64::from(longitude), height_m);
                    let back = Geodetic::from_ecef_m(place.ecef_m());
                    let apart_m = (back.ecef_m() - place.ecef_m()).norm();
                    assert!(
                        apart_m < 1e-6 && (back.height_m - height_m).abs() < 1e-6,
                        "{place:?}: {apart_m}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_ellipsoid_has_its_axes() {
        assert!((degrees(0.0, 0.0, 0.0).ecef_m() - Vec3::new(6_378_137.0, 0.0, 0.0)).norm() < 1e-9);
        let pole_m = degrees(90.0, 0.0, 0.0).ecef_m();
        assert!((pole_m.z - 6_356_752.314_245).abs() < 1e-6, "{pole_m:?}");
    }

    /// An offset of up to 10 km, taken apart again along the axes of the reference, is itself to a micrometre.
    #[test]
    fn offsets_are_exact_over_ten_kilometres() {
        for reference in
            [degrees(46.5191, 6.5668, 400.0), degrees(-33.9, 151.2, 20.0), degrees(89.5, 0.0, 0.0)]
        {
            let (sin_lat, cos_lat) = sin_cos(reference.latitude_rad);
            let (sin_lon, cos_lon) = sin_cos(reference.longitude_rad);
            let east = Vec3::new(-sin_lon, cos_lon, 0.0);
            let north = Vec3::new(-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat);
            let up = Vec3::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat);
            for enu in [[10_000.0, 0.0, 0.0], [0.0, -10_000.0, 50.0], [-7_000.0, 7_000.0, -30.0]] {
                let offset = Vec3::new(enu[0], enu[1], enu[2]);
                let found = reference.at_enu_m(offset).ecef_m() - reference.ecef_m();
                let back = Vec3::new(found.dot(east), found.dot(north), found.dot(up));
                assert!((back - offset).norm() < 1e-6, "{reference:?} {enu:?}: {back:?}");
            }
        }
        // One kilometre over the tangent plane's touching point the ground has fallen away by d²/2R.
        let far = degrees(45.0, 0.0, 0.0).at_enu_m(Vec3::new(0.0, 10_000.0, 0.0));
        assert!((far.height_m - 10_000.0 * 10_000.0 / (2.0 * 6_367_000.0)).abs() < 0.01, "{far:?}");
    }

    #[test]
    fn utm_has_its_published_values() {
        // On the central meridian at 45° the meridian arc is 4 984 944.378 m.
        let [easting, northing] = UtmZone { number: 31, is_south: false }.project_m(&degrees(45.0, 3.0, 0.0));
        assert!((easting - 500_000.0).abs() < 1e-6 && (northing - 0.9996 * 4_984_944.378).abs() < 1e-3);
        // The reference of worlds/utm.world.xml, computed elsewhere.
        let almeria = degrees(36.8283, -2.4045, 0.0);
        let zone = UtmZone::of(&almeria);
        assert_eq!(zone.number, 30);
        let [easting, northing] = zone.project_m(&almeria);
        assert!((easting - 553_104.420).abs() < 1e-3 && (northing - 4_075_990.832).abs() < 1e-3);
    }

    #[test]
    fn utm_leads_back_within_a_micrometre() {
        for latitude in (-80..=84).step_by(4) {
            for longitude in (-179..180).step_by(7) {
                let place = degrees(f64::from(latitude), f64::from(longitude), 12.0);
                let zone = UtmZone::of(&place);
                let back = zone.place(zone.project_m(&place), 12.0);
                let apart_m = (back.ecef_m() - place.ecef_m()).norm();
                assert!(apart_m < 1e-5, "{place:?}: {apart_m}");
            }
        }
    }

    #[test]
    fn zones_know_their_exceptions() {
        let zone = |latitude, longitude| UtmZone::of(&degrees(latitude, longitude, 0.0)).number;
        assert_eq!([zone(46.5, 6.57), zone(60.0, 5.0), zone(78.0, 15.0), zone(0.0, 180.0)], [32, 32, 33, 1]);
        assert!(UtmZone::of(&degrees(-34.0, 18.0, 0.0)).is_south);
    }
}
