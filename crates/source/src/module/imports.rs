//! Import declarations: each becomes a request and leaves nothing but its lines.

use oxc_ast::ast::{
    BindingIdentifier, ImportDeclaration, ImportDeclarationSpecifier, ImportOrExportKind,
    ModuleExportName,
};
use oxc_span::{GetSpan, Span};

use super::{Import, Record};
use crate::bindings::Substitute;
use crate::edit::Edits;
use crate::names;

pub(super) fn record(import: &ImportDeclaration, record: &mut Record, edits: &mut Edits) {
    edits.erase_statement(import.span.start, import.span.end);
    if import.import_kind == ImportOrExportKind::Type {
        return;
    }
    let specifier = names::text(&import.source);
    let request = record.request(&specifier, import.with_clause.as_deref(), import.source.span);
    for specifier in import.specifiers.iter().flatten() {
        match specifier {
            ImportDeclarationSpecifier::ImportSpecifier(it) => {
                if it.import_kind == ImportOrExportKind::Value {
                    let name = export_name(&it.imported);
                    named(record, request, name, it.imported.span(), &it.local);
                }
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(it) => {
                named(record, request, "default".to_owned(), it.span, &it.local);
            }
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(it) => {
                record.requests[request].reads_namespace = true;
                record.imported.insert(it.local.name.to_string(), (request, None));
                if let Some(symbol) = it.local.symbol_id.get() {
                    let text = record.names.namespace(request);
                    record.bindings.set(symbol, Substitute::Variable(text));
                }
            }
        }
    }
}

fn named(record: &mut Record, request: usize, name: String, span: Span, local: &BindingIdentifier) {
    record.requests[request].reads_names = true;
    record.imported.insert(local.name.to_string(), (request, Some(name.clone())));
    if let Some(symbol) = local.symbol_id.get() {
        let text = names::member(&record.names.request(request), &name);
        record.bindings.set(symbol, Substitute::Member(text));
    }
    let place = record.place(span);
    record.imports.push(Import { request, name, local: local.name.to_string(), place });
}

/// The text of a name in an import or export list.
pub(super) fn export_name(name: &ModuleExportName) -> String {
    name.name().to_string()
}
