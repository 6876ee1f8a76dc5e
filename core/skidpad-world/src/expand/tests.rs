//! The rules of the language, one by one.
