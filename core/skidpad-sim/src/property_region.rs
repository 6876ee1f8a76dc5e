//! Boxes of the world in which a property has another value: ice, sand, no satellite reception.

use skidpad_world::description::{PropertyRegion, PropertyValue};

/// The regions of a world, sorted by what they mean; document order within each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PropertyRegions {
    friction_mu: Vec<NumberRegion>,
    friction_c_rr: Vec<NumberRegion>,
    /// All of them, for lookups by name.
    pub all: Vec<PropertyRegion>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct NumberRegion {
    min_m: [f64; 3],
    max_m: [f64; 3],
    /// None where the file gave another kind of value: such a region hides later ones and changes nothing.
    value: Option<f64>,
}

impl PropertyRegions {
    /// Collect the regions of a world.
    pub fn new(all: Vec<PropertyRegion>) -> Self {
        let of = |name: &str| {
            let mine = all.iter().filter(|region| region.property == name);
            mine.map(|region| NumberRegion {
                min_m: region.min,
                max_m: region.max,
                value: match region.value {
                    PropertyValue::Number(value) => Some(value),
                    PropertyValue::Flag(_) | PropertyValue::Text(_) => None,
                },
            })
            .collect()
        };
        PropertyRegions { friction_mu: of("friction_mu"), friction_c_rr: of("friction_C_rr"), all }
    }

    /// Whether any region changes how wheels grip or roll.
    pub fn has_friction(&self) -> bool {
        !(self.friction_mu.is_empty() && self.friction_c_rr.is_empty())
    }

    /// Friction coefficient that the ground at a point imposes, if any [-].
    pub fn friction_mu(&self, point_m: [f64; 3]) -> Option<f64> {
        first_at(&self.friction_mu, point_m)
    }

    /// Coefficient of rolling resistance that the ground at a point imposes, if any [-].
    pub fn friction_c_rr(&self, point_m: [f64; 3]) -> Option<f64> {
        first_at(&self.friction_c_rr, point_m)
    }

    /// The value of a property at a point: that of the first region, in document order, that holds it.
    pub fn value(&self, property: &str, point_m: [f64; 3]) -> Option<&PropertyValue> {
        let holds = |region: &&PropertyRegion| {
            region.property == property && contains(&region.min, &region.max, &point_m)
        };
        self.all.iter().find(holds).map(|region| &region.value)
    }
}

fn first_at(regions: &[NumberRegion], point_m: [f64; 3]) -> Option<f64> {
    regions.iter().find(|region| contains(&region.min_m, &region.max_m, &point_m))?.value
}

/// Bounds belong to the box.
fn contains(min_m: &[f64; 3], max_m: &[f64; 3], point_m: &[f64; 3]) -> bool {
    (0..3).all(|axis| min_m[axis] <= point_m[axis] && point_m[axis] <= max_m[axis])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(property: &str, x_max: f64, value: PropertyValue) -> PropertyRegion {
        PropertyRegion {
            property: property.to_string(),
            min: [-1.0, -1.0, -1000.0],
            max: [x_max, 1.0, 1000.0],
            value,
        }
    }

    #[test]
    fn the_first_region_that_matches_wins() {
        let regions = PropertyRegions::new(vec![
            region("friction_mu", 1.0, PropertyValue::Number(0.1)),
            region("friction_mu", 3.0, PropertyValue::Number(0.5)),
            region("friction_C_rr", 0.0, PropertyValue::Flag(true)),
            region("friction_C_rr", 3.0, PropertyValue::Number(0.2)),
        ]);
        assert_eq!(regions.friction_mu([1.0, -1.0, 5.0]), Some(0.1), "bounds belong to the box");
        assert_eq!(regions.friction_mu([2.0, 0.0, 0.0]), Some(0.5));
        assert_eq!(regions.friction_mu([4.0, 0.0, 0.0]), None);
        assert_eq!(regions.friction_c_rr([0.0, 0.0, 0.0]), None, "not a number: no effect");
        assert_eq!(regions.friction_c_rr([0.1, 0.0, 0.0]), Some(0.2));
        assert_eq!(regions.value("friction_C_rr", [0.0; 3]), Some(&PropertyValue::Flag(true)));
    }
}
