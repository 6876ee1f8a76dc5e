//! `Real` for registers of the processor: four numbers at once, or eight in two of them.
//!
//! They exist inside [`skidpad_lanes::dispatch64`] alone. Each number has the bits that `f64` gives alone.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

use skidpad_lanes::{FourLanes, Lanes, Lanes64, Mask64};

use crate::elementary::{self, PowerOfTwo};
use crate::real::Real;

/// Four numbers in one register.
#[derive(Clone, Copy, Debug)]
pub struct Register4<V>([V; 1]);
/// One truth for each number of a [`Register4`].
#[derive(Clone, Copy, Debug)]
pub struct RegisterMask4<M>([M; 1]);

/// Eight numbers in two registers: two chains of work for the processor to interleave.
#[derive(Clone, Copy, Debug)]
pub struct Register8<V>([V; 2]);
/// One truth for each number of a [`Register8`].
#[derive(Clone, Copy, Debug)]
pub struct RegisterMask8<M>([M; 2]);

impl<V: Lanes64> Register4<V> {
    /// Each number takes the value of its lane.
    #[inline(always)]
    pub fn load(lanes: &FourLanes) -> Self {
        Self([V::from_array(&lanes.to_array())])
    }

    /// Each lane takes the value of its number.
    #[inline(always)]
    pub fn store(self) -> FourLanes {
        FourLanes::from_array(self.0[0].to_array())
    }
}

impl<V: Lanes64> Register8<V> {
    /// Each number takes the value of its lane.
    #[inline(always)]
    pub fn load(lanes: &Lanes) -> Self {
        let [a, b, c, d, e, f, g, h] = lanes.to_array();
        Self([V::from_array(&[a, b, c, d]), V::from_array(&[e, f, g, h])])
    }

    /// Each lane takes the value of its number.
    #[inline(always)]
    pub fn store(self) -> Lanes {
        let [a, b, c, d] = self.0[0].to_array();
        let [e, f, g, h] = self.0[1].to_array();
        Lanes::from_array([a, b, c, d, e, f, g, h])
    }
}

macro_rules! register {
    ($wide:ident, $mask:ident, $($part:literal)*) => {
        impl<V: Lanes64> From<f64> for $wide<V> {
            #[inline(always)]
            fn from(value: f64) -> Self {
                let value = V::splat(value);
                Self([$({ let _: u32 = $part; value }),*])
            }
        }

        register!(operation $wide Add::add, AddAssign::add_assign, $($part)*);
        register!(operation $wide Sub::sub, SubAssign::sub_assign, $($part)*);
        register!(operation $wide Mul::mul, MulAssign::mul_assign, $($part)*);
        register!(operation $wide Div::div, DivAssign::div_assign, $($part)*);

        impl<V: Lanes64> Neg for $wide<V> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self([$(-self.0[$part]),*])
            }
        }

        impl<M: Mask64> BitAnd for $mask<M> {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self([$(self.0[$part] & other.0[$part]),*])
            }
        }

        impl<M: Mask64> BitOr for $mask<M> {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self([$(self.0[$part] | other.0[$part]),*])
            }
        }

        impl<M: Mask64> Not for $mask<M> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self([$(!self.0[$part]),*])
            }
        }

        impl<V: Lanes64> Real for $wide<V> {
            type Mask = $mask<V::Mask>;
            const IS_WIDE: bool = true;

            #[inline(always)]
            fn mask(truth: bool) -> Self::Mask {
                let truth = V::Mask::splat(truth);
                $mask([$({ let _: u32 = $part; truth }),*])
            }
            #[inline(always)]
            fn any(mask: Self::Mask) -> bool {
                let none = V::Mask::splat(false);
                (none $(| mask.0[$part])*).any()
            }
            #[inline(always)]
            fn lt(self, other: Self) -> Self::Mask {
                $mask([$(self.0[$part].lt(other.0[$part])),*])
            }
            #[inline(always)]
            fn le(self, other: Self) -> Self::Mask {
                $mask([$(self.0[$part].le(other.0[$part])),*])
            }
            #[inline(always)]
            fn select(mask: Self::Mask, if_true: Self, if_false: Self) -> Self {
                Self([$(V::select(mask.0[$part], if_true.0[$part], if_false.0[$part])),*])
            }
            fn each<const I: usize, const M: usize>(
                x: [Self; I],
                function: &dyn Fn([f64; I]) -> [f64; M],
            ) -> [Self; M] {
                let mut found = [Self::from(0.0); M];
                $({
                    let lanes = x.map(|it| it.0[$part].to_array());
                    let lane = |lane: usize| function(lanes.map(|it| it[lane]));
                    let values = [lane(0), lane(1), lane(2), lane(3)];
                    for (k, found) in found.iter_mut().enumerate() {
                        found.0[$part] = V::from_array(&values.map(|values| values[k]));
                    }
                })*
                found
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self([$(self.0[$part].smaller(other.0[$part])),*])
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Self([$(self.0[$part].larger(other.0[$part])),*])
            }
            #[inline(always)]
            fn clamp(self, lo: Self, hi: Self) -> Self {
                Self([$(lo.0[$part].larger(hi.0[$part].smaller(self.0[$part]))),*])
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self([$(self.0[$part].abs()),*])
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self([$(self.0[$part].sqrt()),*])
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                Self([$(self.0[$part].copysign(sign.0[$part])),*])
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                elementary::sin_cos_of(self)
            }
            #[inline(always)]
            fn atan2(self, x: Self) -> Self {
                elementary::atan2_of(self, x)
            }
            #[inline(always)]
            fn exp(self) -> Self {
                elementary::exp_of(self)
            }
            #[inline(always)]
            fn tanh(self) -> Self {
                elementary::tanh_of(self)
            }
            #[inline(always)]
            fn sin_each(x: [Self; 4]) -> [Self; 4] {
                elementary::sin_each_of(x)
            }
            #[inline(always)]
            fn atan2_each(y: [Self; 4], x: [Self; 4]) -> [Self; 4] {
                elementary::atan2_each_of(y, x)
            }
        }

        impl<V: Lanes64> PowerOfTwo for $wide<V> {
            #[inline(always)]
            fn power_of_two(self) -> Self {
                let counted = self + Self::from(elementary::EXPONENT_COUNT);
                Self([$(counted.0[$part].significand_to_exponent()),*])
            }
        }
    };
    (operation $wide:ident $operation:ident::$method:ident, $assign:ident::$assign_method:ident, $($part:literal)*) => {
        impl<V: Lanes64> $operation for $wide<V> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self([$($operation::$method(self.0[$part], other.0[$part])),*])
            }
        }
        impl<V: Lanes64> $assign for $wide<V> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $operation::$method(*self, other);
            }
        }
    };
}

