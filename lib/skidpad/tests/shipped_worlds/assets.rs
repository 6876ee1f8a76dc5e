//! Meshes, maps and pictures of the shipped worlds decode, and meshes have the size of what they show.

use skidpad_assets::{AssetStore, DiskFiles, Folders, load_assets, load_pictures};
use skidpad_math::Vec3;
use skidpad_scene::{Affine, Assets, Outline, OutlineOptions, outline};
use skidpad_world::description::{ElementKind, Visual};
use skidpad_world::{ExpandOptions, WorldDescription, load};

use super::worlds;

/// A shipped world with everything it names; no complaint is allowed.
pub(crate) fn complete(name: &str) -> (WorldDescription, Assets) {
    let opened = DiskFiles::for_world(&worlds()[name], &Folders::default()).expect("a world on disk");
    let world = load(&opened.world, &opened.files, &ExpandOptions::default());
    let store = AssetStore::new(&opened, None);
    let (mut assets, mut found) = load_assets(&world.description, &store);
    found.extend(load_pictures(&mut assets, &world.description, &store));
    let complaints: Vec<String> = found.iter().map(|diagnostic| diagnostic.render(&world.sources)).collect();
    assert!(complaints.is_empty(), "{name}: {complaints:#?}");
    assert!(assets.missing.is_empty(), "{name}: {:?}", assets.missing);
    (world.description, assets)
}

fn placement(visual: &Visual) -> Affine {
    let origin = visual.pose_in_object.transform(Vec3 { x: 0.0, y: 0.0, z: 0.0 });
    let column = |x, y, z| {
        let p = visual.pose_in_object.transform(Vec3 { x, y, z });
        [p.x - origin.x, p.y - origin.y, p.z - origin.z].map(|entry| visual.scale * entry)
    };
    let columns = [column(1.0, 0.0, 0.0), column(0.0, 1.0, 0.0), column(0.0, 0.0, 1.0)];
    let linear = [0, 1, 2].map(|row| [0, 1, 2].map(|k: usize| columns[k][row]));
    Affine { linear, translation_m: [origin.x, origin.y, origin.z] }
}

fn outline_of(visuals: &[Visual], assets: &Assets) -> Outline {
    let parts: Vec<_> =
        visuals.iter().map(|visual| (&*assets.meshes[&visual.model.uri], placement(visual))).collect();
    outline(&parts, &OutlineOptions::default()).expect("an outline")
}

#[test]
fn every_asset_decodes() {
    for name in worlds().keys() {
        let (description, assets) = complete(name);
        for mesh in assets.meshes.values() {
            assert!(mesh.is_consistent(), "{name}");
            assert!(mesh.triangles.len() < 1_000, "{name}: our meshes stay small");
        }
        let count =
            |is: fn(&ElementKind) -> bool| description.elements.iter().filter(|it| is(&it.kind)).count();
        assert_eq!(assets.grids.len(), count(|kind| matches!(kind, ElementKind::OccupancyGrid(_))), "{name}");
        assert_eq!(
            assets.height_fields.len(),
            count(|kind| matches!(kind, ElementKind::ElevationMap(_))),
            "{name}"
        );
        assert_eq!(
            assets.point_clouds.len(),
            count(|kind| matches!(kind, ElementKind::PointCloud(_))),
            "{name}"
        );
    }
}

/// From where to where the outline reaches [m], within a centimetre.
#[test]
fn vehicles_are_as_large_as_they_should_be() {
    let check = |world: &str, vehicle: &str, x_m: [f64; 2], y_m: [f64; 2], z_m: [f64; 2]| {
        let (description, assets) = complete(world);
        let found =
            (description.vehicles.iter()).find(|found| found.object.name == vehicle).expect("the vehicle");
        let outline = outline_of(&found.object.visuals, &assets);
        assert!((3..=12).contains(&outline.polygon.len()), "{vehicle}: {:?}", outline.polygon);
        let bounds = |axis: usize| {
            let values = outline.polygon.iter().map(|point| point[axis]);
            [values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max)]
        };
        let found = [bounds(0), bounds(1), [outline.z_min_m, outline.z_max_m]];
        for (found, expected) in found.iter().flatten().zip([x_m, y_m, z_m].iter().flatten()) {
            assert!((found - expected).abs() < 0.01, "{vehicle}: {found} is not {expected}; {outline:?}");
        }
    };
    check("warehouse.world.xml", "jackal", [-0.252, 0.252], [-0.215, 0.215], [0.065, 0.249]);
    check("turtlebot.world.xml", "tb3", [-0.102, 0.038], [-0.089, 0.089], [0.012, 0.192]);
    check("outdoor.world.xml", "pickup", [-2.65, 2.66], [-1.0, 1.0], [0.38, 1.75]);
    check("truck_and_trailer.world.xml", "trailer", [-6.6, 1.2], [-1.26, 1.26], [0.125, 4.0]);
    check("greenhouse.world.xml", "r1", [-0.305, 0.80], [-0.25, 0.25], [0.153, 1.4]);
    check("controllers.world.xml", "pioneer", [-0.25, 0.257], [-0.192, 0.192], [0.08, 0.27]);
}
