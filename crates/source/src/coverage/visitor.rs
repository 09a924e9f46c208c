//! Where the counters stand.
//!
//! The blocks are those that V8 counts. What follows a statement after which a function may not go on (`if`, a loop, `try`,
//! an `await`) is a block without an end. One place has one such block, that of the outermost statement that ends there; the
//! last statement of a block has none; what can not be reached has no blocks at all.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentPattern,
    AwaitExpression, BlockStatement, CallExpression, Class, ClassElement, ComputedMemberExpression,
    ConditionalExpression, ExportDefaultDeclaration, ExportDefaultDeclarationKind, Expression,
    FormalParameter, Function, FunctionBody, LogicalExpression, MethodDefinition,
    MethodDefinitionKind, ObjectProperty, ParenthesizedExpression, Program, PropertyDefinition,
    Statement, StaticBlock, StaticMemberExpression, SwitchStatement, TSEnumDeclaration,
    TSModuleBlock, TryStatement, VariableDeclarator, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::AssignmentOperator;
use oxc_syntax::scope::ScopeFlags;

use super::{Block, FunctionBlocks, Table, names, tokens};
use crate::edit::Edits;
use crate::names::quote;

pub(super) fn record(program: &Program, counters: &str, edits: &mut Edits) -> Table {
    let source = edits.source();
    let mut visitor = Counting {
        source,
        name: counters,
        counters: 0,
        begins: Vec::new(),
        ends: Vec::new(),
        replaced: Vec::new(),
        functions: Vec::new(),
        open: Vec::new(),
        heads: HashMap::new(),
        eager: HashSet::new(),
        claimed: HashSet::new(),
        class_name: String::new(),
    };
    let whole = Head { name: String::new(), start: 0 };
    visitor.inside(whole, source.len() as u32, None, |visitor| {
        visitor.list(&program.body, Last::HasNoRest);
    });
    // What ends at a place stands before what begins there.
    for (at, text) in visitor.ends.into_iter().chain(visitor.begins) {
        edits.insert(at, text);
    }
    for (span, text) in visitor.replaced {
        edits.replace(span.start, span.end, text);
    }
    Table { functions: visitor.functions, counters: visitor.counters }
}

struct Counting<'v> {
    source: &'v str,
    name: &'v str,
    counters: u32,
    /// Insertions where something begins, the outer ones first.
    begins: Vec<(u32, String)>,
    /// Insertions where something ends, the inner ones first.
    ends: Vec<(u32, String)>,
    replaced: Vec<(Span, String)>,
    functions: Vec<FunctionBlocks>,
    /// The functions around, innermost last.
    open: Vec<FunctionBlocks>,
    /// What is known of the function that begins at an offset before it is visited.
    heads: HashMap<u32, Head>,
    /// Functions in parentheses, which V8 compiles at once.
    eager: HashSet<u32>,
    /// The places behind which somebody counts already.
    claimed: HashSet<u32>,
    class_name: String,
}

struct Head {
    name: String,
    start: u32,
}

/// Whether the last statement of a list has a block behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    HasNoRest,
    HasRest,
}

impl<'v> Counting<'v> {
    fn counter(&mut self) -> u32 {
        self.counters += 1;
        self.counters - 1
    }

    fn increment(&self, counter: u32) -> String {
        format!("{}[{counter}]++", self.name)
    }

    fn block(&mut self, start: u32, end: Option<u32>, counter: Option<u32>) {
        if let Some(function) = self.open.last_mut() {
            function.blocks.push(Block { start, end, counter });
        }
    }

    fn counted_block(&mut self, start: u32, end: u32) -> u32 {
        let counter = self.counter();
        self.block(start, Some(end), Some(counter));
        counter
    }

    fn inside(
        &mut self,
        head: Head,
        end: u32,
        counter: Option<u32>,
        visit: impl FnOnce(&mut Self),
    ) {
        let eager = self.eager.contains(&head.start);
        let Head { name, start } = head;
        self.open.push(FunctionBlocks { name, start, end, counter, eager, blocks: Vec::new() });
        visit(self);
        self.functions.extend(self.open.pop());
    }

