//! Four independent numbers in step: long formulas of all four overlap in the processor.
//!
//! A polynomial is a chain of operations that wait for each other. One arctangent after the other leaves the
//! processor idle most of the time; operation by operation over four of them does not. The bits are the same.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

use crate::real::Real;

/// The four numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quad<R>(pub(crate) [R; 4]);

/// One truth for each of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuadMask<M>([M; 4]);

#[inline(always)]
fn zip<A: Copy, B: Copy, C>(a: [A; 4], b: [B; 4], f: impl Fn(A, B) -> C) -> [C; 4] {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
fn each<A: Copy, C>(a: [A; 4], f: impl Fn(A) -> C) -> [C; 4] {
    [f(a[0]), f(a[1]), f(a[2]), f(a[3])]
}

impl<R: Real> From<f64> for Quad<R> {
    #[inline(always)]
    fn from(value: f64) -> Self {
        Self([R::from(value); 4])
    }
}

macro_rules! operations {
    ($($operation:ident::$method:ident, $assign:ident::$assign_method:ident;)*) => {$(
        impl<R: Real> $operation for Quad<R> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(zip(self.0, other.0, $operation::$method))
            }
        }
        impl<R: Real> $assign for Quad<R> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $operation::$method(*self, other);
            }
        }
    )*};
}

operations! {
    Add::add, AddAssign::add_assign;
    Sub::sub, SubAssign::sub_assign;
    Mul::mul, MulAssign::mul_assign;
    Div::div, DivAssign::div_assign;
}

impl<R: Real> Neg for Quad<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(each(self.0, Neg::neg))
    }
}

impl<M: Copy + BitAnd<Output = M>> BitAnd for QuadMask<M> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(zip(self.0, other.0, BitAnd::bitand))
    }
}

impl<M: Copy + BitOr<Output = M>> BitOr for QuadMask<M> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(zip(self.0, other.0, BitOr::bitor))
    }
}

impl<M: Copy + Not<Output = M>> Not for QuadMask<M> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(each(self.0, Not::not))
    }
}

impl<R: Real> Real for Quad<R> {
    type Mask = QuadMask<R::Mask>;
    const IS_PLAIN: bool = R::IS_PLAIN;
    const IS_WIDE: bool = R::IS_WIDE;

    #[inline(always)]
    fn mask(truth: bool) -> Self::Mask {
        QuadMask([R::mask(truth); 4])
    }
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        let [a, b, c, d] = mask.0;
        R::any((a | b) | (c | d))
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        QuadMask(zip(self.0, other.0, R::lt))
    }
    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        QuadMask(zip(self.0, other.0, R::le))
    }
    #[inline(always)]
    fn select(mask: Self::Mask, if_true: Self, if_false: Self) -> Self {
        let pick = |i: usize| R::select(mask.0[i], if_true.0[i], if_false.0[i]);
        Self([pick(0), pick(1), pick(2), pick(3)])
    }
    fn each<const I: usize, const M: usize>(
        x: [Self; I],
        function: &dyn Fn([f64; I]) -> [f64; M],
    ) -> [Self; M] {
        let found: [[R; M]; 4] = std::array::from_fn(|part| R::each(x.map(|it| it.0[part]), function));
        std::array::from_fn(|k| Self(found.map(|values| values[k])))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(zip(self.0, other.0, R::min))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(zip(self.0, other.0, R::max))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(each(self.0, R::abs))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(each(self.0, R::sqrt))
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        Self(zip(self.0, sign.0, R::copysign))
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let [(s0, c0), (s1, c1), (s2, c2), (s3, c3)] = each(self.0, R::sin_cos);
        (Self([s0, s1, s2, s3]), Self([c0, c1, c2, c3]))
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        Self(zip(self.0, x.0, R::atan2))
    }
    #[inline(always)]
    fn exp(self) -> Self {
        Self(each(self.0, R::exp))
    }
    #[inline(always)]
    fn tanh(self) -> Self {
        Self(each(self.0, R::tanh))
    }
}
