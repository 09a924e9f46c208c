//! Node's resolution on a small tree of packages made for the test.

use std::fs;
use std::path::{Path, PathBuf};

use roundel_source::resolve::{Detail, Format, ResolveOptions, Resolver, Role, Target};

/// A tree of files below a folder of its own.
struct Tree {
    root: PathBuf,
}

impl Tree {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a temporary folder");
        let root = fs::canonicalize(root).expect("it exists");
        let tree = Self { root };
        tree.write("package.json", r##"{"name":"root","exports":{"./a":"./a.js"},"imports":{"#a":"./a.js","#dep":"plain","#fs":"fs","#x/*":"./x/*.js","#null":null}}"##);
        tree.write("a.js", "");
        tree.write("main.mjs", "");
        tree.write("dir/index.js", "");
        tree.write("node_modules/plain/package.json", r#"{"main":"lib"}"#);
        tree.write("node_modules/plain/lib/index.js", "");
        tree.write("node_modules/exp/package.json", r#"{"exports":{".":{"import":"./i.mjs","require":"./r.js"},"./p/*":"./lib/*.js","./p/secret/*":null,"./bad":"bad","./missing":"./missing.js","./list":["bad","./r.js"]}}"#);
        for file in ["i.mjs", "r.js", "lib/a.js"] {
            tree.write(&format!("node_modules/exp/{file}"), "");
        }
        tree.write("node_modules/lost/package.json", r#"{"main":"nope.js"}"#);
        tree.write("esm/package.json", r#"{"type":"module"}"#);
        tree.write("esm/x.js", "");
        tree
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn resolver(&self) -> Resolver {
        let resolver = Resolver::new(ResolveOptions::default());
        resolver.set_builtins(["fs".to_owned()]);
        resolver
    }

    /// What an import from main.mjs gives: a path below the root, a builtin, or an error code and its first detail.
    fn import(&self, specifier: &str) -> String {
        let base = format!("file://{}/main.mjs", self.root.display());
        match self.resolver().import(specifier, &base, Role::Dependency) {
            Ok(url) => self.short(url.trim_start_matches("file://")),
            Err(error) => self.error(error.code, &error.details),
        }
    }

    fn require(&self, request: &str) -> String {
        let resolver = self.resolver();
        let parent = self.root.join("main.js");
        match resolver.require_scoped(request, &parent) {
            Ok(Some(Target::File(path))) => return self.short(&path.display().to_string()),
            Ok(Some(Target::Builtin(id))) => return format!("node:{id}"),
            Ok(None) => {}
            Err(error) => return self.error(error.code, &error.details),
        }
        let folder = if request.starts_with('.') { "" } else { "/node_modules" };
        let paths = [format!("{}{folder}", self.root.display())];
        let extensions = [".js", ".json"].map(str::to_owned);
        match resolver.find(request, &paths, &extensions, Role::Dependency) {
            Ok(Some(path)) => self.short(&path.display().to_string()),
            Ok(None) => "not found".to_owned(),
            Err(error) => self.error(error.code, &error.details),
        }
    }

    fn short(&self, path: &str) -> String {
        path.replace(&format!("{}/", self.root.display()), "")
    }

    fn error(&self, code: &str, details: &[Detail]) -> String {
        match details.first() {
            Some(Detail::Text(text)) => format!("{code} {}", self.short(text)),
            _ => code.to_owned(),
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[track_caller]
fn check(actual: String, expected: &str) {
    assert_eq!(actual, expected);
}

#[test]
fn imports() {
    let tree = Tree::new("imports");
    check(tree.import("./a.js"), "a.js");
    check(tree.import("./a.js?q#f"), "a.js?q#f");
    check(tree.import("./a"), &format!("ERR_MODULE_NOT_FOUND {}", "a"));
    check(tree.import("./dir"), "ERR_UNSUPPORTED_DIR_IMPORT dir");
    check(tree.import("exp"), "node_modules/exp/i.mjs");
    check(tree.import("exp/p/a"), "node_modules/exp/lib/a.js");
    check(tree.import("exp/list"), "node_modules/exp/r.js");
    check(tree.import("exp/p/secret/a"), "ERR_PACKAGE_PATH_NOT_EXPORTED node_modules/exp/");
    check(tree.import("exp/nope"), "ERR_PACKAGE_PATH_NOT_EXPORTED node_modules/exp/");
    check(tree.import("exp/bad"), "ERR_INVALID_PACKAGE_TARGET node_modules/exp/");
    check(tree.import("exp/p/../a"), "ERR_INVALID_MODULE_SPECIFIER ./p/../a");
    check(tree.import("plain"), "node_modules/plain/lib/index.js");
    check(tree.import("lost"), "ERR_MODULE_NOT_FOUND node_modules/lost/nope.js");
    check(tree.import("missing"), "ERR_MODULE_NOT_FOUND missing");
    check(tree.import("@scope"), "ERR_INVALID_MODULE_SPECIFIER @scope");
    check(tree.import("#a"), "a.js");
    check(tree.import("#dep"), "node_modules/plain/lib/index.js");
    check(tree.import("#fs"), "node:fs");
    check(tree.import("#null"), "ERR_PACKAGE_IMPORT_NOT_DEFINED #null");
    check(tree.import("root/a"), "a.js");
    check(tree.import("root/b"), "ERR_PACKAGE_PATH_NOT_EXPORTED ");
    check(tree.import("fs"), "node:fs");
    check(tree.import("https://a.b/c"), "https://a.b/c");
}

#[test]
fn requires() {
    let tree = Tree::new("requires");
    check(tree.require("./a"), "a.js");
    check(tree.require("./dir"), "dir/index.js");
    check(tree.require("./dir/"), "dir/index.js");
    check(tree.require("./a/"), "not found");
    check(tree.require("exp"), "node_modules/exp/r.js");
    check(tree.require("exp/p/a"), "node_modules/exp/lib/a.js");
    check(
        tree.require("exp/missing"),
        "MODULE_NOT_FOUND Cannot find module 'node_modules/exp/missing.js'",
    );
    check(tree.require("plain"), "node_modules/plain/lib/index.js");
    check(
        tree.require("lost"),
        "MODULE_NOT_FOUND Cannot find module 'node_modules/lost/nope.js'. \
         Please verify that the package.json has a valid \"main\" entry",
    );
    check(tree.require("#a"), "a.js");
    check(tree.require("#fs"), "node:fs");
    check(tree.require("root/a"), "a.js");
    check(tree.require("missing"), "not found");
}

#[test]
fn a_file_made_later_is_found() {
    let tree = Tree::new("later");
    let resolver = tree.resolver();
    let paths = [tree.root.display().to_string()];
    let extensions = [".js".to_owned()];
    let find = || resolver.find("./late", &paths, &extensions, Role::Dependency);
    assert_eq!(find(), Ok(None));
    tree.write("late.js", "");
    assert_eq!(find(), Ok(Some(tree.root.join("late.js"))));
}

#[test]
fn formats() {
    let tree = Tree::new("formats");
    let resolver = tree.resolver();
    let format = |path: &str| resolver.format(&tree.root.join(path)).expect("packages are fine");
    assert_eq!(format("a.js"), Some(Format::Ambiguous));
    assert_eq!(format("esm/x.js"), Some(Format::Module));
    assert_eq!(format("esm/x.ts"), Some(Format::ModuleTypeScript));
    assert_eq!(format("esm/x.cjs"), Some(Format::CommonJs));
    assert_eq!(format("x.mts"), Some(Format::ModuleTypeScript));
    assert_eq!(format("x.foo"), None);
    assert_eq!(format(Path::new("x").to_str().expect("ascii")), Some(Format::Ambiguous));
}