    fn name_function(&mut self, value: &Expression, name: Option<String>) {
        match value {
            Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => {
                let start = value.span().start;
                if let Some(name) = name {
                    self.heads.insert(start, Head { name, start });
                }
            }
            Expression::ConditionalExpression(it) => {
                self.name_function(&it.consequent, name.clone());
                self.name_function(&it.alternate, name);
            }
            Expression::AssignmentExpression(it) if it.operator == AssignmentOperator::Assign => {
                let inner = names::target(&it.left);
                let name = match (name, inner) {
                    (Some(outer), Some(inner)) => Some(format!("{outer}.{inner}")),
                    (outer, inner) => outer.or(inner),
                };
                self.name_function(&it.right, name);
            }
            _ => {}
        }
    }

    /// Counts at the beginning of `{`.
    fn count_in(&mut self, block: &BlockStatement, counter: u32) {
        let text = format!("{};", self.increment(counter));
        self.begins.push((block.span.start + 1, text));
    }

    /// Visits a statement that stands alone, with a counter if one is given.
    fn body(&mut self, body: &Statement, counter: Option<u32>) -> bool {
        if let Statement::BlockStatement(block) = body {
            if let Some(counter) = counter {
                self.count_in(block, counter);
            }
            return self.statement(body, Last::HasRest);
        }
        let span = body.span();
        let text = counter.map_or("{".to_owned(), |at| format!("{{{};", self.increment(at)));
        self.begins.push((span.start, text));
        let goes_on = self.statement(body, Last::HasRest);
        self.ends.push((span.end, "}".to_owned()));
        goes_on
    }

    fn claim(&mut self, at: u32) -> bool {
        self.claimed.insert(at)
    }

    /// Counts what comes behind a statement.
    fn rest(&mut self, start: u32, statement_end: u32) {
        let counter = self.counter();
        self.block(start, None, Some(counter));
        let text = format!(";{};", self.increment(counter));
        self.ends.push((statement_end, text));
    }

    fn list(&mut self, statements: &[Statement], last: Last) -> bool {
        let is_nothing = |statement: &&Statement| {
            matches!(statement, Statement::EmptyStatement(_) | Statement::FunctionDeclaration(_))
        };
        let final_one = statements.iter().rfind(|it| !is_nothing(it)).map(|it| it.span());
        let mut goes_on = true;
        for statement in statements {
            // What is declared is there, whether or not its place is reached.
            if goes_on || matches!(statement, Statement::FunctionDeclaration(_)) {
                let is_final = final_one == Some(statement.span()) && last == Last::HasNoRest;
                let last = if is_final { Last::HasNoRest } else { Last::HasRest };
                goes_on = self.statement(statement, last) && goes_on;
            }
        }
        goes_on
    }

