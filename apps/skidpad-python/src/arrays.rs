//! Numbers as NumPy arrays.

use numpy::{Element, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

/// A vector. The memory moves to Python; nothing is copied.
pub(crate) fn vector<T: Element>(py: Python<'_>, numbers: Vec<T>) -> Py<PyArray1<T>> {
    PyArray1::from_vec(py, numbers).unbind()
}

/// A matrix, row by row. Nothing is copied.
pub(crate) fn matrix<T: Element>(
    py: Python<'_>,
    numbers: Vec<T>,
    shape: [usize; 2],
) -> PyResult<Py<PyArray2<T>>> {
    Ok(PyArray1::from_vec(py, numbers).reshape(shape)?.unbind())
}

/// Layers of a picture, pixel by pixel. Nothing is copied.
pub(crate) fn layers<T: Element>(
    py: Python<'_>,
    numbers: Vec<T>,
    shape: [usize; 3],
) -> PyResult<Py<PyArray3<T>>> {
    Ok(PyArray1::from_vec(py, numbers).reshape(shape)?.unbind())
}
