//! `skidpad assets`: the files that a world needs, and the only command that downloads.

use crate::world_args::WorldArgs;
use crate::{Outcome, print};
use clap::{Args, Subcommand};
use skidpad::assets::{AssetState, fetch, list_assets};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// List or download the meshes, images and grids that a world needs
#[derive(Args)]
pub(crate) struct Assets {
    #[command(subcommand)]
    command: AssetsCommand,
}

#[derive(Subcommand)]
enum AssetsCommand {
    /// List the assets of a world and where each was found
    List(AssetWorld),
    /// Download missing assets into the asset store
    Fetch(AssetWorld),
}

#[derive(Args)]
struct AssetWorld {
    /// World file
    world: PathBuf,
    #[command(flatten)]
    args: WorldArgs,
}

impl Assets {
    pub(crate) fn run(&self) -> Outcome {
        match &self.command {
            AssetsCommand::List(world) => world.list(),
            AssetsCommand::Fetch(world) => world.fetch(),
        }
    }
}

impl AssetWorld {
    fn list(&self) -> Outcome {
        let world = self.args.read(&self.world, false)?;
        let mut text = String::new();
        for asset in list_assets(world.description(), &world.store) {
            let uri = &asset.needed.uri;
            match asset.state {
                AssetState::Present(path) => writeln!(text, "present   {uri}  ({})", path.display())?,
                AssetState::Downloaded(path) => writeln!(text, "stored    {uri}  ({})", path.display())?,
                AssetState::Embedded => writeln!(text, "embedded  {uri}")?,
                AssetState::Missing(problem) => writeln!(text, "missing   {uri}  ({problem})")?,
            }
        }
        print(text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    fn fetch(&self) -> Outcome {
        let world = self.args.read(&self.world, false)?;
        let options = self.args.options();
        let store = options.store.ok_or("there is no asset store; name one with --store DIR")?;
        let mut failure_count = 0;
        for asset in list_assets(world.description(), &world.store) {
            let uri = &asset.needed.uri;
            let is_remote = uri.starts_with("http://") || uri.starts_with("https://");
            if !is_remote || !matches!(asset.state, AssetState::Missing(_)) {
                continue;
            }
            match fetch::fetch(uri, &store, world.store.limits().file_bytes) {
                Ok(fetched) => {
                    println!("fetched {} ({} bytes, sha256 {})", fetched.url, fetched.bytes, fetched.sha256);
                }
                Err(problem) => {
                    eprintln!("{uri}: {problem}");
                    failure_count += 1;
                }
            }
        }
        Ok(ExitCode::from(if failure_count > 0 { 2 } else { 0 }))
    }
}