    /// Visits a statement and tells whether what follows it can be reached.
    fn statement(&mut self, statement: &Statement, last: Last) -> bool {
        let has_rest = last == Last::HasRest;
        match statement {
            Statement::BlockStatement(it) => {
                self.claim(it.span.end);
                return self.list(&it.body, Last::HasNoRest);
            }
            Statement::LabeledStatement(it) => {
                if let Statement::BlockStatement(block) = &it.body {
                    let rest = self.claim(block.span.end) && has_rest;
                    self.list(&block.body, Last::HasNoRest);
                    if rest {
                        self.rest(block.span.end, it.span.end);
                    }
                } else {
                    self.statement(&it.body, last);
                }
                return true;
            }
            Statement::IfStatement(it) => {
                let rest = self.claim(it.span.end) && has_rest;
                self.visit_expression(&it.test);
                let then = it.consequent.span();
                let counter = self.counted_block(then.start, then.end);
                let mut goes_on = self.body(&it.consequent, Some(counter));
                match &it.alternate {
                    Some(alternate) => {
                        let counter = self.counted_block(then.end, alternate.span().end);
                        goes_on |= self.body(alternate, Some(counter));
                    }
                    None => goes_on = true,
                }
                if rest {
                    self.rest(it.span.end, it.span.end);
                }
                return goes_on;
            }
            Statement::WhileStatement(it) => {
                self.turns(&it.body, it.span.end, has_rest, |v| v.visit_expression(&it.test));
            }
            Statement::DoWhileStatement(it) => {
                self.turns(&it.body, it.span.end, has_rest, |v| v.visit_expression(&it.test));
            }
            Statement::ForStatement(it) => {
                self.turns(&it.body, it.span.end, has_rest, |visitor| {
                    if let Some(init) = &it.init {
                        visitor.visit_for_statement_init(init);
                    }
                    if let Some(test) = &it.test {
                        visitor.visit_expression(test);
                    }
                    if let Some(update) = &it.update {
                        visitor.visit_expression(update);
                    }
                });
            }
            Statement::ForInStatement(it) => {
                self.turns(&it.body, it.span.end, has_rest, |visitor| {
                    visitor.visit_for_statement_left(&it.left);
                    visitor.visit_expression(&it.right);
                });
            }
            Statement::ForOfStatement(it) => {
                self.turns(&it.body, it.span.end, has_rest, |visitor| {
                    visitor.visit_for_statement_left(&it.left);
                    visitor.visit_expression(&it.right);
                });
            }
            Statement::WithStatement(it) => {
                self.visit_expression(&it.object);
                return self.body(&it.body, None);
            }
            Statement::SwitchStatement(it) => self.switch(it, has_rest),
            Statement::TryStatement(it) => return self.attempt(it, has_rest),
            Statement::ReturnStatement(it) => {
                self.leave(it.span.end, has_rest, |visitor| {
                    if let Some(argument) = &it.argument {
                        visitor.visit_expression(argument);
                    }
                });
                return false;
            }
            Statement::ThrowStatement(it) => {
                self.leave(it.span.end, has_rest, |v| v.visit_expression(&it.argument));
                return false;
            }
            Statement::BreakStatement(it) => {
                self.leave(it.span.end, has_rest, |_| {});
                return false;
            }
            Statement::ContinueStatement(it) => {
                self.leave(it.span.end, has_rest, |_| {});
                return false;
            }
            _ => walk::walk_statement(self, statement),
        }
        true
    }

    fn turns(&mut self, body: &Statement, end: u32, has_rest: bool, head: impl FnOnce(&mut Self)) {
        let span = body.span();
        let rest = self.claim(span.end) && has_rest;
        head(self);
        let counter = self.counted_block(span.start, span.end);
        self.body(body, Some(counter));
        if rest {
            self.rest(span.end, end);
        }
    }

    fn leave(&mut self, end: u32, has_rest: bool, visit: impl FnOnce(&mut Self)) {
        let rest = self.claim(end) && has_rest;
        visit(self);
        if rest {
            self.block(end, None, None);
        }
    }

    fn switch(&mut self, it: &SwitchStatement, has_rest: bool) {
        let rest = self.claim(it.span.end) && has_rest;
        self.visit_expression(&it.discriminant);
        for case in &it.cases {
            let behind = match &case.test {
                Some(test) => {
                    self.visit_expression(test);
                    test.span().end
                }
                None => case.span.start + "default".len() as u32,
            };
            let counter = self.counted_block(case.span.start, case.span.end);
            if let Some(colon) = tokens::find(self.source, behind, ":") {
                let text = format!("{};", self.increment(counter));
                self.begins.push((colon + 1, text));
            }
            self.list(&case.consequent, Last::HasNoRest);
        }
        if rest {
            self.rest(it.span.end, it.span.end);
        }
    }

