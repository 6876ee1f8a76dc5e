//! All ways to trace a ray, compared with each other and with a test of every triangle.

use crate::random_points::Random;
use crate::ray::{PreparedRay, larger, smaller};
use crate::tracer::{Excluded, PosedScene, SceneHit, Tracer, View};
use crate::{
    Affine, Faces, FrameOwner, HeightField, Material, Mesh, ObjectClass, Observer, Primitive, Ray, RayList,
    SceneDescription, SceneObject, Solid, Visibility, bodies,
};
use skidpad_math::Pose3;

/// How often, by day and by night.
#[allow(clippy::disallowed_methods)]
fn count(by_day: usize, by_night: usize) -> usize {
    if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { by_night } else { by_day }
}

struct TestScene {
    name: &'static str,
    scene: SceneDescription,
    poses: Vec<Pose3>,
    /// Rays start within this of the origin [m].
    reach_m: f32,
}

impl TestScene {
    fn new(name: &'static str, reach_m: f32) -> TestScene {
        TestScene { name, scene: SceneDescription::default(), poses: vec![Pose3::default()], reach_m }
    }

    fn add(&mut self, mesh: u32, pose: Pose3, mesh_in_frame: Affine) {
        let number = self.poses.len() as u32;
        let frame = self.scene.add_frame(format!("thing {number}"), FrameOwner::Block(number));
        self.poses.push(pose);
        self.scene.objects.push(SceneObject {
            name: format!("thing {number}"),
            frame,
            mesh,
            mesh_in_frame,
            instance: number,
            class: ObjectClass::Block,
            reflectivity: 0.5,
            visibility: Visibility::ALL,
            faces: Faces::Both,
            glow: None,
            casts_shadows: true,
        });
    }

    fn triangle_count(&self) -> usize {
        let size = |object: &SceneObject| self.scene.meshes[object.mesh as usize].triangles.len();
        self.scene.objects.iter().map(size).sum()
    }
}

/// Five scenes of at most 5 000 triangles.
fn stages() -> Vec<TestScene> {
    vec![yard(), heap(), tiles(), terrain(), grid_room()]
}

/// Turned, stretched and mirrored solids that share meshes.
fn yard() -> TestScene {
    let mut random = Random::new(7);
    let mut built = TestScene::new("yard", 4.0);
    let solids = [
        Primitive::Sphere { radius_m: 0.5, vertex_count: 16 }.mesh(),
        Primitive::Box { lx_m: 1.0, ly_m: 0.5, lz_m: 0.7 }.mesh(),
        Primitive::Ramp { lx_m: 1.0, ly_m: 1.0, lz_m: 0.3 }.mesh(),
        bodies::wheel(0.8, 0.3, &Material::default()),
    ];
    for mesh in solids {
        built.scene.add_mesh(mesh);
    }
    for k in 0..30 {
        let [x_m, y_m, z_m] = random.point(2.5).map(f64::from);
        let [yaw_rad, pitch_rad, roll_rad] = random.point(3.0).map(f64::from);
        let stretch = Affine {
            linear: [[1.5, 0.0, 0.0], [0.0, if k % 2 == 0 { -1.0 } else { 0.7 }, 0.0], [0.2, 0.0, 2.0]],
            translation_m: [0.1, 0.0, -0.2],
        };
        let place = if k % 3 == 0 { stretch } else { Affine::IDENTITY };
        let turned = Pose3 { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad };
        built.add(k % 4, if k % 5 == 0 { Pose3 { x_m, y_m, ..Pose3::default() } } else { turned }, place);
    }
    built
}

/// Loose triangles in one mesh.
fn heap() -> TestScene {
    let mut random = Random::new(8);
    let mut mesh = Mesh::default();
    for k in 0..4_000 {
        let base = random.point(6.0);
        mesh.positions.push(base);
        for _ in 0..2 {
            let side = random.point(0.7);
            mesh.positions.push([0, 1, 2].map(|axis| base[axis] + side[axis]));
        }
        mesh.triangles.push([3 * k, 3 * k + 1, 3 * k + 2]);
    }
    let mut built = TestScene::new("heap", 9.0);
    built.scene.add_mesh(mesh);
    built.add(0, Pose3::default(), Affine::IDENTITY);
    built
}

