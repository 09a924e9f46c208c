//! Literals nested deeper than an engine can follow.
//!
//! `[` and `{` may begin a literal or the left side of an assignment. JavaScriptCore tries the second when the first has
//! failed, and from release 2.52 on also when it failed for want of stack: at each level above, again and again, so that a
//! text of 4 000 brackets takes for ever. V8 gives up at about the same depth, with an error. Such texts are found here.

use memchr::memchr2_iter;
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast_visit::Visit;

use crate::parse::{Goal, Language, parse};
use crate::stack;

/// An array is one step of depth, an object two, as the engine takes twice the stack for it. V8 manages 2 000 arrays in each
/// other and 700 objects, the engine 3 000 and 1 200.
const DEEPEST: usize = 2200;
const OBJECT_STEPS: usize = 2;

/// Whether an engine would run out of stack over the literals of a source. A source that does not parse is the engine's to
/// refuse, as far as it gets.
pub fn nests_too_deeply(source: &str, language: Language, goal: Goal) -> bool {
    // Most sources have fewer brackets than this in all.
    if memchr2_iter(b'[', b'{', source.as_bytes()).nth(DEEPEST / OBJECT_STEPS).is_none() {
        return false;
    }
    if !brackets_nest(source) {
        return false;
    }
    stack::with_room(source, || {
        let allocator = Allocator::default();
        let Ok(program) = parse(&allocator, source, language, goal) else {
            // Without the tree the brackets themselves must do: what is not closed is not parsed either.
            return true;
        };
        let mut visitor = DepthVisitor::default();
        visitor.visit_program(&program);
        visitor.deepest > DEEPEST
    })
}

/// A look at the bytes, those of strings and comments too.
fn brackets_nest(source: &str) -> bool {
    let mut depth = 0_usize;
    for byte in source.bytes() {
        match byte {
            b'[' => depth += 1,
            b'{' => depth += OBJECT_STEPS,
            b']' => depth = depth.saturating_sub(1),
            b'}' => depth = depth.saturating_sub(OBJECT_STEPS),
            _ => continue,
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

#[derive(Default)]
struct DepthVisitor {
    depth: usize,
    deepest: usize,
}

impl<'a> Visit<'a> for DepthVisitor {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.depth += steps(kind);
        self.deepest = self.deepest.max(self.depth);
    }

    fn leave_node(&mut self, kind: AstKind<'a>) {
        self.depth -= steps(kind);
    }
}

fn steps(kind: AstKind<'_>) -> usize {
    match kind {
        AstKind::ArrayExpression(_)
        | AstKind::ArrayPattern(_)
        | AstKind::ArrayAssignmentTarget(_) => 1,
        AstKind::ObjectExpression(_)
        | AstKind::ObjectPattern(_)
        | AstKind::ObjectAssignmentTarget(_) => OBJECT_STEPS,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deep(source: &str) -> bool {
        nests_too_deeply(source, Language::JavaScript, Goal::CommonJs)
    }

    #[test]
    fn what_v8_can_read_is_not_too_deep() {
        assert!(!deep(&format!("x = {}{}", "[".repeat(2000), "]".repeat(2000))));
        assert!(!deep(&format!("x = {}1{}", "({a:".repeat(700), "})".repeat(700))));
        assert!(!deep(&"x = [{ a: [1] }];\n".repeat(4000)));
    }

    #[test]
    fn literals_in_each_other() {
        assert!(deep(&format!("x = {}{}", "[".repeat(4000), "]".repeat(4000))));
        assert!(deep(&format!("x = {}1{}", "({a:".repeat(4000), "})".repeat(4000))));
        assert!(deep(&format!("{} = y", "[".repeat(4000))));
    }

    #[test]
    fn brackets_that_open_nothing() {
        assert!(!deep(&format!("x = '{}'; // {}", "[".repeat(4000), "{".repeat(4000))));
        assert!(!deep(&format!("{}{}", "{".repeat(4000), "}".repeat(4000))));
    }
}
