//! The exchange of Diffie and Hellman with numbers, step by step.

use crate::bignum::number_bytes;
use crate::owned::{Bignum, DhOwner};
use crate::{ErrorStack, Secret, check, ffi};

/// Parameters and keys of one side.
pub struct DhExchange(DhOwner);

/// Why there is no shared secret.
#[derive(Debug)]
pub enum DhProblem {
    TooSmall,
    TooLarge,
    Openssl(ErrorStack),
}

const PUBLIC_TOO_SMALL: i32 = 1;
const PUBLIC_TOO_LARGE: i32 = 2;

impl DhExchange {
    /// A new prime of so many bits, which takes its time.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn generate(bits: u32, generator: u32) -> Result<DhExchange, ErrorStack> {
        // SAFETY: a new object of ours.
        unsafe {
            let dh = DhOwner::take(ffi::DH_new())?;
            check(ffi::DH_generate_parameters_ex(
                dh.as_ptr(),
                bits as i32,
                generator as i32,
                std::ptr::null_mut(),
            ))?;
            Ok(DhExchange(dh))
        }
    }

    /// # Errors
    /// OpenSSL's.
    pub fn from_prime(prime: &[u8], generator: &[u8]) -> Result<DhExchange, ErrorStack> {
        let (prime, generator) = (Bignum::from_bytes(prime)?, Bignum::from_bytes(generator)?);
        // SAFETY: a new object of ours, which the numbers are given to.
        unsafe {
            let dh = DhOwner::take(ffi::DH_new())?;
            check(ffi::DH_set0_pqg(
                dh.as_ptr(),
                prime.into_ptr(),
                std::ptr::null_mut(),
                generator.into_ptr(),
            ))?;
            Ok(DhExchange(dh))
        }
    }

    /// What is wrong with the parameters, as bits of OpenSSL's.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn problems(&self) -> Result<i32, ErrorStack> {
        let mut codes = 0;
        // SAFETY: a live object.
        check(unsafe { ffi::DH_check(self.0.as_ptr(), &mut codes) })?;
        Ok(codes)
    }

    fn parameter(&self, index: usize) -> Vec<u8> {
        let mut numbers = [std::ptr::null(); 3];
        let [p, q, g] = &mut numbers;
        // SAFETY: a live object, which the numbers belong to.
        unsafe {
            ffi::DH_get0_pqg(self.0.as_ptr(), p, q, g);
            if numbers[index].is_null() { Vec::new() } else { number_bytes(numbers[index], 0) }
        }
    }

    pub fn prime(&self) -> Vec<u8> {
        self.parameter(0)
    }

    pub fn generator(&self) -> Vec<u8> {
        self.parameter(2)
    }

    fn key(&self, index: usize) -> Option<Secret> {
        let mut numbers = [std::ptr::null(); 2];
        let [public, private] = &mut numbers;
        // SAFETY: a live object, which the numbers belong to.
        unsafe {
            ffi::DH_get0_key(self.0.as_ptr(), public, private);
            (!numbers[index].is_null()).then(|| Secret::new(number_bytes(numbers[index], 0)))
        }
    }

    pub fn public_key(&self) -> Option<Secret> {
        self.key(0)
    }

    pub fn private_key(&self) -> Option<Secret> {
        self.key(1)
    }

    /// # Errors
    /// OpenSSL's.
    pub fn generate_keys(&mut self) -> Result<(), ErrorStack> {
        // SAFETY: a live object.
        check(unsafe { ffi::DH_generate_key(self.0.as_ptr()) })
    }

    /// # Errors
    /// OpenSSL's.
    pub fn set_public_key(&mut self, key: &[u8]) -> Result<(), ErrorStack> {
        let key = Bignum::from_bytes(key)?;
        // SAFETY: a live object, which the number is given to.
        check(unsafe { ffi::DH_set0_key(self.0.as_ptr(), key.into_ptr(), std::ptr::null_mut()) })
    }

    /// # Errors
    /// OpenSSL's.
    pub fn set_private_key(&mut self, key: &[u8]) -> Result<(), ErrorStack> {
        let key = Bignum::from_bytes(key)?;
        // SAFETY: as above.
        check(unsafe { ffi::DH_set0_key(self.0.as_ptr(), std::ptr::null_mut(), key.into_ptr()) })
    }

    /// What both sides know, with zeros in front up to the length of the prime.
    ///
    /// # Errors
    /// As [`DhProblem`] has them.
    pub fn agree(&mut self, other: &[u8]) -> Result<Secret, DhProblem> {
        let other = Bignum::from_bytes(other).map_err(DhProblem::Openssl)?;
        // SAFETY: live objects; the target is as long as the prime.
        unsafe {
            let mut secret =
                Secret::zeros(usize::try_from(ffi::DH_size(self.0.as_ptr())).unwrap_or(0));
            let length = ffi::DH_compute_key(secret.as_mut_ptr(), other.as_ptr(), self.0.as_ptr());
            let Ok(length) = usize::try_from(length) else {
                let stack = ErrorStack::take();
                let mut codes = 0;
                let is_checked =
                    ffi::DH_check_pub_key(self.0.as_ptr(), other.as_ptr(), &mut codes) == 1;
                ErrorStack::clear();
                return Err(match codes {
                    _ if !is_checked => DhProblem::Openssl(stack),
                    codes if codes & PUBLIC_TOO_SMALL != 0 => DhProblem::TooSmall,
                    codes if codes & PUBLIC_TOO_LARGE != 0 => DhProblem::TooLarge,
                    _ => DhProblem::Openssl(stack),
                });
            };
            let zeros = secret.len() - length.min(secret.len());
            secret.copy_within(..length, zeros);
            secret[..zeros].fill(0);
            Ok(secret)
        }
    }
}

/// The prime of a group that has a name.
pub fn group_prime(name: &str) -> Option<Vec<u8>> {
    let make: unsafe fn(*mut ffi::BIGNUM) -> *mut ffi::BIGNUM =
        match name.to_ascii_lowercase().as_str() {
            "modp1" => ffi::BN_get_rfc2409_prime_768,
            "modp2" => ffi::BN_get_rfc2409_prime_1024,
            "modp5" => ffi::BN_get_rfc3526_prime_1536,
            "modp14" => ffi::BN_get_rfc3526_prime_2048,
            "modp15" => ffi::BN_get_rfc3526_prime_3072,
            "modp16" => ffi::BN_get_rfc3526_prime_4096,
            "modp17" => ffi::BN_get_rfc3526_prime_6144,
            "modp18" => ffi::BN_get_rfc3526_prime_8192,
            _ => return None,
        };
    // SAFETY: a new number of ours.
    let prime = unsafe { Bignum::take(make(std::ptr::null_mut())) }.ok()?;
    Some(prime.to_bytes())
}
