//! A specifier that leads nowhere.

/// Node's error code and, in order, what the text of that error is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolveError {
    pub code: &'static str,
    pub details: Vec<Detail>,
}

/// One argument of an error's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    Text(String),
    Flag(bool),
    Absent,
}

impl From<String> for Detail {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Detail {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<bool> for Detail {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl<T: Into<Detail>> From<Option<T>> for Detail {
    fn from(detail: Option<T>) -> Self {
        detail.map_or(Self::Absent, Into::into)
    }
}

impl ResolveError {
    pub(super) fn new(code: &'static str, details: impl Into<Vec<Detail>>) -> Self {
        Self { code, details: details.into() }
    }
}
