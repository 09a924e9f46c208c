//! `constructor(private x: T)`: the parameter becomes a property before the body runs.

use oxc_ast::ast::{BindingPattern, Expression, FunctionBody, MethodDefinition, Statement};
use oxc_span::GetSpan;

use crate::edit::Edits;

pub(super) fn record(source: &str, method: &MethodDefinition, edits: &mut Edits) {
    let Some(body) = &method.value.body else { return };
    let mut assignments = String::new();
    for parameter in &method.value.params.items {
        let is_property =
            parameter.accessibility.is_some() || parameter.readonly || parameter.r#override;
        let pattern = match &parameter.pattern {
            BindingPattern::AssignmentPattern(p) => &p.left,
            pattern => pattern,
        };
        if let (true, BindingPattern::BindingIdentifier(id)) = (is_property, pattern) {
            let name = id.name.as_str();
            assignments.push_str(&format!("this.{name}={name};"));
        }
    }
    if assignments.is_empty() {
        return;
    }
    let at = after_super(body).unwrap_or_else(|| {
        body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end)
    });
    let closed = matches!(source.as_bytes().get(at as usize - 1), Some(b';' | b'{'));
    edits.insert(at, if closed { assignments } else { format!(";{assignments}") });
}

/// The end of the statement that calls the parent's constructor.
fn after_super(body: &FunctionBody) -> Option<u32> {
    body.statements.iter().find_map(|statement| match statement {
        Statement::ExpressionStatement(it) => match it.expression.without_parentheses() {
            Expression::CallExpression(call) if matches!(call.callee, Expression::Super(_)) => {
                Some(statement.span().end)
            }
            _ => None,
        },
        _ => None,
    })
}