/// Equal boxes side by side on round coordinates, in several objects: ties along every face.
fn tiles() -> TestScene {
    let mut built = TestScene::new("tiles", 5.0);
    built.scene.add_mesh(Primitive::Box { lx_m: 0.5, ly_m: 0.5, lz_m: 0.25 }.mesh());
    for i in 0..16_u8 {
        for j in 0..16_u8 {
            let at = [f64::from(i) * 0.5 - 4.0, f64::from(j) * 0.5 - 4.0];
            built.add(0, Pose3 { x_m: at[0], y_m: at[1], ..Pose3::default() }, Affine::IDENTITY);
        }
    }
    built
}

/// Rough ground, looked at along its surface.
fn terrain() -> TestScene {
    let mut random = Random::new(9);
    let field = HeightField {
        rows: 50,
        columns: 50,
        heights_m: (0..2_500).map(|_| 0.15 * random.signed()).collect(),
        resolution_m: 0.5,
        ..HeightField::default()
    };
    let mut built = TestScene::new("terrain", 12.0);
    built.scene.add_mesh(bodies::terrain(&field, [1.0, 1.0]));
    built.add(0, Pose3::default(), Affine::translation(-12.25, -12.25, 0.0));
    built
}

/// Walls of a random occupancy grid, with a floor: everything along the axes.
fn grid_room() -> TestScene {
    let mut random = Random::new(10);
    let free = (0..32 * 32).map(|_| if random.signed() > 0.6 { 0 } else { 255 }).collect();
    let grid = crate::OccupancyGrid { resolution_m: 0.5, width: 32, height: 32, free, ..Default::default() };
    let mut built = TestScene::new("grid room", 8.0);
    built.scene.add_mesh(bodies::grid_walls(&grid, 2.0));
    built.scene.add_mesh(bodies::plane([-8.0, 8.0], [-8.0, 8.0], [1.0, 1.0]));
    built.add(0, Pose3::default(), Affine::translation(-8.0, -8.0, 0.0));
    built.add(1, Pose3::default(), Affine::IDENTITY);
    built
}

/// Eight rays: all alike, or all different; grazing, exactly along an axis, from round places.
fn packet(random: &mut Random, reach_m: f32, k: usize) -> [Ray; 8] {
    let (base_origin, base_direction) = (random.point(reach_m), random.point(1.0));
    let is_alike = !k.is_multiple_of(3);
    std::array::from_fn(|lane| {
        let shake = random.point(if is_alike { 0.03 } else { reach_m });
        let turn = random.point(if is_alike { 0.02 } else { 1.0 });
        let mut origin_m = base_origin;
        let mut direction = [0, 1, 2].map(|axis| base_direction[axis] + turn[axis]);
        if k.is_multiple_of(2) {
            origin_m = [0, 1, 2].map(|axis| origin_m[axis] + shake[axis]);
        }
        match k % 11 {
            0 => direction = [1.0, 0.0, 0.0],
            1 => direction = [0.0, -1.0, 0.0],
            2 => direction = [0.0, 0.0, -1.0],
            3 => direction[k / 11 % 3] = 0.0,
            4 => direction[k / 11 % 3] = -0.0,
            5 => {
                // Almost along the ground.
                origin_m[2] *= 0.02;
                direction[2] *= 0.01;
            }
            6 => direction = [[1.0, 0.0, 0.0], [-0.0, 1.0, 0.0], [0.0, -1.0, -0.0]][(k + lane) % 3],
            _ => {}
        }
        if k % 4 == 1 {
            origin_m = origin_m.map(|value| (value * 2.0).round() / 2.0);
        }
        Ray { origin_m, direction, t_max: if k.is_multiple_of(7) { 3.0 } else { f32::INFINITY } }
    })
}

/// The judge: every triangle of every object.
fn brute_force(posed: &PosedScene<'_>, ray: &Ray) -> Option<SceneHit> {
    let world = PreparedRay::new(ray, &posed.top.as_ref()?.bounds)?;
    let mut best: Option<SceneHit> = None;
    for (number, instance) in (0..).zip(&posed.instances) {
        let traced = &posed.tracer.meshes[instance.mesh as usize];
        let (enters, leaves) = world.span(&instance.bounds);
        let Some(local) = PreparedRay::new(&instance.local(ray), traced.bvh.bounds()?) else {
            continue;
        };
        for (triangle, corners) in (0..).zip(traced.mesh.triangle_corners()) {
            let Some(hit) = local.meet(&corners, triangle) else {
                continue;
            };
            let t = larger(hit.t, enters);
            // Where the triangle is in the tree is not the judge's business.
            let (object, weights, pair) = (instance.object, hit.weights, 0);
            let found = SceneHit { t, object, triangle, weights, instance: number, pair };
            let is_there = enters <= leaves && hit.t <= smaller(leaves, ray.t_max) && t <= ray.t_max;
            if is_there && best.is_none_or(|best| found.is_before(&best)) {
                best = Some(found);
            }
        }
    }
    best
}

