//! Whether a property region changes something that is looked up, with a value of the right type.

use super::Implausible;
use crate::describe::reader::Reader;
use crate::description::PropertyValue;
use crate::nearest;
use crate::schema::PROPERTIES;

/// Check the property and value of a region.
pub(crate) fn property(region: &Reader<'_>, property: &str, value: &PropertyValue) {
    let property = property.to_owned();
    let place = region.place_of("property_name");
    let Some(known) = PROPERTIES.iter().find(|known| known.name == property) else {
        // Without a known name close to it, it may be a property that a user's program asks for.
        match nearest(&property, PROPERTIES.iter().map(|known| known.name)) {
            None => region.sink().note(place, Implausible::UnknownProperty { property, nearest: None }),
            nearest => region.sink().warning(place, Implausible::UnknownProperty { property, nearest }),
        }
        return;
    };
    let given = match value {
        PropertyValue::Number(_) => "value_double",
        PropertyValue::Flag(_) => "value_bool",
        PropertyValue::Text(_) => "value_string",
    };
    if given != known.value {
        region.error_at(given, Implausible::PropertyType { property, wanted: known.value });
        return;
    }
    if let PropertyValue::Number(value) = *value
        && value < 0.0
    {
        region.error_at(given, Implausible::NegativeProperty { property, value });
    }
}
