//! What the types must not allow: each program in `compile_fail/` breaks one rule and has to be
//! refused for that reason, which its `.stderr` file records.

#[test]
fn handles_do_not_escape() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
