//! Names that stand for something else: imports, exports of a namespace, members of an enum.
//!
//! Every reference to such a name becomes a member of the object that holds the value, so that the value is
//! always read live. A call keeps its undefined `this`: `f(x)` becomes `(0,M.f)(x)`.

use std::collections::{HashMap, HashSet};

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, CallExpression, Expression, IdentifierReference,
    ObjectProperty, Program, Statement, TaggedTemplateExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::symbol::SymbolId;

use crate::edit::Edits;

/// What stands for a name.
#[derive(Clone, Debug)]
pub(crate) enum Substitute {
    /// A member of a host object.
    Member(String),
    /// A plain variable.
    Variable(String),
}

/// The substitutes of one program.
#[derive(Default)]
pub(crate) struct Bindings {
    substitutes: HashMap<SymbolId, Substitute>,
}

impl Bindings {
    pub(crate) fn set(&mut self, symbol: SymbolId, substitute: Substitute) {
        self.substitutes.insert(symbol, substitute);
    }

    /// Records an edit for every reference.
    pub(crate) fn record(&self, program: &Program, scoping: &Scoping, edits: &mut Edits) {
        if self.substitutes.is_empty() {
            return;
        }
        let mut visitor = ReferenceVisitor {
            bindings: self,
            scoping,
            edits,
            called: HashSet::new(),
            statement_starts: HashSet::new(),
        };
        visitor.visit_program(program);
    }
}

struct ReferenceVisitor<'v, 's> {
    bindings: &'v Bindings,
    scoping: &'v Scoping,
    edits: &'v mut Edits<'s>,
    /// Offsets of names that are called.
    called: HashSet<u32>,
    /// Offsets of statements in statement lists: a parenthesis there could continue the line before.
    statement_starts: HashSet<u32>,
}

impl<'v> ReferenceVisitor<'v, '_> {
    fn substitute(&self, reference: &IdentifierReference) -> Option<&'v Substitute> {
        let symbol = self.scoping.get_reference(reference.reference_id.get()?).symbol_id()?;
        self.bindings.substitutes.get(&symbol)
    }

    fn note_call(&mut self, callee: &Expression) {
        if let Expression::Identifier(name) = callee.get_inner_expression() {
            self.called.insert(name.span.start);
        }
    }

    fn replace_shorthand(&mut self, name: &IdentifierReference, substitute: &Substitute) {
        let (Substitute::Member(text) | Substitute::Variable(text)) = substitute;
        self.edits.replace(name.span.start, name.span.end, format!("{}:{text}", name.name));
    }
}

impl<'a> Visit<'a> for ReferenceVisitor<'_, '_> {
    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        self.statement_starts.extend(
            it.iter()
                .filter(|s| matches!(s, Statement::ExpressionStatement(_)))
                .map(|s| s.span().start),
        );
        walk::walk_statements(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.note_call(&it.callee);
        walk::walk_call_expression(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.note_call(&it.tag);
        walk::walk_tagged_template_expression(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if let (true, Expression::Identifier(name)) = (it.shorthand, &it.value)
            && let Some(substitute) = self.substitute(name)
        {
            self.replace_shorthand(name, substitute);
            return;
        }
        walk::walk_object_property(self, it);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        match self.substitute(&it.binding) {
            Some(substitute) => self.replace_shorthand(&it.binding, substitute),
            None => self.visit_identifier_reference(&it.binding),
        }
        if let Some(init) = &it.init {
            self.visit_expression(init);
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let text = match self.substitute(it) {
            None => return,
            Some(Substitute::Member(text)) if self.called.contains(&it.span.start) => {
                let guard = if self.statement_starts.contains(&it.span.start) { ";" } else { "" };
                format!("{guard}(0,{text})")
            }
            Some(Substitute::Member(text) | Substitute::Variable(text)) => text.clone(),
        };
        self.edits.replace(it.span.start, it.span.end, text);
    }
}
