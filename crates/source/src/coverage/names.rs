//! The names that V8 finds for functions which have none of their own: those of what they are assigned to.

use oxc_ast::ast::{
    AssignmentTarget, BindingPattern, Expression, MethodDefinitionKind, PropertyKey, PropertyKind,
};

/// The name of a key that is written in the text.
pub(super) fn key(key: &PropertyKey) -> Option<String> {
    match key {
        PropertyKey::StaticIdentifier(name) => Some(name.name.to_string()),
        PropertyKey::PrivateIdentifier(name) => Some(format!("#{}", name.name)),
        PropertyKey::StringLiteral(text) => Some(text.value.to_string()),
        PropertyKey::NumericLiteral(number) => Some(number.value.to_string()),
        _ => None,
    }
}

pub(super) fn pattern(pattern: &BindingPattern) -> Option<String> {
    match pattern {
        BindingPattern::BindingIdentifier(name) => Some(name.name.to_string()),
        _ => None,
    }
}

/// `a.b.c` of an assignment's left side, as a stack would show it.
pub(super) fn target(target: &AssignmentTarget) -> Option<String> {
    match target {
        AssignmentTarget::AssignmentTargetIdentifier(name) => Some(name.name.to_string()),
        AssignmentTarget::StaticMemberExpression(it) => {
            Some(joined(path(&it.object), &it.property.name))
        }
        AssignmentTarget::ComputedMemberExpression(it) => match &it.expression {
            Expression::StringLiteral(text) => Some(joined(path(&it.object), &text.value)),
            _ => path(&it.object),
        },
        _ => None,
    }
}

fn path(object: &Expression) -> Option<String> {
    match object {
        Expression::Identifier(name) => Some(name.name.to_string()),
        Expression::StaticMemberExpression(it) if it.property.name == "prototype" => {
            path(&it.object)
        }
        Expression::StaticMemberExpression(it) => Some(joined(path(&it.object), &it.property.name)),
        _ => None,
    }
}

fn joined(head: Option<String>, tail: &str) -> String {
    match head {
        Some(head) => format!("{head}.{tail}"),
        None => tail.to_owned(),
    }
}

pub(super) fn of_property(kind: PropertyKind, name: String) -> String {
    match kind {
        PropertyKind::Init => name,
        PropertyKind::Get => format!("get {name}"),
        PropertyKind::Set => format!("set {name}"),
    }
}

pub(super) fn of_method(kind: MethodDefinitionKind, name: String) -> String {
    match kind {
        MethodDefinitionKind::Get => format!("get {name}"),
        MethodDefinitionKind::Set => format!("set {name}"),
        _ => name,
    }
}
