//! Addons that need what is not there. Node has no oracle for them: it has V8, and binds late.

mod support;

use std::path::Path;
use std::process::Command;

#[test]
fn an_addon_with_a_missing_symbol_is_refused_by_name() {
    let folder = std::env::temp_dir().join(format!("roundel-addons-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/napi/fixtures/v8_addon.c");
    let addon = folder.join("v8_addon.node");
    let compiled = support::output(
        Command::new("cc").args(["-shared", "-fPIC"]).arg(source).arg("-o").arg(&addon),
    );
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let program = "try { require(process.argv[1]); } catch (error) { \
        console.log(error.code, error.message); }";
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(["-e", program])
            .arg(&addon)
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    );
    std::fs::remove_dir_all(&folder).unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with("ERR_DLOPEN_FAILED"), "{said}");
    assert!(said.contains("node_module_register_that_is_missing"), "{said}");
}
