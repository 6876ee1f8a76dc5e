//! Runs work with the widest vector instructions of this processor: the one `unsafe` of the core.

/// A piece of work that should be compiled once per instruction set.
///
/// Mark `run`, and everything hot that it calls, `#[inline(always)]`: only code that is inlined into
/// the dispatcher is compiled with its instruction set.
pub trait LaneWork {
    /// What the work returns.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs `work` with AVX2 where the processor has it, else as [`dispatch_baseline`] does.
#[inline]
#[allow(unsafe_code)]
pub fn dispatch<W: LaneWork>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: `run_avx2` needs only that the processor has AVX2, which was just checked.
        return unsafe { run_avx2(work) };
    }
    dispatch_baseline(work)
}

/// Runs `work` with the instructions that every processor of this architecture has: the scalar twin
/// of [`dispatch`], with the same bits.
#[inline(never)]
pub fn dispatch_baseline<W: LaneWork>(work: W) -> W::Output {
    work.run()
}

/// The instruction set that [`dispatch`] uses on this machine, for benchmark headers.
pub fn instruction_set() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    "baseline"
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2")]
fn run_avx2<W: LaneWork>(work: W) -> W::Output {
    work.run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lanes;

    struct Polynomial(Lanes);
    impl LaneWork for Polynomial {
        type Output = Lanes;
        #[inline(always)]
        fn run(self) -> Lanes {
            let x = self.0;
            let mut sum = Lanes::splat(0.0);
            for k in 1..40 {
                sum = sum * x + Lanes::splat(1.0 / f64::from(k));
            }
            (sum / (x * x + Lanes::splat(0.1))).sqrt()
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        for k in 0..1_000 {
            let x = Lanes::from_fn(|lane| 0.9 - 0.001 * f64::from(k) * (1.0 + lane as f64 * 0.1));
            let wide = dispatch(Polynomial(x)).to_array().map(f64::to_bits);
            let narrow = dispatch_baseline(Polynomial(x)).to_array().map(f64::to_bits);
            assert_eq!(wide, narrow);
        }
    }
}
