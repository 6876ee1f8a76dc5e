//! The built viewer: three files of `viewer/dist`, inside the program.

/// The page.
pub(crate) const PAGE: &[u8] = include_bytes!("../../../viewer/dist/index.html");
/// Its code.
pub(crate) const SCRIPT: &[u8] = include_bytes!("../../../viewer/dist/viewer.js");
/// Its style.
pub(crate) const STYLE: &[u8] = include_bytes!("../../../viewer/dist/viewer.css");
/// The page that explains a missing or wrong token.
pub(crate) const TOKEN_PAGE: &[u8] = include_bytes!("token.html");
