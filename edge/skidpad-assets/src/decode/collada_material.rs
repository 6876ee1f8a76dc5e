//! The materials of a COLLADA document: diffuse colour, opacity, texture.

use super::collada::{Document, numbers};
use super::effort::{Effort, STEPS_PER_ELEMENT, material_bytes};
use super::mesh::{file_name, shown_name};
use super::xml_tree::Node;
use crate::AssetProblem;
use skidpad_scene::Material;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Every material of a document, by its `id`.
pub(crate) struct Materials {
    known: BTreeMap<String, Named>,
    /// How the materials of each effect look, by the number of its element: many may name one.
    effects: BTreeMap<usize, Material>,
}

/// A material that is made when a primitive has it.
struct Named {
    name: String,
    effect: usize,
}

impl Materials {
    pub(crate) fn new(document: &Document<'_>, effort: &Effort) -> Result<Materials, AssetProblem> {
        let (mut known, mut effects) = (BTreeMap::new(), BTreeMap::new());
        let libraries = document.root.children_named("library_materials");
        for node in libraries.flat_map(|library| library.children_named("material")) {
            let effect = node
                .at("instance_effect")
                .and_then(|instance| document.find(instance.attribute("url")?, "effect"));
            let (Some(effect), Some(id)) = (effect, node.attribute("id")) else { continue };
            if let Entry::Vacant(new) = effects.entry(effect.id_in_tree()) {
                let material = effect_material(effect, document, effort)?;
                effort.hold(material_bytes(&material))?;
                new.insert(material);
            }
            let name = shown_name(node.attribute("name").unwrap_or(id)).to_owned();
            known.insert(id.to_owned(), Named { name, effect: effect.id_in_tree() });
        }
        Ok(Materials { known, effects })
    }

    /// The material that an instance binds to a primitive's symbol; without a binding the symbol
    /// itself may name one.
    pub(crate) fn bound(
        &self,
        symbol: Option<&str>,
        instance: Option<Node<'_>>,
        document: &Document<'_>,
    ) -> Option<Material> {
        let symbol = symbol?;
        let bindings = instance.and_then(|instance| instance.at("bind_material/technique_common"));
        let target = bindings
            .into_iter()
            .flat_map(|node| node.children_named("instance_material"))
            .find(|node| node.attribute("symbol") == Some(symbol))
            .and_then(|node| document.find(node.attribute("target")?, "material"))
            .and_then(|material| material.attribute("id"));
        let Named { name, effect } = self.known.get(target.unwrap_or(symbol))?;
        Some(Material { name: name.clone(), ..self.effects.get(effect)?.clone() })
    }
}

/// How many elements of an instance are looked at for the binding of a material.
pub(crate) fn material_bindings(instance: Node<'_>) -> usize {
    let inside = |path: &str| instance.at(path).map_or(0, |node| node.children().count());
    instance.children().count() + inside("bind_material") + inside("bind_material/technique_common")
}

/// Colour and texture of the common profile.
fn effect_material(
    effect: Node<'_>,
    document: &Document<'_>,
    effort: &Effort,
) -> Result<Material, AssetProblem> {
    let mut material = Material::default();
    let Some(profile) = effect.at("profile_COMMON") else { return Ok(material) };
    let shader = profile.at("technique").and_then(|technique| {
        technique.children().find(|node| matches!(node.name(), "phong" | "lambert" | "blinn" | "constant"))
    });
    let Some(shader) = shader else { return Ok(material) };
    if let Some(diffuse) = shader.at("diffuse").or_else(|| shader.at("emission")) {
        if let Some(color) = diffuse.at("color")
            && let [r, g, b, ref rest @ ..] = numbers(color.text())[..]
        {
            let a = rest.first().copied().unwrap_or(1.0);
            material.rgba = [r, g, b, a].map(|value| value.clamp(0.0, 1.0) as f32);
        }
        if let Some(texture) = diffuse.at("texture").and_then(|node| node.attribute("texture")) {
            material.rgba = [1.0; 4];
            material.texture_uri = texture_file(texture, profile, document, effort)?;
        }
    }
    material.rgba[3] *= opacity(shader);
    Ok(material)
}

/// Opacity from `<transparency>` and `<transparent>`: A_ONE unless RGB_ZERO is asked for.
fn opacity(shader: Node<'_>) -> f32 {
    let transparency = shader.at("transparency/float").and_then(|node| numbers(node.text()).first().copied());
    let transparent = shader.at("transparent");
    let color = transparent.and_then(|node| Some(numbers(node.at("color")?.text())));
    let is_rgb_zero = transparent.and_then(|node| node.attribute("opaque")) == Some("RGB_ZERO");
    let factor = transparency.unwrap_or(1.0);
    let opacity = match color.as_deref() {
        Some(&[r, g, b, ..]) if is_rgb_zero => 1.0 - factor * (r + g + b) / 3.0,
        Some(&[_, _, _, a]) => factor * a,
        // A lone transparency of 0 is what many exporters write for "opaque".
        _ if factor > 0.0 => factor,
        _ => 1.0,
    };
    if opacity.is_finite() { opacity.clamp(0.0, 1.0) as f32 } else { 1.0 }
}

/// The file behind a texture: through sampler and surface, or directly an image.
fn texture_file(
    texture: &str,
    profile: Node<'_>,
    document: &Document<'_>,
    effort: &Effort,
) -> Result<Option<String>, AssetProblem> {
    let Some(image) = image_of(texture, profile).and_then(|id| document.find(id, "image")) else {
        return Ok(None);
    };
    // Many effects may name one image, and look through all of it.
    effort.take(STEPS_PER_ELEMENT * (1 + image.children().count()))?;
    let Some(init) = image.at("init_from") else { return Ok(None) };
    effort.take(STEPS_PER_ELEMENT * init.children().count())?;
    let file = init.at("ref").map_or(init.text(), Node::text);
    Ok(file_name(file).map(str::to_owned))
}

/// The `id` of the image behind a texture.
fn image_of<'a>(texture: &'a str, profile: Node<'a>) -> Option<&'a str> {
    let param =
        |sid: &str| profile.children_named("newparam").find(|node| node.attribute("sid") == Some(sid));
    let Some(sampler) = param(texture).and_then(|node| node.at("sampler2D")) else { return Some(texture) };
    match sampler.at("instance_image").and_then(|node| node.attribute("url")) {
        Some(url) => Some(url),
        None => Some(param(sampler.at("source")?.text())?.at("surface/init_from")?.text()),
    }
}
