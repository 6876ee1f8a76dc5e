//! Asking for memory before it is needed.

/// Ask the processor to bring `value` into its fast memory. Nothing else happens, and nothing does on processors
/// that we know no instruction for.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = std::ptr::from_ref(value).cast::<i8>();
        for line in (0..size_of::<T>()).step_by(64) {
            // SAFETY: the instruction is in every x86-64 processor, reads nothing that shows, and never faults;
            // the address lies inside `value`.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
