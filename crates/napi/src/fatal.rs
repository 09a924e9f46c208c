//! `napi_fatal_error`: the end of the process, as the addon wants it.

use crate::pointers::Text;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_fatal_error(
    location: Text,
    location_length: usize,
    message: Text,
    message_length: usize,
) -> ! {
    let text = |text: Text, length| if text.is_null() { None } else { text.to_string(length).ok() };
    let message = text(message, message_length).unwrap_or_default();
    match text(location, location_length) {
        Some(location) => eprintln!("FATAL ERROR: {location} {message}"),
        None => eprintln!("FATAL ERROR: {message}"),
    }
    std::process::abort();
}
