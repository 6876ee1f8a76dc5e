//! Embree 3 as a measure, through the few functions of its C interface that are needed.
//! Built only with the feature `embree`; needs libembree3 on the machine.

use skidpad_scene::{Mesh, Ray};
use std::ffi::c_void;

#[repr(C, align(16))]
#[derive(Clone, Copy, Default)]
struct RayHit {
    org: [f32; 3],
    tnear: f32,
    dir: [f32; 3],
    time: f32,
    tfar: f32,
    mask: u32,
    id: u32,
    flags: u32,
    ng: [f32; 3],
    uv: [f32; 2],
    prim: u32,
    geom: u32,
    inst: u32,
}

#[repr(C, align(32))]
#[derive(Clone, Copy, Default)]
struct RayHit8 {
    org: [[f32; 8]; 3],
    tnear: [f32; 8],
    dir: [[f32; 8]; 3],
    time: [f32; 8],
    tfar: [f32; 8],
    mask: [u32; 8],
    id: [u32; 8],
    flags: [u32; 8],
    ng: [[f32; 8]; 3],
    uv: [[f32; 8]; 2],
    prim: [u32; 8],
    geom: [u32; 8],
    inst: [u32; 8],
}

#[repr(C)]
struct Context {
    flags: i32,
    filter: *const c_void,
    inst: u32,
    min_width: f32,
}

#[link(name = "embree3")]
unsafe extern "C" {
    fn rtcNewDevice(config: *const i8) -> *mut c_void;
    fn rtcNewScene(device: *mut c_void) -> *mut c_void;
    fn rtcSetSceneFlags(scene: *mut c_void, flags: i32);
    fn rtcNewGeometry(device: *mut c_void, kind: i32) -> *mut c_void;
    fn rtcSetNewGeometryBuffer(
        geometry: *mut c_void,
        kind: i32,
        slot: u32,
        format: i32,
        stride: usize,
        count: usize,
    ) -> *mut c_void;
    fn rtcCommitGeometry(geometry: *mut c_void);
    fn rtcAttachGeometry(scene: *mut c_void, geometry: *mut c_void) -> u32;
    fn rtcCommitScene(scene: *mut c_void);
    fn rtcIntersect1(scene: *mut c_void, context: *mut Context, hit: *mut RayHit);
    fn rtcIntersect8(valid: *const i32, scene: *mut c_void, context: *mut Context, hit: *mut RayHit8);
}

/// A mesh in Embree's hands, for as long as the program runs.
pub(crate) struct Embree {
    scene: *mut c_void,
}

impl Embree {
    /// Built by default quality (medium). `is_robust` asks for the watertight mode, which ours always is.
    pub(crate) fn new(mesh: &Mesh, is_robust: bool) -> Embree {
        // SAFETY: the calls follow Embree's manual; buffers are written within the sizes asked for.
        unsafe {
            let device = rtcNewDevice(c"threads=1".as_ptr().cast());
            let scene = rtcNewScene(device);
            rtcSetSceneFlags(scene, if is_robust { 4 } else { 0 });
            let geometry = rtcNewGeometry(device, 0);
            let vertices = rtcSetNewGeometryBuffer(geometry, 1, 0, 0x9003, 12, mesh.positions.len());
            std::ptr::copy_nonoverlapping(mesh.positions.as_ptr(), vertices.cast(), mesh.positions.len());
            let indices = rtcSetNewGeometryBuffer(geometry, 0, 0, 0x5003, 12, mesh.triangles.len());
            std::ptr::copy_nonoverlapping(mesh.triangles.as_ptr(), indices.cast(), mesh.triangles.len());
            rtcCommitGeometry(geometry);
            rtcAttachGeometry(scene, geometry);
            rtcCommitScene(scene);
            Embree { scene }
        }
    }

    /// Distances of all rays, one by one.
    pub(crate) fn single(&self, rays: &[Ray], distances: &mut Vec<f32>) {
        distances.clear();
        let mut context = Context { flags: 1, filter: std::ptr::null(), inst: u32::MAX, min_width: 0.0 };
        for ray in rays {
            let mut hit = RayHit {
                org: ray.origin_m,
                dir: ray.direction,
                tfar: ray.t_max,
                mask: u32::MAX,
                geom: u32::MAX,
                inst: u32::MAX,
                ..RayHit::default()
            };
            // SAFETY: the scene lives; the structures have Embree's layout.
            unsafe { rtcIntersect1(self.scene, &mut context, &mut hit) };
            distances.push(if hit.geom == u32::MAX { f32::INFINITY } else { hit.tfar });
        }
    }

    /// Distances of all rays, eight at once; their number is a multiple of eight.
    pub(crate) fn packets(&self, rays: &[Ray], distances: &mut Vec<f32>) {
        distances.clear();
        let mut context = Context { flags: 1, filter: std::ptr::null(), inst: u32::MAX, min_width: 0.0 };
        #[repr(align(32))]
        struct Valid([i32; 8]);
        let valid = Valid([-1; 8]);
        for eight in rays.chunks_exact(8) {
            let mut hit = RayHit8 {
                geom: [u32::MAX; 8],
                inst: [u32::MAX; 8],
                mask: [u32::MAX; 8],
                ..RayHit8::default()
            };
            for (lane, ray) in eight.iter().enumerate() {
                for axis in 0..3 {
                    hit.org[axis][lane] = ray.origin_m[axis];
                    hit.dir[axis][lane] = ray.direction[axis];
                }
                hit.tfar[lane] = ray.t_max;
            }
            // SAFETY: as above.
            unsafe { rtcIntersect8(valid.0.as_ptr(), self.scene, &mut context, &mut hit) };
            for lane in 0..8 {
                distances.push(if hit.geom[lane] == u32::MAX { f32::INFINITY } else { hit.tfar[lane] });
            }
        }
    }
}
