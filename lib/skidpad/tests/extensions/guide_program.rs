use skidpad::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad::messages::{ArraysReading, NamedArray, ReadingData};
use skidpad::{Extensions, Param, Run, World, WorldOptions};
use std::sync::Arc;

/// What a world file may say: name, unit, default, range, meaning.
const PARAMETERS: &[Param] =
    &[Param::number("noise", "m").default("0.1").non_negative().doc("Standard deviation.")];

struct Altimeter {
    noise_m: f64,
}

impl SensorModel for Altimeter {
    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let height_m = at.sensor_in_world.z_m + self.noise_m * at.noise.normal(0);
        let arrays = vec![NamedArray::new("height_m", "m", vec![height_m])];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }
}

pub(super) fn extensions() -> Extensions {
    let altimeter = SensorClass::new("Measures its height.", PARAMETERS, |values| {
        Ok(Altimeter { noise_m: values.number("noise") })
    });
    Extensions::new().sensor("altimeter", altimeter)
}

fn main() -> Result<(), skidpad::Error> {
    let options = WorldOptions { extensions: Arc::new(extensions()), ..WorldOptions::from_environment() };
    let world = World::read("hill.world.xml", &options)?;
    print!("{}", world.diagnostics().render(world.sources()));
    let summary = Run::new(world).dump("out").duration_s(2.0).go()?;
    println!("{summary}");
    Ok(())
}
