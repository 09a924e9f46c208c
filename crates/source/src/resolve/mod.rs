//! Node's resolution of `require` and `import`, on the real file system.
//!
//! Written by hand because every detail shows: which error of the dozen, with which paths in it, and that a file
//! made a moment ago is found. Resolvers made for bundlers differ in both (they remember what was missing, and read
//! `?` and `#` in a file name as a query). Nothing but contents of package.json files is remembered.
//!
//! The texts of errors are the runtime's; a [`ResolveError`] carries the code and what its text needs.

mod error;
mod exports;
mod format;
mod import;
mod package;
mod require;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use error::{Detail, ResolveError};
pub use format::Format;
pub use package::{Package, PackageType};
pub use require::Role;

/// What a resolver is told once.
#[derive(Clone, Debug, Default)]
pub struct ResolveOptions {
    /// `--conditions`.
    pub conditions: Vec<String>,
    /// `--no-addons`: the condition `node-addons` does not hold.
    pub refuses_addons: bool,
    pub preserve_symlinks: bool,
    pub preserve_symlinks_main: bool,
}

/// Resolves specifiers for one program.
pub struct Resolver {
    options: ResolveOptions,
    builtins: RefCell<HashSet<String>>,
    import_conditions: Conditions,
    require_conditions: Conditions,
    packages: RefCell<HashMap<PathBuf, Rc<Package>>>,
    invalid_main: RefCell<Option<(PathBuf, String)>>,
}

/// What a specifier stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The id of a builtin, without its scheme.
    Builtin(String),
    File(PathBuf),
}

type Conditions = HashSet<String>;

impl Resolver {
    pub fn new(options: ResolveOptions) -> Self {
        let with = |own: &[&str]| {
            let holds = |name: &&&str| !options.refuses_addons || **name != "node-addons";
            let own = own.iter().filter(holds).map(|name| (*name).to_owned());
            own.chain(options.conditions.clone()).collect()
        };
        Self {
            import_conditions: with(&["node", "import", "module-sync", "node-addons"]),
            require_conditions: with(&["node", "require", "module-sync", "node-addons"]),
            builtins: RefCell::default(),
            packages: RefCell::default(),
            invalid_main: RefCell::default(),
            options,
        }
    }

    /// Names the builtin modules that need no `node:` in front.
    pub fn set_builtins(&self, names: impl IntoIterator<Item = String>) {
        *self.builtins.borrow_mut() = names.into_iter().collect();
    }

    fn is_builtin(&self, specifier: &str) -> bool {
        self.builtins.borrow().contains(specifier)
    }
}

/// Whether a path is there, and as what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    File,
    Directory,
    Missing,
}

fn stat(path: &Path) -> Entry {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Entry::Directory,
        Ok(_) => Entry::File,
        Err(_) => Entry::Missing,
    }
}

/// The path without `.`, `..` and doubled slashes, as Node's `path.resolve` has it.
fn normalize(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            component => out.push(component),
        }
    }
    out
}
