//! `brains2`: the messages of the race car software of that name (EPFL Racing Team).

use super::Header;
use crate::field::message;

message!(Pose = "brains2/msg/Pose" {
    header: Header,
    x: f64,
    y: f64,
    phi: f64,
    sigma_x: f64,
    sigma_y: f64,
    sigma_phi: f64,
});

message!(Velocity = "brains2/msg/Velocity" {
    header: Header,
    v_x: f64,
    v_y: f64,
    omega: f64,
    sigma_v_x: f64,
    sigma_v_y: f64,
    sigma_omega: f64,
});

message!(Acceleration = "brains2/msg/Acceleration" {
    header: Header,
    a_x: f64,
    a_y: f64,
});

message!(Controls = "brains2/msg/Controls" {
    header: Header,
    delta: f64,
    tau_fl: f64,
    tau_fr: f64,
    tau_rl: f64,
    tau_rr: f64,
});

message!(Map = "brains2/msg/Map" {
    header: Header,
    color: Vec<u8>,
    x: Vec<f64>,
    y: Vec<f64>,
} with {
    BLUE: u8 = 0,
    YELLOW: u8 = 1,
    ORANGE: u8 = 2,
});

message!(TrackEstimate = "brains2/msg/TrackEstimate" {
    header: Header,
    s_cen: Vec<f64>,
    x_cen: Vec<f64>,
    y_cen: Vec<f64>,
    phi_cen: Vec<f64>,
    kappa_cen: Vec<f64>,
    w_cen: Vec<f64>,
});
