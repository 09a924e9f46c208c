//! Libraries that are opened and not linked: a table of their functions, filled when they are first needed.

use std::ffi::{c_int, c_void};

/// Declares the functions of a library: `load()` opens it once a process, and each becomes a function of its own name.
macro_rules! functions {
    ($library:literal: $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?;)*) => {
        struct Table { $($name: unsafe extern "C" fn($($ty),*) $(-> $ret)?,)* }

        impl Table {
            /// # Safety
            /// `find` must give the addresses of OpenSSL's functions of these names.
            unsafe fn fill(
                find: impl Fn(&std::ffi::CStr) -> *mut std::ffi::c_void,
            ) -> Result<Table, &'static str> {
                Ok(Table {
                    $($name: {
                        // The name is a literal without NUL but the last.
                        let name = concat!(stringify!($name), "\0").as_bytes();
                        let name = std::ffi::CStr::from_bytes_with_nul(name);
                        let address = find(name.unwrap_or_default());
                        if address.is_null() {
                            return Err(stringify!($name));
                        }
                        // SAFETY: the address of the function that was declared with this signature.
                        unsafe {
                            std::mem::transmute::<
                                *mut std::ffi::c_void,
                                unsafe extern "C" fn($($ty),*) $(-> $ret)?,
                            >(address)
                        }
                    },)*
                })
            }
        }

        static TABLE: std::sync::OnceLock<Result<Table, String>> = std::sync::OnceLock::new();

        /// Opens the library, once a process: what is loaded stays.
        pub(crate) fn load() -> Result<(), String> {
            let table = TABLE.get_or_init(|| {
                // SAFETY: plain C calls with literal names; the handle is never closed, so that the addresses stay good. A
                // search goes on in the libraries that this one needs.
                unsafe {
                    let name = concat!($library, "\0").as_ptr().cast();
                    let handle = libc::dlopen(name, libc::RTLD_LAZY | libc::RTLD_LOCAL);
                    if handle.is_null() {
                        let missing = concat!($library, ", of OpenSSL 3, is not installed");
                        return Err(missing.to_owned());
                    }
                    $crate::function_table::keep_at_exit(handle);
                    Table::fill(|name| libc::dlsym(handle, name.as_ptr()))
                        .map_err(|name| format!(concat!($library, " has no function {}"), name))
                }
            });
            table.as_ref().map(|_| ()).map_err(Clone::clone)
        }

        #[inline]
        fn table() -> &'static Table {
            match TABLE.get() {
                Some(Ok(table)) => table,
                // Every way into this crate that can come first calls `load`.
                _ => panic!(concat!($library, " is not loaded")),
            }
        }

        $(
            /// # Safety
            /// As the manual of OpenSSL says; the library must have been loaded.
            #[inline]
            #[allow(clippy::too_many_arguments)]
            pub(crate) unsafe fn $name($($arg: $ty),*) $(-> $ret)? {
                // SAFETY: the caller's promise.
                unsafe { (table().$name)($($arg),*) }
            }
        )*
    };
}

pub(crate) use functions;

/// Tells the library, before it is first used, not to clean up when the process ends: other threads may be at work in it
/// then, and would find no locks any more.
///
/// # Safety
/// The handle must be of a library of OpenSSL.
pub(crate) unsafe fn keep_at_exit(handle: *mut c_void) {
    const NO_ATEXIT: u64 = 0x0008_0000;
    type Init = unsafe extern "C" fn(u64, *const c_void) -> c_int;
    // SAFETY: the caller's handle, and the signature that the manual gives.
    unsafe {
        let init = libc::dlsym(handle, c"OPENSSL_init_crypto".as_ptr());
        if !init.is_null() {
            std::mem::transmute::<*mut c_void, Init>(init)(NO_ATEXIT, std::ptr::null());
        }
    }
}