    fn attempt(&mut self, it: &TryStatement, has_rest: bool) -> bool {
        let rest = self.claim(it.span.end) && has_rest;
        // With both, what is caught is inside of what is finished.
        let inner_rest = match (&it.handler, &it.finalizer) {
            (Some(handler), Some(_)) => self.claim(handler.span.end),
            _ => false,
        };
        self.claim(it.block.span.end);
        let mut goes_on = self.list(&it.block.body, Last::HasNoRest);
        let mut inner_ends = vec![it.block.span.end - 1];
        if let Some(handler) = &it.handler {
            let counter = self.counted_block(handler.span.start, handler.span.end);
            if let Some(parameter) = &handler.param {
                self.visit_catch_parameter(parameter);
            }
            self.count_in(&handler.body, counter);
            self.claim(handler.body.span.end);
            goes_on |= self.list(&handler.body.body, Last::HasNoRest);
            inner_ends.push(handler.body.span.end - 1);
            if inner_rest {
                let counter = self.counter();
                self.block(handler.span.end, None, Some(counter));
                for end in inner_ends {
                    let text = format!(";{};", self.increment(counter));
                    self.ends.push((end, text));
                }
            }
        }
        if let Some(finalizer) = &it.finalizer {
            let behind = it.handler.as_ref().map_or(it.block.span.end, |it| it.span.end);
            let start = tokens::skip_trivia(self.source, behind);
            let counter = self.counted_block(start, finalizer.span.end);
            self.count_in(finalizer, counter);
            self.claim(finalizer.span.end);
            goes_on &= self.list(&finalizer.body, Last::HasNoRest);
        }
        if rest {
            self.rest(it.span.end, it.span.end);
        }
        goes_on
    }

    /// Counts at the beginning of an expression, with what stands around it.
    fn counted_expression(&mut self, from: u32, value: &Expression, counter: u32) {
        let text = format!("({},", self.increment(counter));
        self.begins.push((from, text));
        self.visit_expression(value);
        self.ends.push((value.span().end, ")".to_owned()));
    }

    fn suspension(&mut self, span: Span, visit: impl FnOnce(&mut Self)) {
        let behind = tokens::behind_semicolon(self.source, span.end);
        if !self.claim(behind) {
            return visit(self);
        }
        let counter = self.counter();
        self.block(behind, None, Some(counter));
        self.begins.push((span.start, "[".to_owned()));
        visit(self);
        let text = format!(",{}][0]", self.increment(counter));
        self.ends.push((span.end, text));
    }

    fn function_body(&mut self, body: &FunctionBody, counter: u32) {
        let increment = self.increment(counter);
        // Directives come first, and the last may have no semicolon.
        match body.directives.last() {
            Some(directive) => self.begins.push((directive.span.end, format!(";{increment};"))),
            None => self.begins.push((body.span.start + 1, format!("{increment};"))),
        }
        self.list(&body.statements, Last::HasNoRest);
    }

    /// The function that V8 makes of the fields of a class, or of what is static in it.
    fn initializer(&mut self, class: &Class, wants_static: bool) {
        let belongs = |element: &&ClassElement| match element {
            ClassElement::PropertyDefinition(it) => it.r#static == wants_static && !it.declare,
            ClassElement::StaticBlock(_) => wants_static,
            _ => false,
        };
        let mut elements = class.body.body.iter().filter(belongs);
        let Some(first) = elements.next() else { return };
        let last = elements.next_back().unwrap_or(first);
        let end = match last {
            // Without the semicolon.
            ClassElement::PropertyDefinition(it) => {
                it.value.as_ref().map_or(it.key.span().end, |value| value.span().end)
            }
            _ => last.span().end,
        };
        let name =
            if wants_static { "<static_initializer>" } else { "<instance_members_initializer>" };
        let counter = self.counter();
        let start = match first {
            // Without the words of TypeScript.
            ClassElement::PropertyDefinition(it) if !it.r#static && !it.computed => {
                it.key.span().start
            }
            _ => first.span().start,
        };
        let head = Head { name: name.to_owned(), start };
        let increment = self.increment(counter);
        let mut wrapped = None;
        match first {
            ClassElement::PropertyDefinition(it) if !wants_static => match &it.value {
                Some(value) if !takes_a_name(value) => wrapped = Some(value.span()),
                _ => {
                    let name = self.name;
                    self.begins.push((it.span.start, format!("#{name}{counter}={increment};")));
                }
            },
            _ => self.begins.push((first.span().start, format!("static{{{increment};}} "))),
        }
        self.inside(head, end, Some(counter), |visitor| {
            for element in class.body.body.iter().filter(belongs) {
                match element {
                    ClassElement::PropertyDefinition(it) => {
                        let Some(value) = &it.value else { continue };
                        visitor.name_function(value, names::key(&it.key));
                        if wrapped == Some(value.span()) {
                            visitor.counted_expression(value.span().start, value, counter);
                        } else {
                            visitor.visit_expression(value);
                        }
                    }
                    ClassElement::StaticBlock(it) => {
                        visitor.list(&it.body, Last::HasNoRest);
                    }
                    _ => {}
                }
            }
        });
    }
}

