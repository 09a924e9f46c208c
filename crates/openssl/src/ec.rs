//! Curves, points on them, and the exchange of keys with them step by step.

use crate::bignum::number_bytes;
use crate::owned::{Bignum, EcGroup, EcKey, EcPoint};
use crate::{ErrorStack, Secret, c_name, check, ffi, text};

/// How a point is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    Compressed,
    Uncompressed,
    Hybrid,
}

impl Point {
    fn form(self) -> i32 {
        match self {
            Point::Compressed => 2,
            Point::Uncompressed => 4,
            Point::Hybrid => 6,
        }
    }
}

/// What is wrong with a key.
#[derive(Debug)]
pub enum EcProblem {
    /// The bytes are no point of the curve.
    NotAPoint(ErrorStack),
    /// The number is not one that a private key may be.
    NotAKey,
    Openssl(ErrorStack),
}

impl From<ErrorStack> for EcProblem {
    fn from(stack: ErrorStack) -> EcProblem {
        EcProblem::Openssl(stack)
    }
}

/// OpenSSL's number of a curve.
pub fn curve_nid(name: &str) -> Option<i32> {
    // The names of NIST are no names of objects.
    let name = match name {
        "P-256" => "prime256v1",
        "P-384" => "secp384r1",
        "P-521" => "secp521r1",
        other => other,
    };
    let name = c_name(name);
    // SAFETY: a name that ends with NUL; the group is only made to know that there is one.
    unsafe {
        let nid = ffi::OBJ_sn2nid(name.as_ptr());
        let is_curve = nid != 0 && EcGroup::take(ffi::EC_GROUP_new_by_curve_name(nid)).is_ok();
        ErrorStack::clear();
        is_curve.then_some(nid)
    }
}

pub fn curve_names() -> Vec<String> {
    // SAFETY: asked first for the number, then with that much room; the names are static.
    unsafe {
        let count = ffi::EC_get_builtin_curves(std::ptr::null_mut(), 0);
        let mut curves = vec![ffi::EC_builtin_curve { nid: 0, comment: std::ptr::null() }; count];
        ffi::EC_get_builtin_curves(curves.as_mut_ptr(), count);
        curves.iter().filter_map(|curve| text(ffi::OBJ_nid2sn(curve.nid))).collect()
    }
}

fn read_point(group: *const ffi::EC_GROUP, bytes: &[u8]) -> Result<EcPoint, ErrorStack> {
    // SAFETY: a live group; the point is ours; the slice is as long as it says.
    unsafe {
        let point = EcPoint::take(ffi::EC_POINT_new(group))?;
        check(ffi::EC_POINT_oct2point(
            group,
            point.as_ptr(),
            bytes.as_ptr(),
            bytes.len(),
            std::ptr::null_mut(),
        ))?;
        Ok(point)
    }
}

/// # Safety
/// Group and point must be live and belong together.
unsafe fn write_point(
    group: *const ffi::EC_GROUP,
    point: *const ffi::EC_POINT,
    form: Point,
) -> Result<Vec<u8>, ErrorStack> {
    // SAFETY: the caller's promise; asked first for the length, then with that much room.
    unsafe {
        let length = ffi::EC_POINT_point2oct(
            group,
            point,
            form.form(),
            std::ptr::null_mut(),
            0,
            std::ptr::null_mut(),
        );
        if length == 0 {
            return Err(ErrorStack::take());
        }
        let mut bytes = vec![0; length];
        ffi::EC_POINT_point2oct(
            group,
            point,
            form.form(),
            bytes.as_mut_ptr(),
            length,
            std::ptr::null_mut(),
        );
        Ok(bytes)
    }
}

/// A point written in another way.
///
/// # Errors
/// As [`EcProblem`] has them.
pub fn convert_point(curve: &str, bytes: &[u8], form: Point) -> Result<Vec<u8>, EcProblem> {
    let nid = curve_nid(curve).ok_or_else(|| EcProblem::Openssl(ErrorStack::take()))?;
    // SAFETY: a group of ours, which the point belongs to.
    unsafe {
        let group = EcGroup::take(ffi::EC_GROUP_new_by_curve_name(nid))?;
        let point = read_point(group.as_ptr(), bytes).map_err(EcProblem::NotAPoint)?;
        Ok(write_point(group.as_ptr(), point.as_ptr(), form)?)
    }
}

/// The key of one side.
pub struct EcExchange {
    key: EcKey,
}