fn bits(hit: &Option<SceneHit>) -> Option<[u32; 6]> {
    hit.map(|h| {
        let [v, w] = h.weights.map(f32::to_bits);
        [h.t.to_bits(), h.object, h.triangle, v, w, h.instance]
    })
}

/// Packets, packets by plain instructions, and rays alone; the judge looks at the first of them.
#[test]
fn all_ways_to_trace_give_the_same_bits() {
    let packets = count(2_500, 250_000);
    let judged = count(40, 2_500);
    for built in stages() {
        assert!(built.triangle_count() <= 5_000, "{}: {}", built.name, built.triangle_count());
        let tracer = Tracer::new(&built.scene);
        let view = View {
            origin_in_world_m: [0.0; 3],
            observer: Observer::RangeSensor,
            excluded: Excluded::default(),
        };
        let posed = tracer.posed(&built.poses, &view);
        let mut random = Random::new(20);
        let (mut wide, mut plain) = (Vec::new(), Vec::new());
        let (mut distances, mut lights) = (Vec::new(), Vec::new());
        let mut hits = 0;
        // Several packets at once: as many as go together, then more, then fewer.
        let mut k = 0;
        while k < packets {
            let together = 1 + k % 6;
            let rays: Vec<Ray> =
                (k..k + together).flat_map(|k| packet(&mut random, built.reach_m, k)).collect();
            let list: RayList = rays.iter().collect();
            posed.first_hits(&list, &mut wide);
            posed.first_hits_baseline(&list, 8, &mut plain);
            posed.distances_of_rows(&list, 4, &mut distances);
            posed.lights_through(&list, &mut lights);
            for (lane, ray) in rays.iter().enumerate() {
                let alone = posed.first_hit(ray);
                let about = || format!("{}, packet {k}, lane {lane}: {ray:?}", built.name);
                assert_eq!(bits(&wide[lane]), bits(&alone), "packet and alone, {}", about());
                assert_eq!(bits(&plain[lane]), bits(&alone), "plain and alone, {}", about());
                let distance = alone.map_or(f32::INFINITY, |hit| hit.t);
                assert_eq!(distances[lane].to_bits(), distance.to_bits(), "distance, {}", about());
                assert_eq!(lights[lane] == 0.0, alone.is_some(), "shadow, {}", about());
                assert_eq!(posed.is_blocked(ray), alone.is_some(), "shadow alone, {}", about());
                if k < judged {
                    assert_eq!(bits(&alone), bits(&brute_force(&posed, ray)), "judge, {}", about());
                }
                hits += usize::from(alone.is_some());
            }
            k += together;
        }
        assert!(hits > packets, "{} is hit {hits} times in {packets} packets", built.name);
    }
}

/// Rays from inside a closed mesh, aimed at its corners, along its edges and anywhere: all hit.
#[test]
fn no_ray_leaks_out_of_a_closed_mesh() {
    let mut built = TestScene::new("ball", 1.0);
    built.scene.add_mesh(Primitive::Sphere { radius_m: 3.0, vertex_count: 48 }.mesh());
    let pose = Pose3 { x_m: 0.1, yaw_rad: 0.4, pitch_rad: 0.3, ..Pose3::default() };
    built.add(0, pose, Affine::IDENTITY);
    let tracer = Tracer::new(&built.scene);
    let view =
        View { origin_in_world_m: [0.0; 3], observer: Observer::Camera, excluded: Excluded::default() };
    let posed = tracer.posed(&built.poses, &view);
    let mesh = built.scene.meshes[0].clone();
    let place = Affine::from_pose(&pose, 1.0);
    let corner = |index: u32| place.apply(mesh.positions[index as usize].map(f64::from)).map(|v| v as f32);
    let mut random = Random::new(30);
    let mut hits = Vec::new();
    for k in 0..count(15_000, 1_250_000) {
        let origin_m = random.point(1.0);
        let rays: [Ray; 8] = std::array::from_fn(|lane| {
            let triangle = mesh.triangles[(k * 8 + lane) % mesh.triangles.len()];
            let [a, b, _] = triangle.map(corner);
            let share = match lane {
                0 => 0.0,
                1 => 0.5,
                _ => 0.5 * random.signed() + 0.5,
            };
            let target = if lane < 6 {
                [0, 1, 2].map(|axis| a[axis] + share * (b[axis] - a[axis]))
            } else {
                random.point(10.0)
            };
            let direction = [0, 1, 2].map(|axis| target[axis] - origin_m[axis]);
            Ray { origin_m, direction, t_max: f32::INFINITY }
        });
        posed.first_hits(&rays.iter().collect(), &mut hits);
        for (ray, hit) in rays.iter().zip(&hits) {
            assert!(hit.is_some(), "packet {k}: {ray:?}");
        }
    }
}

