//! A text in each of the ways that a program's file can be compiled.

use roundel_source::{Awaits, Language, commonjs_exports, detect, module, strip_types};

pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for language in [Language::JavaScript, Language::TypeScript] {
        let _ = detect(text, language);
        let _ = commonjs_exports(text, language);
        let _ = module(text, language, Awaits::default());
    }
    if let Ok(stripped) = strip_types(text) {
        assert_eq!(stripped.lines().count(), text.lines().count(), "lines have moved");
    }
}
