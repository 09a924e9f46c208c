//! What is simplest said in JavaScript: the functions of `internal/addons/operations.js`, which no program can replace.

use roundel_jsc::{Ctx, Exception, JsResult, Object, Persistent, Value};

macro_rules! operations {
    ($($name:ident = $property:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Operation {
            $($name,)*
        }

        const PROPERTIES: &[&str] = &[$($property,)*];
    };
}

operations! {
    MakeFunction = "makeFunction",
    MakeClass = "makeClass",
    MakeMethod = "makeMethod",
    Define = "define",
    Apply = "apply",
    Construct = "construct",
    PropertyNames = "propertyNames",
    HasOwn = "hasOwn",
    Has = "has",
    Delete = "delete",
    Freeze = "freeze",
    Seal = "seal",
    PrototypeOf = "prototypeOf",
    SetPrototypeOf = "setPrototypeOf",
    InstanceOf = "instanceOf",
    SymbolFor = "symbolFor",
    Symbol = "symbol",
    MakeError = "makeError",
    IsError = "isError",
    Wrap = "wrap",
    Unwrap = "unwrap",
    RemoveWrap = "removeWrap",
    Attach = "attach",
    Tag = "tag",
    TagOf = "tagOf",
    IsPromise = "isPromise",
    DateValue = "dateValue",
    BigIntToHex = "bigIntToHex",
    ArrayOfLength = "arrayOfLength",
    BufferOver = "bufferOver",
    MakeView = "makeView",
    ViewInfo = "viewInfo",
    IsDataView = "isDataView",
    Detach = "detach",
    IsDetached = "isDetached",
    IsSharedBuffer = "isSharedBuffer",
    MakeSharedBuffer = "makeSharedBuffer",
    AsyncInit = "asyncInit",
    AsyncDestroy = "asyncDestroy",
    AsyncEnter = "asyncEnter",
    AsyncLeave = "asyncLeave",
}

pub(crate) struct Operations {
    functions: Vec<Persistent>,
}

impl Operations {
    pub(crate) fn new<'js>(ctx: Ctx<'js>, exports: Object<'js>) -> JsResult<'js, Operations> {
        let mut functions = Vec::with_capacity(PROPERTIES.len());
        for name in PROPERTIES {
            let function = exports.get(ctx, *name)?;
            if !function.is_function(ctx) {
                return ctx.throw(&format!("addons need the operation {name}"));
            }
            functions.push(Persistent::new(ctx, function));
        }
        Ok(Operations { functions })
    }

    pub(crate) fn call<'js>(
        &self,
        ctx: Ctx<'js>,
        operation: Operation,
        args: &[Value<'js>],
    ) -> JsResult<'js, Value<'js>> {
        match self.functions[operation as usize].get(ctx).as_function(ctx) {
            Some(function) => function.call(ctx, None, args),
            None => Err(Exception::type_error(ctx, "the operation is not a function")),
        }
    }
}