/// What is not a ray hits nothing, and does not disturb its neighbours.
#[test]
fn odd_rays_in_a_packet() {
    let built = tiles();
    let tracer = Tracer::new(&built.scene);
    let view =
        View { origin_in_world_m: [0.0; 3], observer: Observer::Camera, excluded: Excluded::default() };
    let posed = tracer.posed(&built.poses, &view);
    let down = Ray { origin_m: [0.1, 0.1, 2.0], direction: [0.0, 0.0, -1.0], t_max: f32::INFINITY };
    let odd = [
        down,
        Ray { direction: [0.0; 3], ..down },
        Ray { direction: [f32::NAN, 0.0, 1.0], ..down },
        Ray { origin_m: [f32::INFINITY, 0.0, 0.0], ..down },
        Ray { t_max: f32::NAN, ..down },
        Ray { t_max: -1.0, ..down },
        Ray { direction: [1e38, 1e38, -3e38], ..down },
        Ray { t_max: 1.75, ..down },
    ];
    let mut hits = Vec::new();
    posed.first_hits(&odd.iter().collect(), &mut hits);
    let alone: Vec<_> = odd.iter().map(|ray| posed.first_hit(ray)).collect();
    assert_eq!(hits, alone);
    let is_hit: Vec<bool> = hits.iter().map(Option::is_some).collect();
    assert_eq!(is_hit, [true, false, false, false, false, false, hits[6].is_some(), true]);
    posed.first_hits(&odd[1..5].iter().collect(), &mut hits);
    assert_eq!(hits, [None; 4]);
}

/// Pictures of any width, and any number of threads, give what single rays give.
#[test]
fn tiles_and_threads_do_not_show() {
    let mut built = yard();
    for (k, object) in built.scene.objects.iter_mut().enumerate() {
        object.faces = [Faces::Both, Faces::Front, Faces::Both, Faces::Back][k % 4];
    }
    let tracer = Tracer::new(&built.scene);
    let view =
        View { origin_in_world_m: [0.0; 3], observer: Observer::Camera, excluded: Excluded::default() };
    let posed = tracer.posed(&built.poses, &view);
    let mut random = Random::new(40);
    let towards = |direction| Ray { origin_m: [0.0; 3], direction, t_max: f32::INFINITY };
    let pools = [1, 2, 3].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    let mut pictures: Vec<(usize, Vec<Ray>)> = Vec::new();
    for (width, height) in [(1, 1), (1, 9), (5, 1), (7, 5), (640, 3), (33, 40), (3, 700)] {
        pictures.push((width, (0..width * height).map(|_| towards(random.point(1.0))).collect()));
        // Rows as far apart as columns, farther, and much farther.
        for ratio in [1.0, 2.0, 6.0] {
            let ray = |row: usize, column: usize| {
                towards([1.0, 0.02 * column as f32 - 0.3, ratio * 0.02 * row as f32 - 0.5])
            };
            let rays = (0..height).flat_map(|row| (0..width).map(move |column| ray(row, column)));
            pictures.push((width, rays.collect()));
        }
    }
    for (width, rays) in pictures {
        let height = rays.len() / width;
        let alone: Vec<_> = rays.iter().map(|ray| posed.first_hit(ray)).collect();
        let light: Vec<_> = rays.iter().map(|ray| posed.light_through(ray)).collect();
        let (mut hits, mut lights) = (Vec::new(), Vec::new());
        let rays: RayList = rays.iter().collect();
        posed.first_hits_of_rows(&rays, width, &mut hits);
        assert_eq!(hits, alone, "{width} x {height}");
        for pool in &pools {
            posed.first_hits_in_pool(pool, &rays, width, &mut hits);
            assert_eq!(hits, alone, "{width} x {height}, in a pool");
            posed.lights_through_in_pool(pool, &rays, width, &mut lights);
            assert_eq!(lights, light, "{width} x {height}, in a pool");
        }
    }
    let mut hits = vec![None; 3];
    posed.first_hits(&RayList::default(), &mut hits);
    assert_eq!(hits, []);
}
