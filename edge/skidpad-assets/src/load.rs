//! Loads the decoded assets of a world description from a store.

use crate::decode::effort::{Effort, material_bytes};
use crate::decode::elevation::{Heights, heights_from_matrix, heights_from_picture, survey_from_text};
use crate::decode::gltf_clips::{self, FoundClips};
use crate::decode::gltf_mesh::gltf_picture;
use crate::decode::gridmap::decode_gridmap;
use crate::decode::mesh::{decode_mesh, decode_mesh_counted};
use crate::decode::occupancy_image::decode_occupancy_image;
use crate::decode::picture::{decode_picture, picture_bytes};
use crate::decode::point_text::decode_point_text;
use crate::decode::ros_map::RosMap;
use crate::limits::{WORK_OF_FAILURE, WORK_OF_MISSING, blamed};
use crate::needed::{AssetKind, NeededAsset, NeededClips, needed_assets, needed_clips};
use crate::store::beside;
use crate::{AssetProblem, AssetStore, Limits};
use skidpad_math::{Pose3, sin_cos};
use skidpad_scene::{Assets, HeightField, Image, Mesh, MissingAsset, OccupancyGrid, Placement};
use skidpad_world::description::{
    AssetUri, ElementKind, Elevation, ElevationSource, GridSource, OccupancyGridElement,
};
use skidpad_world::files::shown;
use skidpad_world::place::Place;
use skidpad_world::{
    Diagnostic, FileProblem, Loaded, Problem, Resource, Severity, Spending, WorldDescription,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Decode the assets of a world that has been read, textures too if cameras or viewers will see them. Problems join
/// those of the world.
pub fn read_assets(world: &mut Loaded, store: &AssetStore, with_pictures: bool) -> Assets {
    let (mut assets, mut problems) = load_assets(&world.description, store);
    if with_pictures {
        problems.extend(load_pictures(&mut assets, &world.description, store));
    }
    for problem in problems {
        world.diagnostics.push(problem.severity, problem.place, problem.problem);
    }
    world.diagnostics.sort_by_place();
    assets
}

/// Decode what the simulation of a world needs: meshes, grids, elevation maps, point clouds.
///
/// Loading does not stop at the first problem. A missing or unreadable asset gives a diagnostic at the place that
/// names it and an entry in [`Assets::missing`], and a placeholder is used: a warning for what is only
/// visible, an error for grids and elevation maps, without which the world would be a different one.
/// Textures are looked up here but decoded only by [`load_pictures`].
pub fn load_assets(world: &WorldDescription, store: &AssetStore) -> (Assets, Vec<Diagnostic>) {
    let mut loading = Loading::new(store, Assets::default());
    for needed in needed_assets(world) {
        match needed.kind {
            AssetKind::Mesh => loading.mesh(&needed),
            AssetKind::Picture => {
                let found = loading.within(|limits, spending| store.look_for(&needed.uri, limits, spending));
                if let Err(problem) = found {
                    loading.missing(&needed.uri, needed.place, Severity::Warning, &problem);
                }
            }
            // These depend on the element that names them, below.
            AssetKind::Grid | AssetKind::Elevation | AssetKind::PointCloud | AssetKind::Companion => {}
        }
    }
    for needed in needed_clips(world) {
        loading.clips(&needed);
    }
    for (index, element) in world.elements.iter().enumerate() {
        match &element.kind {
            ElementKind::OccupancyGrid(grid) => loading.grid(index, grid),
            ElementKind::ElevationMap(map) => loading.elevation(index, map, element.place),
            ElementKind::PointCloud(cloud) => {
                let decoded = loading.within(|limits, spending| {
                    let bytes = read_counted(&cloud.file.uri, store, limits, spending)?;
                    let points = decode_point_text(&bytes, cloud.has_z, limits)?;
                    let count = points.points.len() as u64;
                    spending.spend(Resource::DecodedBytes, 15 * count)?;
                    spending.spend(Resource::Triangles, 8 * count)?;
                    Ok(points)
                });
                if let Some(cloud) = loading.keep(decoded, &cloud.file, Severity::Warning) {
                    loading.assets.point_clouds.insert(index, Arc::new(cloud));
                }
            }
            _ => {}
        }
    }
    loading.report_fetchable();
    (loading.assets, loading.diagnostics)
}

/// Decode the textures that a world and its meshes name, for cameras and viewers.
pub fn load_pictures(assets: &mut Assets, world: &WorldDescription, store: &AssetStore) -> Vec<Diagnostic> {
    let mut loading = Loading::new(store, std::mem::take(assets));
    for needed in needed_assets(world) {
        match needed.kind {
            AssetKind::Picture => loading.picture(&needed.uri, needed.place, None),
            AssetKind::Mesh => {
                let Some(mesh) = loading.assets.meshes.get(&needed.uri).cloned() else { continue };
                for texture in mesh.materials.iter().filter_map(|material| material.texture_uri.as_deref()) {
                    loading.picture(&texture_key(&needed.uri, texture), needed.place, Some(&needed.uri));
                }
            }
            _ => {}
        }
    }
    loading.report_fetchable();
    *assets = loading.assets;
    loading.diagnostics
}

/// One picture, by its address as in a world file.
pub fn read_picture(uri: &str, store: &AssetStore) -> Result<Image, AssetProblem> {
    picture_within(uri, store, store.limits(), &Spending::new(store.budget()))
}

fn picture_within(
    uri: &str,
    store: &AssetStore,
    limits: &Limits,
    spending: &Spending,
) -> Result<Image, AssetProblem> {
    let read = |uri: &str| read_counted(uri, store, limits, spending);
    let bytes =
        read(uri).or_else(|problem| percent_decoded(uri).map_or(Err(problem), |decoded| read(&decoded)))?;
    spending.spend(Resource::DecodedBytes, picture_bytes(&bytes, limits)?)?;
    decode_picture(&bytes, limits)
}

/// The bytes behind an address, which count as decoded: those of an archive were unpacked.
fn read_counted(
    uri: &str,
    store: &AssetStore,
    limits: &Limits,
    spending: &Spending,
) -> Result<Vec<u8>, AssetProblem> {
    let bytes = store.read_within(uri, limits, Some(spending))?;
    spending.spend(Resource::DecodedBytes, bytes.len() as u64)?;
    Ok(bytes)
}

/// Where a texture that a mesh names is found in [`Assets::images`]: beside the mesh, or inside it.
pub fn texture_key(mesh_uri: &str, texture: &str) -> String {
    if texture.starts_with('#') { format!("{mesh_uri}{texture}") } else { beside(mesh_uri, texture) }
}

/// A mesh by its address, with its materials as far as they can be read.
pub fn read_mesh(uri: &str, store: &AssetStore) -> Result<Mesh, AssetProblem> {
    let spending = Spending::new(store.budget());
    let companions = |name: &str| read_companion(uri, name, store, store.limits(), &spending);
    store.read(uri).and_then(|bytes| decode_mesh(uri, &bytes, &companions, store.limits()))
}

/// The addresses of the files a mesh names: materials, buffers, textures. Empty if the mesh
/// cannot be read.
pub fn mesh_companions(uri: &str, store: &AssetStore) -> Vec<String> {
    let asked = RefCell::new(Vec::new());
    let spending = Spending::new(store.budget());
    let ask = |name: &str| {
        asked.borrow_mut().push(beside(uri, name));
        read_companion(uri, name, store, store.limits(), &spending)
    };
    let decoded = store.read(uri).and_then(|bytes| decode_mesh(uri, &bytes, &ask, store.limits()));
    let mut found = asked.into_inner();
    let materials = decoded.map(|mesh| mesh.materials).unwrap_or_default();
    let textures = materials.into_iter().filter_map(|material| material.texture_uri);
    found.extend(textures.filter(|name| !name.starts_with('#')).map(|name| beside(uri, &name)));
    found.sort();
    found.dedup();
    found
}

/// A file beside a mesh; names may be written with `%20` and the like.
fn read_companion(
    uri: &str,
    name: &str,
    store: &AssetStore,
    limits: &Limits,
    spending: &Spending,
) -> Result<Vec<u8>, AssetProblem> {
    let plain = read_counted(&beside(uri, name), store, limits, spending);
    match percent_decoded(name) {
        Some(decoded) if plain.is_err() => read_counted(&beside(uri, &decoded), store, limits, spending),
        _ => plain,
    }
}

/// The text with `%XX` replaced; none if there is nothing to replace or it is not text then.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = (after.get(..2).filter(|_| first == b'%'))
            .and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    (bytes != text.as_bytes()).then(|| String::from_utf8(bytes).ok()).flatten()
}

