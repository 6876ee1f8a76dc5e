//! A world together with every file it was read from, as bytes: for other processes and other machines.

use crate::{World, WorldOptions};
use serde::{Deserialize, Serialize};
use skidpad_sim::Extensions;
use skidpad_world::description::Compat;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Longest file that is taken along [bytes].
const LONGEST_FILE: usize = 256 << 20;

/// A world together with every file it was read from. It can be read again where there is no such file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorldBundle {
    main: String,
    opened_as: String,
    /// Texts by logical path.
    texts: BTreeMap<String, Vec<u8>>,
    /// Meshes, maps and pictures by address, as written in the world.
    assets: BTreeMap<String, Vec<u8>>,
    seed: u64,
    variables: BTreeMap<String, String>,
    environment: BTreeMap<String, String>,
    with_pictures: bool,
    /// Whether the laws of slopes are MVSim's, where this was chosen from outside.
    is_mvsim_compatible: Option<bool>,
}

/// The bytes are not a bundle, or one of another version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnreadableBundle;

impl fmt::Display for UnreadableBundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bundle of a world is damaged or of another version")
    }
}

impl std::error::Error for UnreadableBundle {}

impl World {
    /// The texts that the world was read from, by logical path, as they were then, whatever has become of the files.
    /// Those longer than so many bytes are left out.
    pub(crate) fn texts(&self, longest: usize) -> BTreeMap<String, Vec<u8>> {
        self.read_parts().texts(longest)
    }

    /// The world with all its files. Files are read again; those that cannot be read any more are left out, and
    /// reading the bundle reports them.
    pub fn bundle(&self) -> WorldBundle {
        let asset = |uri: String| Some((uri.clone(), self.store.read(&uri).ok()?));
        WorldBundle {
            main: self.files.world.clone(),
            opened_as: self.opened_as.clone(),
            texts: self.texts(LONGEST_FILE),
            assets: self.store.answered().into_iter().filter_map(asset).collect(),
            seed: self.options.seed,
            variables: self.options.variables.clone(),
            environment: (self.loaded.environment_read.iter())
                .filter_map(|(name, value)| Some((name.clone(), value.clone()?)))
                .collect(),
            with_pictures: self.options.with_pictures,
            is_mvsim_compatible: self.options.compat.map(|compat| compat == Compat::Mvsim),
        }
    }
}

impl World {
    /// The same world read again with other values of some variables, from the same files. Nothing is read from disk
    /// that this world did not read.
    pub fn with_variables(&self, changed: &BTreeMap<String, String>) -> World {
        self.read_again(self.seed(), changed)
    }

    /// As [`World::with_variables`], with another seed too.
    pub fn read_again(&self, seed: u64, changed: &BTreeMap<String, String>) -> World {
        let mut bundle = WorldBundle { seed, ..self.bundle() };
        bundle.variables.extend(changed.iter().map(|(name, value)| (name.clone(), value.clone())));
        bundle.read_with(Arc::clone(&self.options.extensions))
    }
}

impl WorldBundle {
    /// Read the world. Nothing is read from disk.
    pub fn read(&self) -> World {
        self.read_with(Arc::default())
    }

    /// Read a world that uses classes of a program's own. A bundle has no code, so they are handed over.
    pub fn read_with(&self, extensions: Arc<Extensions>) -> World {
        let compat = |is_mvsim| if is_mvsim { Compat::Mvsim } else { Compat::None };
        let options = WorldOptions {
            seed: self.seed,
            variables: self.variables.clone(),
            environment: self.environment.clone(),
            with_pictures: self.with_pictures,
            compat: self.is_mvsim_compatible.map(compat),
            extensions,
            ..WorldOptions::default()
        };
        let world = World::from_files(&self.main, self.texts.clone(), self.assets.clone(), &options);
        World { opened_as: self.opened_as.clone(), ..world }
    }

    /// As bytes, for a file or a wire.
    pub fn to_bytes(&self) -> Result<Vec<u8>, UnreadableBundle> {
        postcard::to_stdvec(self).map_err(|_| UnreadableBundle)
    }

    /// Read back what [`WorldBundle::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<WorldBundle, UnreadableBundle> {
        postcard::from_bytes(bytes).map_err(|_| UnreadableBundle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Simulation;
    use skidpad_messages::Commands;

    fn hash_after_a_second(world: &World) -> (u64, u64) {
        let mut sim = Simulation::build(world).expect("it builds");
        sim.run_for_s(1.0, &Commands::NONE);
        (sim.state_hash(), sim.observation_hash())
    }

    #[test]
    fn a_bundle_is_the_same_world() {
        for name in ["two_robots", "gridmap", "cone_track", "elevation_map"] {
            let path = format!("../../worlds/{name}.world.xml");
            let options = WorldOptions { seed: 7, ..WorldOptions::default() };
            let world =
                World::read(&path, &options).expect("it opens").without_errors().expect("it is valid");
            let bytes = world.bundle().to_bytes().expect("it has bytes");
            let copy = WorldBundle::from_bytes(&bytes).expect("its own bytes").read();
            let again = copy.read_again(7, &BTreeMap::new());
            assert_eq!(copy.seed(), 7, "{name}");
            let expected = hash_after_a_second(&world);
            assert_eq!(hash_after_a_second(&copy), expected, "{name}");
            assert_eq!(hash_after_a_second(&again), expected, "{name}: a copy of a copy");
        }
    }

    #[test]
    fn a_world_without_a_file_has_a_bundle_too() {
        let text = r#"<mvsim_world><include file="../definitions/jackal.vehicle.xml" default_sensors="false"/>
            <vehicle name="r1" class="jackal"><init_pose>1 2 0</init_pose></vehicle></mvsim_world>"#;
        let world = World::from_text(text, &WorldOptions::default()).without_errors().expect("it is valid");
        let copy = world.bundle().read().without_errors().expect("its texts are taken along");
        assert_eq!(hash_after_a_second(&copy), hash_after_a_second(&world));
    }

    #[test]
    fn variables_take_other_values() {
        let text = r#"<mvsim_world><variable name="x" value="1"/>
            <block name="box"><init_pose>${x} 0 0</init_pose></block></mvsim_world>"#;
        let world = World::from_text(text, &WorldOptions::default());
        let moved = world.with_variables(&BTreeMap::from([("x".to_string(), "5".to_string())]));
        let x_m = |world: &World| {
            let sim = Simulation::build(world).expect("it builds");
            sim.observations().blocks[0].pose_in_world.x_m
        };
        assert_eq!((x_m(&world), x_m(&moved)), (1.0, 5.0));
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let world = World::from_text("<mvsim_world/>", &WorldOptions::default());
        let bytes = world.bundle().to_bytes().expect("it has bytes");
        assert_eq!(WorldBundle::from_bytes(&bytes[..bytes.len() / 2]), Err(UnreadableBundle));
    }
}
