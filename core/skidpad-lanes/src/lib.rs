//! Eight `f64` or `f32` side by side (or four), and the choice of instruction set at run time.
//!
//! [`Lanes`] is a plain array with arithmetic: fixed-width loops that the compiler turns into vector
//! instructions, no intrinsics. Each lane computes exactly what a lone `f64` would, so eight vehicles
//! stepped together get the bits they get alone. Choices are [`LaneMask`]s and [`Lanes::select`]
//! instead of branches.
//!
//! [`dispatch`] runs a piece of [`LaneWork`] compiled for AVX2 where the processor has it, and compiled
//! for the baseline elsewhere. Both are the same Rust code and give the same bits. Fused multiply-add
//! is never enabled, because it rounds once where the scalar code rounds twice.
//!
//! [`Lanes32`] does the same for eight `f32`, for rays; its AVX2 version is written out, because
//! compilers lose the comparisons and masks that a ray tracer is full of. [`Lanes64`] names the registers
//! for four `f64`, for long formulas in which compilers lose the vectors altogether.
//!
//! ```
//! use skidpad_lanes::{LaneWork, Lanes, dispatch};
//!
//! struct Square(Lanes);
//! impl LaneWork for Square {
//!     type Output = Lanes;
//!     #[inline(always)]
//!     fn run(self) -> Lanes {
//!         self.0 * self.0
//!     }
//! }
//! assert_eq!(dispatch(Square(Lanes::splat(3.0))).to_array(), [9.0; 8]);
//! ```
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(target_arch = "x86_64")]
mod avx32;
#[cfg(target_arch = "x86_64")]
mod avx64;
mod dispatch;
mod lanes;
mod lanes32;
mod lanes64;
mod prefetch;

pub use dispatch::{LaneWork, dispatch, dispatch_baseline, instruction_set};
pub use lanes::{FourLanes, LANE_COUNT, LaneMask, LaneMaskOf, Lanes, LanesOf};
pub use lanes32::{Lane32Work, Lanes32, Mask32, Plain32, PlainMask32, dispatch32, dispatch32_baseline};
pub use lanes64::{Lane64Work, Lanes64, Mask64, dispatch64};
pub use prefetch::prefetch;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
