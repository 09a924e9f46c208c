//! Looking where JavaScript itself cannot look: behind a proxy, ahead of an iterator.
//!
//! The engine's own builtins are JavaScript with intrinsics, names that begin with `@`. Its testing
//! object `$vm` compiles such text; [`crate::options::Configuration::enable_introspection`] turns it on, a context
//! takes the compiler from it and removes it before any script runs. Only texts of this file are
//! compiled: the engine aborts on one it cannot parse, and an unknown intrinsic is a crash.

use crate::ctx::Ctx;
use crate::exception::{Exception, JsResult};
use crate::object::Object;

/// Name and text. The engine wants each text to begin with exactly `(function (`.
const FUNCTIONS: [(&str, &str); 2] = [
    (
        "proxyDetails",
        r#"(function (value) {
            "use strict";
            if (!@isProxyObject(value))
                return @undefined;
            var handler = @getProxyInternalField(value, @proxyFieldHandler);
            // A revoked proxy loses its handler and keeps its target.
            if (handler === null)
                return [null, null];
            return [@getProxyInternalField(value, @proxyFieldTarget), handler];
        })"#,
    ),
    (
        "iteratorEntries",
        r#"(function (value) {
            "use strict";
            var entries = [];
            var storage, entry, kind;
            if (@isMapIterator(value)) {
                kind = @getMapIteratorInternalField(value, @mapIteratorFieldKind);
                storage = @getMapIteratorInternalField(value, @mapIteratorFieldStorage);
                entry = @getMapIteratorInternalField(value, @mapIteratorFieldEntry);
                while (true) {
                    storage = @mapIterationNext(storage, entry);
                    if (storage == @orderedHashTableSentinel)
                        break;
                    entry = @mapIterationEntry(storage) + 1;
                    if (kind !== 1)
                        @arrayPush(entries, @mapIterationEntryKey(storage));
                    if (kind !== 0)
                        @arrayPush(entries, @mapIterationEntryValue(storage));
                }
                return [entries, kind === 2];
            }
            if (@isSetIterator(value)) {
                kind = @getSetIteratorInternalField(value, @setIteratorFieldKind);
                storage = @getSetIteratorInternalField(value, @setIteratorFieldStorage);
                entry = @getSetIteratorInternalField(value, @setIteratorFieldEntry);
                while (true) {
                    storage = @setIterationNext(storage, entry);
                    if (storage == @orderedHashTableSentinel)
                        break;
                    entry = @setIterationEntry(storage) + 1;
                    @arrayPush(entries, @setIterationEntryKey(storage));
                    if (kind === 2)
                        @arrayPush(entries, @setIterationEntryKey(storage));
                }
                return [entries, kind === 2];
            }
            return @undefined;
        })"#,
    ),
];

impl<'js> Ctx<'js> {
    /// An object with two functions for JavaScript to call, `None` if introspection was not enabled
    /// before the first machine:
    ///
    /// - `proxyDetails(value)`: `[target, handler]` of a proxy, both `null` when it is revoked;
    ///   else `undefined`.
    /// - `iteratorEntries(value)`: for an iterator of a `Map` or a `Set`, `[rest, pairs]`: what it
    ///   will still give, keys and values in turn if `pairs`; the iterator does not advance. Else
    ///   `undefined`.
    pub fn introspection(self) -> JsResult<'js, Option<Object<'js>>> {
        let Some(context) = self.context() else { return Ok(None) };
        let compiler = context.inner().intrinsics.get().and_then(|known| known.compiler(self));
        let Some(compiler) = compiler else { return Ok(None) };
        let functions = self.object();
        for (name, text) in FUNCTIONS {
            let function = compiler.call(self, None, &[self.string(text)])?;
            if !function.is_function(self) {
                return Err(Exception::error(self, "the engine did not compile a builtin"));
            }
            functions.set(self, name, function)?;
        }
        Ok(Some(functions))
    }
}
