//! Build again when a definition or model is added: `include_dir` sees only what was there before.

fn main() {
    println!("cargo::rerun-if-changed=../../definitions");
    println!("cargo::rerun-if-changed=../../models");
}
