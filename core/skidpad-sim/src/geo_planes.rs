//! Planes that a world places by their corners on Earth.

use skidpad_math::{Vec3, sin_cos};
use skidpad_sensors::geodesy::{Geodetic, UtmZone};
use skidpad_sensors::gnss::Georeference;
use skidpad_world::description::{self, ElementKind, WorldDescription};
use std::borrow::Cow;

/// Where on Earth a world lies; none where it does not say.
pub(crate) fn georeference(it: Option<&description::Georeference>) -> Option<Georeference> {
    // MVSim takes zero for "not given".
    let it = it.filter(|it| it.latitude_rad != 0.0 || it.longitude_rad != 0.0)?;
    Some(Georeference {
        origin: Geodetic {
            latitude_rad: it.latitude_rad,
            longitude_rad: it.longitude_rad,
            height_m: it.height_m,
        },
        world_to_enu_rad: it.world_to_enu_rotation_rad,
        is_utm: it.world_is_utm,
    })
}

/// The description with every plane that has geodetic corners at its place: the smallest rectangle along the world's
/// axes that holds both corners, with its texture once over it. Without a georeference they stay as they are.
pub(crate) fn with_placed_planes(description: &WorldDescription) -> Cow<'_, WorldDescription> {
    let is_placed_on_earth = |kind: &ElementKind| matches!(kind, ElementKind::HorizontalPlane(plane) if plane.geo_corners.is_some());
    let Some(earth) = georeference(description.georeference.as_ref()) else {
        return Cow::Borrowed(description);
    };
    if !description.elements.iter().any(|element| is_placed_on_earth(&element.kind)) {
        return Cow::Borrowed(description);
    }
    let mut placed = description.clone();
    for element in &mut placed.elements {
        let ElementKind::HorizontalPlane(plane) = &mut element.kind else { continue };
        let Some(corners) = plane.geo_corners.take() else { continue };
        let [a, b] = corners.map(|corner| {
            let place = Geodetic {
                latitude_rad: corner.latitude_rad,
                longitude_rad: corner.longitude_rad,
                height_m: earth.origin.height_m,
            };
            point_in_world(&earth, &place)
        });
        (plane.x_min_m, plane.x_max_m) = (a[0].min(b[0]), a[0].max(b[0]));
        (plane.y_min_m, plane.y_max_m) = (a[1].min(b[1]), a[1].max(b[1]));
        plane.texture_size_x_m = plane.x_max_m - plane.x_min_m;
        plane.texture_size_y_m = plane.y_max_m - plane.y_min_m;
    }
    Cow::Owned(placed)
}

/// x and y of a place on Earth in the world [m]; the inverse of [`Georeference::place`].
fn point_in_world(earth: &Georeference, place: &Geodetic) -> [f64; 2] {
    if earth.is_utm {
        return UtmZone::of(&earth.origin).project_m(place);
    }
    let away_m = place.ecef_m() - earth.origin.ecef_m();
    let (sin_lat, cos_lat) = sin_cos(earth.origin.latitude_rad);
    let (sin_lon, cos_lon) = sin_cos(earth.origin.longitude_rad);
    let east_m = away_m.dot(Vec3::new(-sin_lon, cos_lon, 0.0));
    let north_m = away_m.dot(Vec3::new(-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat));
    let (sin, cos) = sin_cos(earth.world_to_enu_rad);
    [cos * east_m + sin * north_m, cos * north_m - sin * east_m]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_lead_back_to_their_places() {
        let origin = Geodetic { latitude_rad: 0.81, longitude_rad: 0.115, height_m: 400.0 };
        for (world_to_enu_rad, is_utm) in [(0.0, false), (0.7, false), (0.0, true)] {
            let earth = Georeference { origin, world_to_enu_rad, is_utm };
            let corner = Geodetic { latitude_rad: 0.8101, longitude_rad: 0.1152, height_m: 400.0 };
            let [x, y] = point_in_world(&earth, &corner);
            // The plane through the origin lies below the ellipsoid's height there: look up to it.
            let found = earth.place(Vec3::new(x, y, 0.0));
            let off = Geodetic { height_m: 400.0, ..found }.ecef_m() - corner.ecef_m();
            assert!(off.norm() < 0.01, "{world_to_enu_rad} {is_utm}: {}", off.norm());
        }
    }
}