/// Whether an expression has no name but that of what it is assigned to.
fn takes_a_name(value: &Expression) -> bool {
    matches!(
        value,
        Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::ClassExpression(_)
            | Expression::ParenthesizedExpression(_)
    )
}

impl<'a> Visit<'a> for Counting<'_> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.statement(it, Last::HasRest);
    }

    fn visit_function(&mut self, it: &Function<'a>, _flags: ScopeFlags) {
        let Some(body) = &it.body else { return };
        let head = self.heads.remove(&it.span.start);
        let own = it.id.as_ref().map(|id| id.name.to_string());
        let start = head.as_ref().map_or(it.span.start, |head| head.start);
        let name = own.or(head.map(|head| head.name)).unwrap_or_default();
        let counter = self.counter();
        self.inside(Head { name, start }, it.span.end, Some(counter), |visitor| {
            visitor.visit_formal_parameters(&it.params);
            visitor.function_body(body, counter);
        });
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let name = self.heads.remove(&it.span.start).map(|head| head.name).unwrap_or_default();
        let counter = self.counter();
        let head = Head { name, start: it.span.start };
        self.inside(head, it.span.end, Some(counter), |visitor| {
            visitor.visit_formal_parameters(&it.params);
            if let ArrowFunctionBody::FunctionBody(body) = &it.body {
                visitor.function_body(body, counter);
            } else if let Some(value) = it.body.as_expression() {
                visitor.counted_expression(value.span().start, value, counter);
            }
        });
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let name = it.id.as_ref().map(|id| id.name.to_string());
        let name = name.or_else(|| self.heads.remove(&it.span.start).map(|head| head.name));
        let outer = std::mem::replace(&mut self.class_name, name.unwrap_or_default());
        if let Some(parent) = &it.heritage {
            self.visit_class_heritage(parent);
        }
        for element in &it.body.body {
            match element {
                ClassElement::MethodDefinition(method) => self.visit_method_definition(method),
                ClassElement::AccessorProperty(accessor) => self.visit_accessor_property(accessor),
                ClassElement::PropertyDefinition(field) if field.computed => {
                    self.visit_property_key(&field.key);
                }
                _ => {}
            }
        }
        self.initializer(it, false);
        self.initializer(it, true);
        self.class_name = outer;
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.visit_property_key(&it.key);
        let start = if it.r#static {
            tokens::skip_trivia(self.source, it.span.start + "static".len() as u32)
        } else {
            it.span.start
        };
        let name = match it.kind {
            MethodDefinitionKind::Constructor => self.class_name.clone(),
            kind => names::of_method(kind, names::key(&it.key).unwrap_or_default()),
        };
        self.heads.insert(it.value.span.start, Head { name, start });
        self.visit_function(&it.value, ScopeFlags::Function);
    }

    fn visit_property_definition(&mut self, _it: &PropertyDefinition<'a>) {}

    fn visit_static_block(&mut self, _it: &StaticBlock<'a>) {}

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        let name = names::key(&it.key).filter(|_| !it.computed);
        let is_method = it.method || it.kind != oxc_ast::ast::PropertyKind::Init;
        if is_method {
            let name = names::of_property(it.kind, name.unwrap_or_default());
            let start = it.span.start;
            self.heads.insert(it.value.span().start, Head { name, start });
        } else {
            self.name_function(&it.value, name);
        }
        walk::walk_object_property(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some(init) = &it.init {
            self.name_function(init, names::pattern(&it.id));
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let is_named = self.heads.contains_key(&it.right.span().start);
        if it.operator == AssignmentOperator::Assign && !is_named {
            let inner = matches!(it.right, Expression::AssignmentExpression(_));
            if !inner || !self.heads.contains_key(&innermost(&it.right).span().start) {
                self.name_function(&it.right, names::target(&it.left));
            }
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.name_function(&it.right, names::pattern(&it.left));
        walk::walk_assignment_pattern(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if let Some(value) = &it.initializer {
            self.name_function(value, names::pattern(&it.pattern));
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        let start = it.declaration.span().start;
        match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(_)
            | ExportDefaultDeclarationKind::ArrowFunctionExpression(_) => {
                self.heads.insert(start, Head { name: "default".to_owned(), start });
            }
            _ => {}
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_parenthesized_expression(&mut self, it: &ParenthesizedExpression<'a>) {
        let inner = &it.expression;
        if matches!(
            inner,
            Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)
        ) {
            self.eager.insert(inner.span().start);
        }
        walk::walk_parenthesized_expression(self, it);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        let operator = it.operator.as_str();
        let Some(start) = tokens::find(self.source, it.left.span().end, operator) else {
            return walk::walk_logical_expression(self, it);
        };
        let counter = self.counted_block(start, it.right.span().end);
        self.visit_expression(&it.left);
        self.counted_expression(start + operator.len() as u32, &it.right, counter);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        let question = tokens::find(self.source, it.test.span().end, "?");
        let colon = tokens::find(self.source, it.consequent.span().end, ":");
        let (Some(question), Some(colon)) = (question, colon) else {
            return walk::walk_conditional_expression(self, it);
        };
        self.visit_expression(&it.test);
        let counter = self.counted_block(question, it.consequent.span().end);
        self.counted_expression(question + 1, &it.consequent, counter);
        let counter = self.counted_block(colon, it.alternate.span().end);
        self.counted_expression(colon + 1, &it.alternate, counter);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.suspension(it.span, |visitor| walk::walk_await_expression(visitor, it));
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        self.suspension(it.span, |visitor| walk::walk_yield_expression(visitor, it));
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        // Reads of `stack` are found by how they are written.
        if it.optional
            && it.property.name != "stack"
            && let Some(start) = tokens::find(self.source, it.object.span().end, "?.")
        {
            let counter = self.counted_block(start, it.span.end);
            let text = format!("[({},{})]", self.increment(counter), quote(&it.property.name));
            self.replaced.push((it.property.span, text));
        }
        walk::walk_static_member_expression(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        let is_stack =
            matches!(&it.expression, Expression::StringLiteral(key) if key.value == "stack");
        let start = tokens::find(self.source, it.object.span().end, "?.");
        let (true, false, Some(start)) = (it.optional, is_stack, start) else {
            return walk::walk_computed_member_expression(self, it);
        };
        self.visit_expression(&it.object);
        let counter = self.counted_block(start, it.span.end);
        self.counted_expression(it.expression.span().start, &it.expression, counter);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let behind =
            it.type_arguments.as_ref().map_or(it.callee.span().end, |types| types.span.end);
        let start = tokens::find(self.source, it.callee.span().end, "?.");
        if let (true, Some(start)) = (it.optional, start) {
            let behind = behind.max(start + 2);
            if let Some(parenthesis) = tokens::find(self.source, behind, "(") {
                let counter = self.counted_block(start, it.span.end);
                let comma = if it.arguments.is_empty() { "" } else { "," };
                let text = format!("...({},[]){comma}", self.increment(counter));
                self.begins.push((parenthesis + 1, text));
            }
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_ts_enum_declaration(&mut self, _it: &TSEnumDeclaration<'a>) {}

    fn visit_ts_module_block(&mut self, _it: &TSModuleBlock<'a>) {}
}

/// What a chain of assignments assigns.
fn innermost<'e, 'a>(value: &'e Expression<'a>) -> &'e Expression<'a> {
    let mut at = value;
    while let Expression::AssignmentExpression(it) = at {
        at = &it.right;
    }
    at
}