/// Most missing files of one mesh that are reported.
const MAX_LOST: usize = 16;

/// Most clips that a message names.
const MOST_NAMED_CLIPS: usize = 8;

/// What has been loaded so far.
struct Loading<'a> {
    store: &'a AssetStore,
    assets: Assets,
    /// The addresses of [`Assets::missing`].
    missing_uris: BTreeSet<String>,
    diagnostics: Vec<Diagnostic>,
    /// What can be downloaded, with the places that name it.
    to_fetch: Vec<(String, Place)>,
    /// Grids by their files: elements that read a file alike share its cells.
    grids: BTreeMap<String, Vec<(GridSource, Arc<OccupancyGrid>)>>,
    spending: Spending,
    /// It was said that no work is left.
    has_told_of_work: bool,
}

impl<'a> Loading<'a> {
    /// A load that begins with these assets, which count.
    fn new(store: &'a AssetStore, assets: Assets) -> Loading<'a> {
        let spending = Spending::new(store.budget());
        let poses = assets.clips.values().flatten().flat_map(|clip| &clip.poses);
        let held = assets.meshes.values().chain(poses).map(|mesh| mesh_bytes(mesh)).sum::<u64>()
            + assets.grids.values().map(|grid| grid.free.len() as u64).sum::<u64>()
            + assets.height_fields.values().map(|field| 4 * field.heights_m.len() as u64).sum::<u64>();
        // They were within the budget when they were loaded.
        let _ = spending.spend(Resource::DecodedBytes, held.min(spending.left(Resource::DecodedBytes)));
        let missing_uris = assets.missing.iter().map(|asset| asset.uri.clone()).collect();
        let (diagnostics, to_fetch, grids) = (Vec::new(), Vec::new(), BTreeMap::new());
        let has_told_of_work = false;
        Loading { store, assets, missing_uris, diagnostics, to_fetch, grids, spending, has_told_of_work }
    }

    /// Read and decode under what is left of the budget, and say so where that is too little.
    fn within<T>(
        &self,
        decode: impl FnOnce(&Limits, &Spending) -> Result<T, AssetProblem>,
    ) -> Result<T, AssetProblem> {
        let limits = self.store.limits().within(&self.spending);
        if limits.work == 0 {
            return Err(self.spending.over(Resource::Work).into());
        }
        let decoded = decode(&limits, &self.spending);
        decoded.map_err(|problem| {
            let problem = blamed(problem, &limits, self.store.limits(), &self.spending);
            let work = match problem {
                AssetProblem::Malformed { .. } | AssetProblem::OverBudget(_) => WORK_OF_FAILURE,
                AssetProblem::File(_) | AssetProblem::NotInStore => WORK_OF_MISSING,
                _ => 0,
            };
            // What a file took while it was tried may have been counted already.
            let left = self.spending.left(Resource::Work);
            let _ = self.spending.spend(Resource::Work, work.min(left));
            problem
        })
    }

    /// The value, or `None` and a diagnostic.
    fn keep<T>(
        &mut self,
        decoded: Result<T, AssetProblem>,
        asset: &AssetUri,
        severity: Severity,
    ) -> Option<T> {
        match decoded {
            Ok(value) => Some(value),
            Err(problem) => {
                self.missing(&asset.uri, asset.place, severity, &problem);
                None
            }
        }
    }

    /// Whether no work is left for looking for a picture, which is said of the first one.
    fn is_out_of_work(&mut self, uri: &str, place: Place) -> bool {
        let is_out = self.spending.left(Resource::Work) == 0;
        if is_out && !self.has_told_of_work {
            self.has_told_of_work = true;
            self.missing(uri, place, Severity::Warning, &self.spending.over(Resource::Work).into());
        }
        is_out
    }

    fn missing(&mut self, uri: &str, place: Place, severity: Severity, problem: &AssetProblem) {
        if !self.missing_uris.insert(uri.to_owned()) {
            return;
        }
        // It was looked for, and is remembered.
        let left = self.spending.left(Resource::Work);
        let _ = self.spending.spend(Resource::Work, WORK_OF_MISSING.min(left));
        let reason = match problem {
            AssetProblem::File(problem) => problem.clone(),
            other => FileProblem::Unreadable(other.to_string()),
        };
        self.assets.missing.push(MissingAsset { uri: uri.to_owned(), reason: problem.to_string() });
        if severity == Severity::Warning && matches!(problem, AssetProblem::NotInStore) {
            self.to_fetch.push((uri.to_owned(), place));
            return;
        }
        let problem = Problem::UnreadableFile { path: shown(uri), reason, built_in: None };
        self.diagnostics.push(Diagnostic { severity, place: Some(place), problem });
    }

    /// A file that a mesh names, and not the world.
    fn missing_of_mesh(&mut self, uri: &str, place: Place, problem: &AssetProblem, mesh: &str) {
        let before = self.diagnostics.len();
        self.missing(uri, place, Severity::Warning, problem);
        if let Some(Diagnostic { problem: Problem::UnreadableFile { reason, .. }, .. }) =
            self.diagnostics.get_mut(before)
        {
            *reason = FileProblem::Unreadable(format!("{reason}; \"{}\" names it", shown(mesh)));
        }
    }

    /// One message for all that can be downloaded: a world of someone else may name hundreds of files.
    fn report_fetchable(&mut self) {
        let Some((path, place)) = self.to_fetch.first().cloned() else { return };
        let reason = match self.to_fetch.len() {
            1 => AssetProblem::NotInStore.to_string(),
            2 => "it is not in the asset store, nor is another file; grey shapes stand in for them, and \"skidpad \
                  assets fetch WORLD\" downloads them"
                .to_owned(),
            count => format!(
                "it is not in the asset store, nor are {} other files; grey shapes stand in for them, and \
                 \"skidpad assets fetch WORLD\" downloads them",
                count - 1
            ),
        };
        let problem =
            Problem::UnreadableFile { path, reason: FileProblem::Unreadable(reason), built_in: None };
        self.diagnostics.push(Diagnostic { severity: Severity::Warning, place: Some(place), problem });
        self.to_fetch.clear();
    }

    fn mesh(&mut self, needed: &NeededAsset) {
        let lost = RefCell::new(Vec::new());
        let limits = self.store.limits().within(&self.spending);
        let companions = |name: &str| {
            let bytes = read_companion(&needed.uri, name, self.store, &limits, &self.spending);
            // A name with spaces is looked up again, word by word.
            if let Err(problem) = &bytes
                && !name.contains(char::is_whitespace)
                && lost.borrow().len() < MAX_LOST
            {
                lost.borrow_mut().push((name.to_owned(), problem.clone()));
            }
            bytes
        };
        let bytes = self.within(|limits, spending| read_counted(&needed.uri, self.store, limits, spending));
        let decode = |bytes: Vec<u8>| {
            self.within(|limits, spending| {
                let effort = Effort::new(limits);
                let mesh = decode_mesh_counted(&needed.uri, &bytes, &companions, limits, &effort);
                // What did not come to anything took time too.
                spending.spend(Resource::Work, effort.spent())?;
                let mesh = mesh?;
                spending.spend(Resource::DecodedBytes, mesh_bytes(&mesh))?;
                spending.spend(Resource::Triangles, (mesh.triangles.len() + mesh.segments.len()) as u64)?;
                Ok(mesh)
            })
        };
        // What the file itself took is no longer there for what is made of it.
        match bytes.and_then(decode) {
            Ok(mesh) => {
                self.assets.meshes.insert(needed.uri.clone(), Arc::new(mesh));
                // A mesh can be loaded without its materials.
                for (name, problem) in lost.take() {
                    let uri = beside(&needed.uri, &name);
                    self.missing_of_mesh(&uri, needed.place, &problem, &needed.uri);
                }
            }
            Err(problem) => self.missing(&needed.uri, needed.place, Severity::Warning, &problem),
        }
    }

    /// The clips that actors play. Only glTF files have any that we know.
    fn clips(&mut self, needed: &NeededClips<'_>) {
        let uri = needed.uri.as_str();
        let ending = uri.rsplit_once('.').map_or("", |(_, ending)| ending);
        if !self.assets.meshes.contains_key(uri)
            || !["gltf", "glb"].iter().any(|it| ending.eq_ignore_ascii_case(it))
        {
            return;
        }
        let found = self.within(|limits, spending| {
            let bytes = read_counted(uri, self.store, limits, spending)?;
            let companions = |name: &str| read_companion(uri, name, self.store, limits, spending);
            let spend = |mesh: &Mesh| {
                spending.spend(Resource::DecodedBytes, mesh_bytes(mesh))?;
                Ok(spending.spend(Resource::Triangles, mesh.triangles.len() as u64)?)
            };
            let wanted: Vec<&str> = needed.names.iter().copied().collect();
            let effort = Effort::new(limits);
            let found = gltf_clips::decode_counted(&bytes, &wanted, &companions, limits, &spend, &effort);
            spending.spend(Resource::Work, effort.spent())?;
            found
        });
        let path = uri.to_owned();
        let problem = match found {
            Ok(FoundClips { clips, names }) if clips.is_empty() && !names.is_empty() => {
                let wanted =
                    needed.names.iter().take(MOST_NAMED_CLIPS).map(|&name| name.to_owned()).collect();
                Problem::NoSuchClip {
                    path,
                    wanted,
                    found: names.into_iter().take(MOST_NAMED_CLIPS).collect(),
                }
            }
            Ok(FoundClips { clips, .. }) => {
                self.assets.clips.insert(path, clips);
                return;
            }
            Err(problem) => Problem::UnreadableClips { path, reason: problem.to_string() },
        };
        self.diagnostics.push(Diagnostic { severity: Severity::Warning, place: Some(needed.place), problem });
    }

    /// A texture, of the world or (with `mesh`) of a mesh.
    fn picture(&mut self, key: &str, place: Place, mesh: Option<&str>) {
        let is_known = self.assets.images.contains_key(key) || self.missing_uris.contains(key);
        if is_known || self.is_out_of_work(key, place) {
            return;
        }
        let inside =
            mesh.and_then(|mesh| Some((mesh, key.strip_prefix(mesh)?.strip_prefix('#')?.parse().ok()?)));
        let image = self.within(|limits, spending| match inside {
            Some((mesh, number)) => {
                let bytes = read_counted(mesh, self.store, limits, spending)?;
                let companion = |name: &str| read_companion(mesh, name, self.store, limits, spending);
                let bytes = gltf_picture(&bytes, number, &companion, limits)?;
                spending.spend(Resource::DecodedBytes, picture_bytes(&bytes, limits)?)?;
                decode_picture(&bytes, limits)
            }
            None => picture_within(key, self.store, limits, spending),
        });
        match image {
            Ok(image) => {
                self.assets.images.insert(key.to_owned(), Arc::new(image));
            }
            Err(problem) => match mesh {
                Some(mesh) => self.missing_of_mesh(key, place, &problem, mesh),
                None => self.missing(key, place, Severity::Warning, &problem),
            },
        }
    }

    fn grid(&mut self, index: usize, grid: &OccupancyGridElement) {
        let alike = self.grids.get(&grid.file.uri).and_then(|all| all.iter().find(|it| it.0 == grid.source));
        let shared = alike.map(|(_, cells)| cells.clone());
        let is_new = shared.is_none();
        let decoded = self.within(|limits, spending| {
            let cells = match shared {
                Some(cells) => cells,
                None => Arc::new(read_grid(grid, self.store, limits, spending)?),
            };
            // Shared cells count again: walls are made of them for each element.
            spending.spend(Resource::DecodedBytes, cells.free.len() as u64)?;
            Ok(cells)
        });
        if let Some(cells) = self.keep(decoded, &grid.file, without_it(&grid.file)) {
            self.assets.grids.insert(index, cells.clone());
            if is_new {
                self.grids.entry(grid.file.uri.clone()).or_default().push((grid.source, cells));
            }
        }
    }

    fn elevation(&mut self, index: usize, map: &Elevation, place: Place) {
        let decoded = self.within(|limits, spending| {
            let limits = limits.of_heights(spending);
            let read = read_elevation(map, self.store, &limits, spending);
            let (field, colours) =
                read.map_err(|problem| blamed(problem, &limits, self.store.limits(), spending))?;
            let colour_bytes = colours.as_ref().map_or(0, |image| image.rgba.len());
            spending.spend(Resource::DecodedBytes, (4 * field.heights_m.len() + colour_bytes) as u64)?;
            spending.spend(Resource::Triangles, 2 * field.heights_m.len() as u64)?;
            Ok((field, colours))
        });
        let named = match &map.source {
            ElevationSource::Image { file, .. } | ElevationSource::DemText { file, .. } => file.clone(),
            ElevationSource::Matrix(_) => AssetUri { uri: "elevation_data_matrix".into(), place },
        };
        if let Some((field, colours)) = self.keep(decoded, &named, without_it(&named)) {
            self.assets.height_fields.insert(index, Arc::new(field));
            if let Some(colours) = colours {
                self.assets.images.insert(named.uri, Arc::new(colours));
            }
        }
    }
}

/// Bytes of a decoded mesh.
fn mesh_bytes(mesh: &Mesh) -> u64 {
    let corners = 12 * mesh.positions.len() + 12 * mesh.normals.len() + 8 * mesh.uvs.len();
    // A scene has a copy of each.
    let materials: usize = mesh.materials.iter().map(|material| 2 * material_bytes(material)).sum();
    (corners + 16 * mesh.triangles.len() + 8 * mesh.segments.len() + materials) as u64
}

fn read_grid(
    grid: &OccupancyGridElement,
    store: &AssetStore,
    limits: &Limits,
    spending: &Spending,
) -> Result<OccupancyGrid, AssetProblem> {
    let read = |uri: &str| read_counted(uri, store, limits, spending);
    // The picture is dropped once its cells are made; decoding it took time all the same.
    let count_pixels = |bytes: &[u8]| -> Result<(), AssetProblem> {
        Ok(spending.spend(Resource::Work, picture_bytes(bytes, limits)?)?)
    };
    let bytes = read(&grid.file.uri)?;
    match grid.source {
        GridSource::Image { resolution_m, center_pixel } => {
            count_pixels(&bytes)?;
            decode_occupancy_image(&bytes, resolution_m, center_pixel, limits)
        }
        GridSource::Gridmap => decode_gridmap(&bytes, limits),
        GridSource::RosYaml => {
            let map = RosMap::parse(&bytes)?;
            let picture = read(&beside(&grid.file.uri, &map.image)).map_err(|problem| {
                AssetProblem::malformed(format!("names the picture \"{}\", but {problem}", map.image))
            })?;
            count_pixels(&picture)?;
            map.decode(&picture, limits)
        }
    }
}

/// An elevation map, and the colours its file brings along.
fn read_elevation(
    map: &Elevation,
    store: &AssetStore,
    limits: &Limits,
    spending: &Spending,
) -> Result<(HeightField, Option<Image>), AssetProblem> {
    let read = |uri: &str| read_counted(uri, store, limits, spending);
    if !(map.resolution_m > 0.0 && map.resolution_m.is_finite()) {
        return Err(AssetProblem::malformed("has cells without a size"));
    }
    let (heights, colours, corner): (Heights, Option<Image>, Option<[f64; 2]>) = match &map.source {
        ElevationSource::Image { file, z_min_m, z_max_m } => {
            (heights_from_picture(&read(&file.uri)?, *z_min_m, *z_max_m, limits)?, None, None)
        }
        ElevationSource::Matrix(matrix) => (heights_from_matrix(matrix, limits)?, None, None),
        ElevationSource::DemText { file, offset_x_m, offset_y_m, offset_z_m } => {
            let offset_m = [*offset_x_m, *offset_y_m, *offset_z_m];
            let survey = survey_from_text(&read(&file.uri)?, offset_m, map.resolution_m, limits)?;
            spending.spend(Resource::Work, survey.work)?;
            (survey.heights, Some(survey.colours), Some(survey.corner_m))
        }
    };
    let weights: usize = map.kernel.iter().map(Vec::len).sum();
    spending.spend(Resource::Work, (weights as u64).saturating_mul(heights.values_m.len() as u64))?;
    let heights = heights.smoothed(&map.kernel);
    let centred = HeightField::centred_corner_m(heights.rows, heights.columns, map.resolution_m);
    let field = HeightField {
        rows: heights.rows,
        columns: heights.columns,
        heights_m: heights.values_m.iter().map(|&height| height as f32).collect(),
        resolution_m: map.resolution_m,
        corner_m: corner
            .unwrap_or([map.corner_min_x_m.unwrap_or(centred[0]), map.corner_min_y_m.unwrap_or(centred[1])]),
        placement: placement(&map.pose_in_world),
    };
    if !field.heights_m.iter().all(|height| height.is_finite()) {
        return Err(AssetProblem::malformed("has heights that are not numbers"));
    }
    Ok((field, colours))
}

/// Terrain is upright: of a pose, only position and yaw are used.
fn placement(pose: &Pose3) -> Placement {
    let (sin_yaw, cos_yaw) = sin_cos(pose.yaw_rad);
    Placement { origin_m: [pose.x_m, pose.y_m, pose.z_m], cos_yaw, sin_yaw }
}

/// Severity of a missing grid or elevation map: an error for a file on disk; a warning for a web address, because
/// opening a world downloads nothing and must not fail for that reason.
fn without_it(file: &AssetUri) -> Severity {
    let is_remote = file.uri.starts_with("http://") || file.uri.starts_with("https://");
    if is_remote { Severity::Warning } else { Severity::Error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_read_where_they_are_codes() {
        assert_eq!(percent_decoded("my%20paint.png").as_deref(), Some("my paint.png"));
        assert_eq!(percent_decoded("100%.png"), None);
        assert_eq!(percent_decoded("a%2"), None);
        assert_eq!(percent_decoded("%ff"), None, "not text");
    }
}
