//! Robots in URDF and worlds in SDF, read from disk or given as text, as text of worlds.
//!
//! Files are read as those of a world are: below the folder that holds the file's folder, in the folders of
//! [`WorldOptions::search`] and in the packages of [`WorldOptions::packages`], nothing else.

use crate::{Error, Inserter, WorldOptions};
use skidpad_assets::{AssetState, AssetStore, DiskFiles, WorldFiles, read_mesh};
use skidpad_scene::Mesh;
use skidpad_world::DiagnosticRecord;
use skidpad_world::files::{FileProblem, Files};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

pub use skidpad_import::{ImportOptions, Imported, Mapping, SdfWorld, UrdfVehicle, import_sdf, import_urdf};

/// Turn a robot's file into a class of vehicles. `output` is where the class will be written, so that it finds its
/// meshes from there. Fails only if a file cannot be opened; other problems are findings.
pub fn urdf_file(
    path: &Path,
    mapping: Option<&Path>,
    output: &Path,
    options: &WorldOptions,
) -> Result<Imported<UrdfVehicle>, Error> {
    let source = ImportSource::open(path, output, options)?;
    let mapping = mapping
        .map(|path| {
            let text = crate::read_text(path)
                .map_err(|reason| Error::Unopened { path: path.to_path_buf(), reason })?;
            Ok::<_, Error>(Mapping { file: path.display().to_string(), text })
        })
        .transpose()?;
    let import = source.options(options);
    Ok(import_urdf(&source.text, &path.display().to_string(), mapping.as_ref(), &import))
}

/// Turn a world in SDF into a world file that will be written to `output`.
pub fn sdf_file(path: &Path, output: &Path, options: &WorldOptions) -> Result<Imported<SdfWorld>, Error> {
    let source = ImportSource::open(path, output, options)?;
    let import = source.options(options);
    let imported = import_sdf(&source.text, &source.files.world, &import);
    // The main file is named as on the command line.
    let shown = |finding: DiagnosticRecord| {
        let is_main = finding.file.as_deref() == Some(&source.files.world);
        DiagnosticRecord {
            file: if is_main { Some(path.display().to_string()) } else { finding.file },
            ..finding
        }
    };
    Ok(Imported { findings: imported.findings.into_iter().map(shown).collect(), ..imported })
}

/// Turn the text of a robot into a class of vehicles. Its meshes are found as a world's own files are.
pub fn urdf_text(text: &str, store: &AssetStore) -> Imported<UrdfVehicle> {
    let read = MeshReader::new(store);
    let import =
        ImportOptions { mesh: Box::new(move |uri| read.mesh(uri)), ..ImportOptions::without_files() };
    import_urdf(text, "robot_description", None, &import)
}

impl Inserter {
    /// A piece of a world that adds a robot, given as the text of its URDF, under a name at a pose: what
    /// [`Inserter::read`] takes. The error is a text for users.
    pub fn urdf_entity(&self, urdf: &str, name: &str, pose: &skidpad_math::Pose3) -> Result<String, String> {
        let imported = urdf_text(urdf, self.store());
        let Some(vehicle) = imported.result else {
            let errors =
                imported.findings.iter().filter(|finding| finding.severity == crate::Severity::Error);
            return Err(errors.map(ToString::to_string).collect::<Vec<_>>().join("\n"));
        };
        let name = name.replace('&', "&amp;").replace('"', "&quot;").replace(['<', '$'], "_");
        let angles = [pose.yaw_rad, pose.pitch_rad, pose.roll_rad].map(f64::to_degrees);
        let [x, y, z] = [pose.x_m, pose.y_m, pose.z_m];
        Ok(format!(
            "{}<vehicle name=\"{name}\" class=\"{}\"><init_pose3d>{x} {y} {z} {} {} {}</init_pose3d></vehicle>\n",
            vehicle.xml, vehicle.class_name, angles[0], angles[1], angles[2]
        ))
    }
}

