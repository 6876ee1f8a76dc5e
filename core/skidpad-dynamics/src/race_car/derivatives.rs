//! Jacobians by dual numbers, a few columns at a time.
//!
//! All derivatives of the race car use duals of one width, so that its equations are compiled for one kind of
//! dual. Three is the number of speeds of the rolling car, which the implicit integrator differentiates most.

use skidpad_math::Dual;

/// So many variables are differentiated by at once.
const CHUNK: usize = 3;
/// A number with its derivatives by the variables of a pass.
pub(super) type Seeded = Dual<CHUNK>;

/// The value of a function and its Jacobian, a row per result.
pub(super) struct Derivatives<const V: usize, const O: usize> {
    pub(super) value: [f64; O],
    pub(super) jacobian: [[f64; V]; O],
}

/// Differentiates `function` at `variables`, in ⌈V/3⌉ passes.
#[inline(always)]
pub(super) fn differentiate<const V: usize, const O: usize>(
    variables: &[f64; V],
    function: impl Fn(&[Seeded; V]) -> [Seeded; O],
) -> Derivatives<V, O> {
    let mut result = Derivatives { value: [0.0; O], jacobian: [[0.0; V]; O] };
    for first in (0..V).step_by(CHUNK) {
        let seeded = std::array::from_fn(|i| {
            if (first..first + CHUNK).contains(&i) {
                Dual::variable(variables[i], i - first)
            } else {
                Dual::constant(variables[i])
            }
        });
        for (row, dual) in function(&seeded).iter().enumerate() {
            result.value[row] = dual.value;
            for (entry, partial) in result.jacobian[row][first..].iter_mut().zip(dual.partials) {
                *entry = partial;
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::Real;

    #[test]
    fn every_column_is_a_partial_derivative() {
        // f = (x₀·x₁ + x₃, e^x₂, x₃²): five variables take two passes, the last one not full.
        let at = [2.0, -3.0, 0.5, 4.0, 7.0];
        let found = differentiate(&at, |x| [x[0] * x[1] + x[3], x[2].exp(), x[3] * x[3]]);
        let e = skidpad_math::exp(0.5);
        assert_eq!(found.value, [-2.0, e, 16.0]);
        let expected = [[-3.0, 2.0, 0.0, 1.0, 0.0], [0.0, 0.0, e, 0.0, 0.0], [0.0, 0.0, 0.0, 8.0, 0.0]];
        assert_eq!(found.jacobian, expected);
    }
}
