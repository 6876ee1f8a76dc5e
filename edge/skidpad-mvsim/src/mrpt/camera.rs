//! Cameras and their images.

use super::Pose3D;
use super::writer::{MrptObject, Put, Timestamp, put_object};

/// Lens distortion model of [`CameraParameters`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DistortionModel {
    /// No distortion.
    #[default]
    None,
    /// Brown–Conrady.
    PlumbBob,
    /// Fisheye.
    KannalaBrandt,
}

/// Size and projection of a camera: `mrpt::img::TCamera` v6.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraParameters<'a> {
    /// Focal length [m]; 0 if unknown.
    pub focal_length_m: f64,
    /// k1, k2, p1, p2, k3, k4, k5, k6.
    pub distortion: [f64; 8],
    /// Focal lengths and principal point: fx, fy, cx, cy [px].
    pub intrinsics_px: [f64; 4],
    /// Rows [px].
    pub height: u32,
    /// Columns [px].
    pub width: u32,
    /// Name of the camera.
    pub name: &'a str,
    /// Lens distortion model.
    pub model: DistortionModel,
}

impl Default for CameraParameters<'_> {
    fn default() -> Self {
        CameraParameters {
            focal_length_m: 0.0,
            distortion: [0.0; 8],
            intrinsics_px: [0.0; 4],
            height: 0,
            width: 0,
            name: "camera1",
            model: DistortionModel::None,
        }
    }
}

impl MrptObject for CameraParameters<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        put_object(out, "mrpt::img::TCamera", 6, |out| {
            out.put_f64(self.focal_length_m);
            out.put_f64s(&self.distortion);
            out.put_f64s(&self.intrinsics_px);
            out.put_u32(self.height);
            out.put_u32(self.width);
            out.put_text(self.name);
            out.push(match self.model {
                DistortionModel::None => 0,
                DistortionModel::PlumbBob => 1,
                DistortionModel::KannalaBrandt => 2,
            });
        });
    }
}

/// An image: `mrpt::img::CImage` v9. Rows from the top, pixels from the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Image<'a> {
    /// Red, green, blue per pixel; written as blue, green, red.
    Rgb {
        /// Columns [px].
        width: u32,
        /// Rows [px].
        height: u32,
        /// 3·width·height bytes.
        rgb: &'a [u8],
    },
    /// One byte per pixel.
    Grey {
        /// Columns [px].
        width: u32,
        /// Rows [px].
        height: u32,
        /// width·height bytes.
        grey: &'a [u8],
    },
    /// A JPEG file with colours.
    Jpeg {
        /// Columns [px].
        width: u32,
        /// Rows [px].
        height: u32,
        /// The file.
        jpeg: &'a [u8],
    },
}

impl MrptObject for Image<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        put_object(out, "mrpt::img::CImage", 9, |out| {
            // Stored here, not in a file.
            out.put_bool(false);
            match *self {
                Image::Rgb { width, height, rgb } => {
                    out.put_bool(true);
                    // Negative sizes say that the pixels are not compressed.
                    out.put_i32(-(width as i32));
                    out.put_i32(-(height as i32));
                    let byte_count = 3 * width as usize * height as usize;
                    let (pixels, _) = rgb[..rgb.len().min(byte_count)].as_chunks::<3>();
                    out.reserve(byte_count + 1);
                    out.extend(pixels.iter().flat_map(|[red, green, blue]| [*blue, *green, *red]));
                    out.resize(out.len() + byte_count - 3 * pixels.len(), 0);
                }
                Image::Grey { width, height, grey } => {
                    let byte_count = width as usize * height as usize;
                    out.put_bool(false);
                    out.put_i32(width as i32);
                    out.put_i32(height as i32);
                    out.put_i32(0);
                    out.put_count(byte_count);
                    // 8 bits per pixel, not compressed.
                    out.put_i32(0);
                    out.put_bool(false);
                    let pixels = &grey[..grey.len().min(byte_count)];
                    out.extend_from_slice(pixels);
                    out.resize(out.len() + byte_count - pixels.len(), 0);
                }
                Image::Jpeg { width, height, jpeg } => {
                    out.put_bool(true);
                    out.put_i32(width as i32);
                    out.put_i32(height as i32);
                    out.put_count(jpeg.len());
                    out.extend_from_slice(jpeg);
                }
            }
        });
    }
}

/// An image of a camera: `mrpt::obs::CObservationImage` v4.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraImage<'a> {
    /// Pose of the camera on its vehicle, z forward.
    pub camera_pose: Pose3D,
    /// Size and projection.
    pub camera: CameraParameters<'a>,
    /// The image.
    pub image: Image<'a>,
    /// Time of the image.
    pub timestamp: Timestamp,
    /// Name of the sensor.
    pub label: &'a str,
}

impl MrptObject for CameraImage<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        put_object(out, "mrpt::obs::CObservationImage", 4, |out| {
            self.camera_pose.write(out);
            self.camera.write(out);
            self.image.write(out);
            out.put_u64(self.timestamp.ticks);
            out.put_text(self.label);
        });
    }
}