register!(Register4, RegisterMask4, 0);
register!(Register8, RegisterMask8, 0 1);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoiseAddress;
    use skidpad_lanes::{Lane64Work, dispatch64};

    const COUNT: usize = 14;

    #[inline(always)]
    fn everything<R: Real>(x: R, y: R) -> [R; COUNT] {
        let (sin, cos) = x.sin_cos();
        let [_, _, _, sin_with_others] = R::sin_each([x, y, x * y, x]);
        let [_, atan2_with_others, _, _] = R::atan2_each([x, y, x, y], [y, x, x, y]);
        [
            x.sin(),
            sin_with_others,
            atan2_with_others,
            sin,
            cos,
            x.tan(),
            x.atan(),
            y.atan2(x),
            x.exp(),
            x.tanh(),
            Real::min(x, y),
            Real::max(x, y),
            Real::clamp(x, y, R::from(1.0)),
            R::select(x.is_finite(), x, y),
        ]
    }

    struct Four(FourLanes, FourLanes);
    impl Lane64Work for Four {
        type Output = [FourLanes; COUNT];
        #[inline(always)]
        fn run<V: Lanes64>(self) -> [FourLanes; COUNT] {
            everything(Register4::<V>::load(&self.0), Register4::load(&self.1)).map(Register4::store)
        }
    }

    struct Eight(Lanes, Lanes);
    impl Lane64Work for Eight {
        type Output = [Lanes; COUNT];
        #[inline(always)]
        fn run<V: Lanes64>(self) -> [Lanes; COUNT] {
            everything(Register8::<V>::load(&self.0), Register8::load(&self.1)).map(Register8::store)
        }
    }

    fn check(x: Lanes, y: Lanes) {
        let Ok(eight) = dispatch64(Eight(x, y)) else { return };
        let first = |all: Lanes| FourLanes::from_fn(|lane| all.lane(lane));
        let Ok(four) = dispatch64(Four(first(x), first(y))) else { return };
        for lane in 0..8 {
            for (function, expected) in everything(x.lane(lane), y.lane(lane)).into_iter().enumerate() {
                let mut got = vec![eight[function].lane(lane)];
                if lane < 4 {
                    got.push(four[function].lane(lane));
                }
                for got in got {
                    let equal = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
                    let (x, y) = (x.lane(lane), y.lane(lane));
                    assert!(equal, "function {function} of ({x:e}, {y:e}): {got:e}, alone {expected:e}");
                }
            }
        }
    }

    #[test]
    fn registers_and_scalars_give_the_same_bits() {
        let noise = NoiseAddress { seed: 1, stream: 2, step: 3 };
        for k in 0..4_000 {
            let scale = [1e-9, 0.1, 1.0, 40.0, 1e4, 1e7, 1e200][k % 7];
            let x = Lanes::from_fn(|lane| scale * noise.normal((16 * k + lane) as u64));
            let y = Lanes::from_fn(|lane| scale * noise.normal((16 * k + lane + 8) as u64));
            check(x, y);
        }
    }

    #[test]
    fn odd_values_are_the_same_too() {
        let odd = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, 1e308, -745.2];
        for turn in 0..8 {
            check(Lanes::from_array(odd), Lanes::from_fn(|lane| odd[(lane + turn) % 8]));
        }
    }
}
