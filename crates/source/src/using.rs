//! `using` declarations, which the engine does not know, compiled to `try` and `finally`.
//!
//! From the first declaration of a block to the block's end:
//! `using a = x; rest` becomes `const R=U();try{const a = R.use(x); rest}catch(e){R.fail(e)}finally{R.end()}`,
//! where `U` is the host's helper and `R` collects resources and errors. With an `await using` in the block the
//! end is `await R.endAsync()`. Declarations that follow in the block stay visible in it, being used after
//! it only by exports, which is why a module that exports bindings cannot use the form at its top level.

use oxc_ast::ast::{
    BlockStatement, ForOfStatement, ForStatement, ForStatementInit, ForStatementLeft, FunctionBody,
    Program, Statement, StaticBlock, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::edit::Edits;
use crate::names::Names;
use crate::syntax_error::SyntaxError;

/// Records the edits of `using` declarations and tells whether there are any.
pub(crate) fn record(
    program: &Program,
    names: &Names,
    edits: &mut Edits,
) -> Result<bool, SyntaxError> {
    let source = edits.source();
    let mut visitor = UsingVisitor { names, edits, found: false, refused: None };
    visitor.visit_program(program);
    match visitor.refused {
        Some((span, message)) => Err(SyntaxError::at(source, span.start, span.start + 5, message)),
        None => Ok(visitor.found),
    }
}

struct UsingVisitor<'v, 's> {
    names: &'v Names,
    edits: &'v mut Edits<'s>,
    found: bool,
    refused: Option<(Span, &'static str)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Disposal {
    Sync,
    Async,
}

fn disposal(kind: VariableDeclarationKind) -> Option<Disposal> {
    match kind {
        VariableDeclarationKind::Using => Some(Disposal::Sync),
        VariableDeclarationKind::AwaitUsing => Some(Disposal::Async),
        _ => None,
    }
}

impl UsingVisitor<'_, '_> {
    /// Edits a statement list that ends at `end`.
    fn list(&mut self, statements: &[Statement], end: u32) {
        let mut resources: Option<String> = None;
        let mut ending = Disposal::Sync;
        for statement in statements {
            let Statement::VariableDeclaration(declaration) = statement else { continue };
            let Some(how) = disposal(declaration.kind) else { continue };
            if how == Disposal::Async {
                ending = Disposal::Async;
            }
            let name = resources.take().unwrap_or_else(|| self.open(declaration.span.start));
            self.declaration(declaration, how, &name);
            resources = Some(name);
        }
        if let Some(name) = resources {
            self.edits.insert(end, closing(self.names, &name, ending));
        }
    }

    /// Opens the `try` in front of a block's first declaration and names the resources of the block.
    fn open(&mut self, start: u32) -> String {
        self.found = true;
        let name = self.names.resources(start);
        self.edits.insert(start, format!("const {name}={}();try{{", self.names.using()));
        name
    }

    fn declaration(&mut self, it: &VariableDeclaration, how: Disposal, name: &str) {
        let first = it.declarations.first().map_or(it.span.end, |d| d.span.start);
        let width = (first - it.span.start) as usize;
        // `using` and `const` are equally wide.
        self.edits.replace(it.span.start, first, format!("{:width$}", "const"));
        let method = match how {
            Disposal::Sync => "use",
            Disposal::Async => "useAsync",
        };
        for declarator in &it.declarations {
            if let Some(init) = &declarator.init {
                let span = init.span();
                self.edits.insert(span.start, format!("{name}.{method}("));
                self.edits.insert(span.end, ")");
            }
        }
    }

    fn refuse(&mut self, span: Span, message: &'static str) {
        self.refused.get_or_insert((span, message));
    }
}

fn closing(names: &Names, resources: &str, ending: Disposal) -> String {
    let error = names.default_export();
    let end = match ending {
        Disposal::Sync => format!("{resources}.end()"),
        Disposal::Async => format!("await {resources}.endAsync()"),
    };
    format!("}}catch({error}){{{resources}.fail({error})}}finally{{{end}}}")
}

impl<'a> Visit<'a> for UsingVisitor<'_, '_> {
    fn visit_program(&mut self, it: &Program<'a>) {
        let first = it.body.iter().find_map(|statement| match statement {
            Statement::VariableDeclaration(it) if disposal(it.kind).is_some() => Some(it.span),
            _ => None,
        });
        let exports = it.body.iter().any(|statement| {
            matches!(
                statement,
                Statement::ExportDeclaration(_)
                    | Statement::ExportDefaultDeclaration(_)
                    | Statement::ExportNamedDeclaration(_)
            )
        });
        if let (Some(span), true) = (first, exports) {
            self.refuse(
                span,
                "using declarations are not supported at the top level of a module with exports",
            );
            return;
        }
        self.list(&it.body, it.span.end);
        walk::walk_program(self, it);
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.list(&it.statements, it.span.end - 1);
        walk::walk_function_body(self, it);
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.list(&it.body, it.span.end - 1);
        walk::walk_block_statement(self, it);
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.list(&it.body, it.span.end - 1);
        walk::walk_static_block(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(ForStatementInit::VariableDeclaration(init)) = &it.init
            && disposal(init.kind).is_some()
        {
            self.refuse(
                init.span,
                "using declarations are not supported in the head of a for statement",
            );
        }
        walk::walk_for_statement(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if let ForStatementLeft::VariableDeclaration(left) = &it.left
            && let Some(how) = disposal(left.kind)
            && let Some(variable) = left.declarations.first()
        {
            self.found = true;
            let name = self.names.resources(left.span.start);
            self.declaration(left, how, &name);
            let binding = variable.id.span();
            let binding = &self.edits.source()[binding.start as usize..binding.end as usize];
            let method = if how == Disposal::Async { "useAsync" } else { "use" };
            let body = it.body.span();
            let head =
                format!("{{const {name}={}();try{{{name}.{method}({binding});", self.names.using());
            self.edits.insert(body.start, head);
            self.edits.insert(body.end, format!("{}}}", closing(self.names, &name, how)));
        }
        walk::walk_for_of_statement(self, it);
    }
}