impl EcExchange {
    /// # Errors
    /// OpenSSL's.
    pub fn new(nid: i32) -> Result<EcExchange, ErrorStack> {
        // SAFETY: a new object of ours.
        let key = unsafe { EcKey::take(ffi::EC_KEY_new_by_curve_name(nid)) }?;
        Ok(EcExchange { key })
    }

    fn group(&self) -> *const ffi::EC_GROUP {
        // SAFETY: a live key, which the group belongs to.
        unsafe { ffi::EC_KEY_get0_group(self.key.as_ptr()) }
    }

    /// # Errors
    /// OpenSSL's.
    pub fn generate_keys(&mut self) -> Result<(), ErrorStack> {
        // SAFETY: a live key.
        check(unsafe { ffi::EC_KEY_generate_key(self.key.as_ptr()) })
    }

    pub fn public_key(&self, form: Point) -> Option<Vec<u8>> {
        // SAFETY: a live key, which the point belongs to.
        unsafe {
            let point = ffi::EC_KEY_get0_public_key(self.key.as_ptr());
            (!point.is_null()).then(|| write_point(self.group(), point, form).ok()).flatten()
        }
    }

    pub fn private_key(&self) -> Option<Secret> {
        // SAFETY: a live key, which the number belongs to.
        unsafe {
            let number = ffi::EC_KEY_get0_private_key(self.key.as_ptr());
            let bits = usize::try_from(ffi::EC_GROUP_order_bits(self.group())).unwrap_or(0);
            (!number.is_null()).then(|| Secret::new(number_bytes(number, bits.div_ceil(8))))
        }
    }

    /// Takes a private key and makes the public one of it.
    ///
    /// # Errors
    /// As [`EcProblem`] has them.
    pub fn set_private_key(&mut self, bytes: &[u8]) -> Result<(), EcProblem> {
        let number = Bignum::from_bytes(bytes)?;
        // SAFETY: a live key and its group; numbers and points of ours are copied.
        unsafe {
            let group = self.group();
            let is_in_range = ffi::BN_is_word(number.as_ptr(), 0) == 0
                && ffi::BN_ucmp(number.as_ptr(), ffi::EC_GROUP_get0_order(group)) < 0;
            if !is_in_range {
                return Err(EcProblem::NotAKey);
            }
            check(ffi::EC_KEY_set_private_key(self.key.as_ptr(), number.as_ptr()))?;
            let point = EcPoint::take(ffi::EC_POINT_new(group))?;
            check(ffi::EC_POINT_mul(
                group,
                point.as_ptr(),
                number.as_ptr(),
                std::ptr::null(),
                std::ptr::null(),
                std::ptr::null_mut(),
            ))?;
            check(ffi::EC_KEY_set_public_key(self.key.as_ptr(), point.as_ptr()))?;
        }
        Ok(())
    }

    /// # Errors
    /// As [`EcProblem`] has them.
    pub fn set_public_key(&mut self, bytes: &[u8]) -> Result<(), EcProblem> {
        let point = read_point(self.group(), bytes).map_err(EcProblem::NotAPoint)?;
        // SAFETY: a live key; the point is copied.
        check(unsafe { ffi::EC_KEY_set_public_key(self.key.as_ptr(), point.as_ptr()) })?;
        Ok(())
    }

    /// Whether the two keys belong together.
    fn is_valid(&self) -> bool {
        // SAFETY: a live key.
        let answer = unsafe { ffi::EC_KEY_check_key(self.key.as_ptr()) == 1 };
        ErrorStack::clear();
        answer
    }

    /// What both sides know.
    ///
    /// # Errors
    /// As [`EcProblem`] has them.
    pub fn agree(&self, other: &[u8]) -> Result<Secret, EcProblem> {
        let point = read_point(self.group(), other).map_err(EcProblem::NotAPoint)?;
        if !self.is_valid() {
            return Err(EcProblem::NotAKey);
        }
        // SAFETY: live objects; the target has a field element's length.
        unsafe {
            let degree = usize::try_from(ffi::EC_GROUP_get_degree(self.group())).unwrap_or(0);
            let mut secret = Secret::zeros(degree.div_ceil(8));
            let length = ffi::ECDH_compute_key(
                secret.as_mut_ptr().cast(),
                secret.len(),
                point.as_ptr(),
                self.key.as_ptr(),
                std::ptr::null_mut(),
            );
            check(length)?;
            Ok(secret)
        }
    }
}
