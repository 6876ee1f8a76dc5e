//! Coefficients of the Radau IIA methods.

/// Coefficients of one method: nodes c and matrix A; the weights are the last row of A.
pub(super) struct Table<const S: usize> {
    /// c, where the stages are.
    pub(super) nodes: [f64; S],
    /// A, how their rates add up.
    pub(super) matrix: [[f64; S]; S],
}

/// Order 3.
pub(super) const TWO: Table<2> = Table {
    nodes: [1.0 / 3.0, 1.0],
    matrix: [[0.416_666_666_666_666_7, -0.083_333_333_333_333_33], [0.75, 0.25]],
};

/// Order 5.
pub(super) const THREE: Table<3> = Table {
    nodes: [0.155_051_025_721_682_2, 0.644_948_974_278_317_8, 1.0],
    matrix: [
        [0.196_815_477_223_660_44, -0.065_535_425_850_198_39, 0.023_770_974_348_220_15],
        [0.394_424_314_739_087_3, 0.292_073_411_665_228_43, -0.041_548_752_125_997_93],
        [0.376_403_062_700_467_3, 0.512_485_826_188_421_6, 0.111_111_111_111_111_1],
    ],
};

/// Order 7.
pub(super) const FOUR: Table<4> = Table {
    nodes: [0.088_587_959_512_703_94, 0.409_466_864_440_734_7, 0.787_659_461_760_847_1, 1.0],
    matrix: [
        [
            0.112_999_479_323_156_2,
            -0.040_309_220_723_522_21,
            0.025_802_377_420_336_392,
            -0.009_904_676_507_266_424,
        ],
        [
            0.234_383_995_747_400_26,
            0.206_892_573_935_358_9,
            -0.047_857_128_048_540_72,
            0.016_047_422_806_516_273,
        ],
        [
            0.216_681_784_623_250_33,
            0.406_123_263_867_373_3,
            0.189_036_518_170_056_34,
            -0.024_182_104_899_832_94,
        ],
        [0.220_462_211_176_768_37, 0.388_193_468_843_171_9, 0.328_844_319_980_059_75, 0.0625],
    ],
};

/// Lagrange's weights: the value at 1 + c_j of the polynomial through values at c_k.
pub(super) fn extrapolation<const S: usize>(nodes: &[f64; S]) -> [[f64; S]; S] {
    std::array::from_fn(|j| {
        std::array::from_fn(|k| {
            let others = (0..S).filter(|&m| m != k);
            others.map(|m| (1.0 + nodes[j] - nodes[m]) / (nodes[k] - nodes[m])).product()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ_j a_ij c_j^(k−1) = c_i^k / k for k ≤ s, and Σ_j b_j c_j^(k−1) = 1/k for k ≤ 2s − 1.
    fn check_order<const S: usize>(table: &Table<S>) {
        let power = |base: f64, exponent: usize| (0..exponent).map(|_| base).product::<f64>();
        for k in 1..2 * S {
            for (i, row) in table.matrix.iter().enumerate() {
                if k > S && i + 1 < S {
                    continue;
                }
                let sum: f64 = row.iter().zip(table.nodes).map(|(a, c)| a * power(c, k - 1)).sum();
                assert!(
                    (sum - power(table.nodes[i], k) / k as f64).abs() < 2e-16,
                    "{S} stages, row {i}, k {k}"
                );
            }
        }
    }

    #[test]
    fn coefficients_have_the_order_of_the_method() {
        check_order(&TWO);
        check_order(&THREE);
        check_order(&FOUR);
    }

    #[test]
    fn extrapolation_continues_a_polynomial() {
        let cubic = |x: f64| 1.0 + x * (2.0 - x * (3.0 - 0.5 * x));
        for (row, node) in extrapolation(&FOUR.nodes).iter().zip(FOUR.nodes) {
            let value: f64 = row.iter().zip(FOUR.nodes).map(|(weight, c)| weight * cubic(c)).sum();
            assert!((value - cubic(1.0 + node)).abs() < 1e-12);
        }
    }
}
