//! Enums, compiled in place: each member becomes an assignment on its own line.
//!
//! `enum E { A, B = 'b' }` becomes `var E;(function(E){ E[E["A"]=0]="A"; E["B"]= 'b'; })(E||(E={}));`.
//! A `const enum` is compiled like any other, so that its object exists for other files.

use oxc_ast::ast::{Expression, TSEnumDeclaration, TSEnumMember, TSEnumMemberName};
use oxc_span::GetSpan;
use oxc_syntax::constant_value::ConstantValue;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::blank::TypeVisitor;
use crate::bindings::Substitute;
use crate::names::{member, quote};

/// Records the edits of one enum; `holder` is the namespace that exports it.
pub(super) fn record(visitor: &mut TypeVisitor, it: &TSEnumDeclaration, holder: Option<&str>) {
    let name = it.id.name.as_str();
    let declare = declaration(visitor, it.id.symbol_id.get(), name);
    visitor.edits.replace(
        it.span.start,
        it.body.span.start + 1,
        format!("{declare}(function({name}){{"),
    );
    let mut next = Some(0.0);
    for (index, m) in it.body.members.iter().enumerate() {
        let limit = it.body.members.get(index + 1).map_or(it.body.span.end, |n| n.span.start);
        member_edit(visitor, it, m, &mut next, limit);
    }
    visitor.edits.insert(it.span.end, closing(name, holder));
}

/// The declaration in front of the function, unless another declaration makes the name.
pub(super) fn declaration(visitor: &TypeVisitor, symbol: Option<SymbolId>, name: &str) -> String {
    let made_elsewhere = symbol.is_some_and(|symbol| {
        let flags = visitor.scoping.symbol_flags(symbol);
        flags.intersects(SymbolFlags::Class | SymbolFlags::Function)
    });
    // `var` may be repeated, which merged declarations need.
    if made_elsewhere { ";".to_owned() } else { format!("var {name};") }
}

/// The call that makes or takes up the object.
pub(super) fn closing(name: &str, holder: Option<&str>) -> String {
    match holder {
        None => format!(")({name}||({name}={{}}));"),
        Some(holder) => {
            let place = member(holder, name);
            format!(")({name}={place}||({place}={{}}));")
        }
    }
}

fn member_edit(
    visitor: &mut TypeVisitor,
    owner: &TSEnumDeclaration,
    it: &TSEnumMember,
    next: &mut Option<f64>,
    limit: u32,
) {
    let enum_name = owner.id.name.as_str();
    let name = member_name(it);
    let key = quote(&name);
    let id_span = it.span;
    let id_end = it.initializer.as_ref().map_or(it.span.end, |init| {
        // Everything up to the initialiser is replaced but its `=`.
        init.span().start
    });
    let value = constant(visitor, owner, &name);
    match (&it.initializer, &value) {
        (None, _) => {
            let number = match value {
                Some(ConstantValue::Number(number)) => Some(number),
                _ => *next,
            };
            let text = number.map_or_else(|| "undefined".to_owned(), number_text);
            visitor.edits.replace(
                id_span.start,
                id_end,
                format!("{enum_name}[{enum_name}[{key}]={text}]={key}"),
            );
            *next = number.map(|n| n + 1.0);
        }
        (Some(init), value) => {
            let is_string =
                matches!(value, Some(ConstantValue::String(_))) || is_string_literal(init);
            if is_string {
                visitor.edits.replace(id_span.start, id_end, format!("{enum_name}[{key}]="));
                *next = None;
            } else {
                visitor.edits.replace(
                    id_span.start,
                    id_end,
                    format!("{enum_name}[{enum_name}[{key}]="),
                );
                visitor.edits.insert(init.span().end, format!("]={key}"));
                *next = match value {
                    Some(ConstantValue::Number(number)) => Some(number + 1.0),
                    _ => None,
                };
            }
        }
    }
    if let Some(symbol) = member_symbol(visitor, owner, &name) {
        visitor.bindings.set(symbol, Substitute::Member(member(enum_name, &name)));
    }
    match visitor.next_visible(it.span.end) {
        Some((at, b',')) if at < limit => visitor.edits.replace(at, at + 1, ";"),
        _ => visitor.edits.insert(it.span.end, ";"),
    }
}

fn member_name(it: &TSEnumMember) -> String {
    match &it.id {
        TSEnumMemberName::Identifier(id) => id.name.to_string(),
        TSEnumMemberName::String(text) | TSEnumMemberName::ComputedString(text) => {
            text.value.to_string()
        }
        TSEnumMemberName::ComputedTemplateString(text) => text
            .quasis
            .first()
            .and_then(|quasi| quasi.value.cooked)
            .map(|cooked| cooked.to_string())
            .unwrap_or_default(),
    }
}

fn member_symbol(visitor: &TypeVisitor, owner: &TSEnumDeclaration, name: &str) -> Option<SymbolId> {
    let scope = owner.body.scope_id.get()?;
    visitor
        .scoping
        .iter_bindings_in(scope)
        .find(|&symbol| visitor.scoping.symbol_name(symbol) == name)
}

fn constant(visitor: &TypeVisitor, owner: &TSEnumDeclaration, name: &str) -> Option<ConstantValue> {
    let symbol = member_symbol(visitor, owner, name)?;
    visitor.scoping.get_enum_member_value(symbol).cloned()
}

fn is_string_literal(init: &Expression) -> bool {
    matches!(
        init.without_parentheses(),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_)
    )
}

fn number_text(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else {
        number.to_string()
    }
}
