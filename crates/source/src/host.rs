//! Edits every kind of source may need: dynamic `import()`, `import.meta`, and reads of `stack`.
//!
//! An error's `stack` is kept in the engine's form until somebody reads it, so a read has to go through the
//! host: `e.stack` becomes `S(e).stack`, where `S` gives back its argument after bringing its stack into Node's
//! form. A pattern that takes `stack` apart reads a host key first, which does the same.
//!
//! Code that a text spells out for `eval` or `new Function` is prepared by the host when it gets there, if it may import:
//! `new Function('return import(x)')` becomes `new Function(I.body('return import(x)'))`, and `eval(…)` has `I.code`.

use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTargetProperty, CallExpression,
    ComputedMemberExpression, Expression, ImportExpression, ImportMeta, MemberExpression,
    NewExpression, ObjectAssignmentTarget, ObjectPattern, Program, PropertyKey,
    SimpleAssignmentTarget, StaticMemberExpression, UnaryExpression, UpdateExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, UnaryOperator};

use crate::edit::Edits;
use crate::names::{Names, Uses};

/// Records the host edits of `program` and tells which host names they use.
pub(crate) fn record(program: &Program, names: &Names, edits: &mut Edits) -> Uses {
    let mut visitor = HostVisitor { names, edits, uses: Uses::default(), written: None };
    visitor.visit_program(program);
    visitor.uses
}

struct HostVisitor<'v, 's> {
    names: &'v Names,
    edits: &'v mut Edits<'s>,
    uses: Uses,
    /// A member expression that is written or deleted and not read.
    written: Option<Span>,
}

impl HostVisitor<'_, '_> {
    fn read_stack(&mut self, member: Span, object: &Expression, optional: bool, tail: &str) {
        if self.written == Some(member) || matches!(object, Expression::Super(_)) {
            return;
        }
        self.uses.stack = true;
        let span = object.span();
        self.edits.insert(span.start, format!("{}(", self.names.stack()));
        // `a?.b.stack` must not throw when `a` is absent, and the call would end the optional chain.
        let close = if !optional && is_inside_optional_chain(object) { tail } else { ")" };
        self.edits.insert(span.end, close);
    }

    fn read_stack_key(&mut self, pattern: Span) {
        self.uses.stack_key = true;
        self.edits.insert(pattern.start + 1, format!("[{}]:{{}}={{}},", self.names.stack_key()));
    }

    /// Has the host prepare the code among the arguments of what makes code of a text.
    fn prepare_code(&mut self, callee: &Expression, arguments: &[Argument]) {
        let Expression::Identifier(name) = callee else { return };
        let (code, method) = match name.name.as_str() {
            "eval" => (arguments.first(), "code"),
            "Function" | "AsyncFunction" => (arguments.last(), "body"),
            _ => return,
        };
        let Some(code) = code.and_then(Argument::as_expression) else { return };
        if !spells_import(code) {
            return;
        }
        self.uses.dynamic_import = true;
        let span = code.span();
        self.edits.insert(span.start, format!("{}.{method}(", self.names.dynamic_import()));
        self.edits.insert(span.end, ")");
    }

    fn mark_written(&mut self, target: &SimpleAssignmentTarget) {
        self.written = target.as_member_expression().map(MemberExpression::span);
    }
}

impl<'a> Visit<'a> for HostVisitor<'_, '_> {
    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.uses.dynamic_import = true;
        self.edits.replace(it.span.start, it.span.start + 6, self.names.dynamic_import());
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.prepare_code(&it.callee, &it.arguments);
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.prepare_code(&it.callee, &it.arguments);
        walk::walk_new_expression(self, it);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.uses.import_meta = true;
        let width = it.span.size() as usize;
        let name = self.names.import_meta();
        self.edits.replace(it.span.start, it.span.end, format!("{name:width$}"));
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if it.property.name == "stack" {
            self.read_stack(it.span, &it.object, it.optional, ")?");
        }
        walk::walk_static_member_expression(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        if matches!(&it.expression, Expression::StringLiteral(key) if key.value == "stack") {
            self.read_stack(it.span, &it.object, it.optional, ")?.");
        }
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        self.mark_written(it);
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        match it.left.as_simple_assignment_target() {
            // `e.stack += x` reads before it writes.
            Some(target) if it.operator != AssignmentOperator::Assign => {
                walk::walk_simple_assignment_target(self, target);
                self.visit_expression(&it.right);
            }
            _ => walk::walk_assignment_expression(self, it),
        }
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        walk::walk_simple_assignment_target(self, &it.argument);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete {
            self.written = Some(it.argument.span());
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_object_pattern(&mut self, it: &ObjectPattern<'a>) {
        if it.properties.iter().any(|p| !p.computed && is_stack_key(&p.key)) {
            self.read_stack_key(it.span);
        }
        walk::walk_object_pattern(self, it);
    }

    fn visit_object_assignment_target(&mut self, it: &ObjectAssignmentTarget<'a>) {
        let reads = it.properties.iter().any(|property| match property {
            AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(p) => {
                p.binding.name == "stack"
            }
            AssignmentTargetProperty::AssignmentTargetPropertyProperty(p) => {
                !p.computed && is_stack_key(&p.name)
            }
        });
        if reads {
            self.read_stack_key(it.span);
        }
        walk::walk_object_assignment_target(self, it);
    }
}

/// Whether a text that is written out here, or a part of it, has the word `import`.
fn spells_import(code: &Expression) -> bool {
    match code {
        Expression::StringLiteral(it) => it.value.contains("import"),
        Expression::TemplateLiteral(it) => {
            it.quasis.iter().any(|quasi| quasi.value.raw.contains("import"))
        }
        Expression::BinaryExpression(it) => spells_import(&it.left) || spells_import(&it.right),
        _ => false,
    }
}

fn is_stack_key(key: &PropertyKey) -> bool {
    match key {
        PropertyKey::StaticIdentifier(name) => name.name == "stack",
        PropertyKey::StringLiteral(name) => name.value == "stack",
        _ => false,
    }
}

/// Whether `object`, read as the head of a longer chain, can end that chain early.
fn is_inside_optional_chain(object: &Expression) -> bool {
    let mut at = object;
    loop {
        at = match at {
            Expression::StaticMemberExpression(it) if it.optional => return true,
            Expression::ComputedMemberExpression(it) if it.optional => return true,
            Expression::PrivateFieldExpression(it) if it.optional => return true,
            Expression::CallExpression(it) if it.optional => return true,
            Expression::StaticMemberExpression(it) => &it.object,
            Expression::ComputedMemberExpression(it) => &it.object,
            Expression::PrivateFieldExpression(it) => &it.object,
            Expression::CallExpression(it) => &it.callee,
            Expression::TSNonNullExpression(it) => &it.expression,
            _ => return false,
        };
    }
}