/// Meshes of a store, each decoded once.
struct MeshReader<'a> {
    store: &'a AssetStore,
    read: RefCell<BTreeMap<String, Result<Arc<Mesh>, String>>>,
}

impl<'a> MeshReader<'a> {
    fn new(store: &'a AssetStore) -> MeshReader<'a> {
        MeshReader { store, read: RefCell::default() }
    }

    fn mesh(&self, uri: &str) -> Result<Arc<Mesh>, String> {
        if let Some(known) = self.read.borrow().get(uri) {
            return known.clone();
        }
        let mesh = read_mesh(uri, self.store).map(Arc::new).map_err(|problem| problem.to_string());
        self.read.borrow_mut().insert(uri.to_owned(), mesh.clone());
        mesh
    }
}

/// A file to import, what it may read, and where the result goes.
struct ImportSource {
    text: String,
    files: WorldFiles,
    store: AssetStore,
    /// Real path of the folder of the result; none if there is no such folder.
    output_folder: Option<PathBuf>,
}

impl ImportSource {
    fn open(path: &Path, output: &Path, options: &WorldOptions) -> Result<ImportSource, Error> {
        let unopened = |reason| Error::Unopened { path: path.to_path_buf(), reason };
        let mut folders = options.folders();
        let real = path.canonicalize().map_err(unopened)?;
        let plain = DiskFiles::for_world(path, &folders).map_err(unopened)?;
        // `package://my_robot/…` in a file below a folder of that name is a file of that folder.
        for folder in real.ancestors().skip(1).take_while(|folder| folder.starts_with(plain.files.root())) {
            if let Some(name) = folder.file_name().and_then(|name| name.to_str()) {
                folders.packages.entry(name.to_owned()).or_insert_with(|| folder.to_path_buf());
            }
        }
        let files = DiskFiles::for_world(path, &folders).map_err(unopened)?;
        let failed = |problem: FileProblem| unopened(std::io::Error::other(problem.to_string()));
        let bytes = files.files.read(&files.world, options.limits.file_bytes).map_err(failed)?;
        let not_text =
            |_| unopened(std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8 text"));
        let text = String::from_utf8(bytes).map_err(not_text)?;
        let store = AssetStore::new(&files, options.store.as_deref());
        let folder =
            output.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        Ok(ImportSource {
            text,
            files,
            store,
            output_folder: folder.and_then(|folder| folder.canonicalize().ok()),
        })
    }

    fn options<'a>(&'a self, options: &'a WorldOptions) -> ImportOptions<'a> {
        let read = MeshReader::new(&self.store);
        ImportOptions {
            mesh: Box::new(move |uri| read.mesh(uri)),
            rename: Box::new(move |uri| self.renamed(uri, options)),
            files: &self.files.files,
            limits: options.limits.clone(),
        }
    }

    /// An address as the result should write it: one on disk from the folder of the result on, one in a package that
    /// the user named as it is.
    fn renamed(&self, uri: &str, options: &WorldOptions) -> String {
        let package = uri.strip_prefix("package://").and_then(|rest| rest.split('/').next());
        if package.is_some_and(|name| options.packages.contains_key(name)) {
            return uri.to_owned();
        }
        match (self.store.state(uri), &self.output_folder) {
            (AssetState::Present(file), Some(folder)) => {
                format!("${{MVSIM_CURRENT_FILE_DIRECTORY}}/{}", relative(folder, &file))
            }
            _ => uri.to_owned(),
        }
    }
}

/// The way from a folder to a file, both real paths.
fn relative(folder: &Path, file: &Path) -> String {
    let parts = |path: &Path| -> Vec<String> {
        path.components()
            .filter(|part| matches!(part, Component::Normal(_)))
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect()
    };
    let (from, to) = (parts(folder), parts(file));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - common);
    up.chain(to[common..].iter().cloned()).collect::<Vec<_>>().join("/")
}
