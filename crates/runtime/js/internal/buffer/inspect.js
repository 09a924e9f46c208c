'use strict';

// How a Buffer prints itself: `<Buffer 68 69 ... 3 more bytes, extra: 1>`.

const { ObjectGetOwnPropertyDescriptor, StringPrototypeSlice } = primordials;

const { hexSlice } = internalBinding('buffer');

// `buffer.INSPECT_MAX_BYTES`, which a program may set.
const limit = { max_bytes: 50 };

function inspectBuffer(recurseTimes, context) {
  const shown = this.length < limit.max_bytes ? this.length : limit.max_bytes;
  const hex = hexSlice(this, 0, shown);
  let text = '';
  for (let i = 0; i < hex.length; i += 2) {
    text += (i === 0 ? '' : ' ') + StringPrototypeSlice(hex, i, i + 2);
  }
  const remaining = this.length - shown;
  if (remaining > 0) text += ` ... ${remaining} more byte${remaining > 1 ? 's' : ''}`;
  if (context) text += inspectExtras(this, context, text.length > 0);
  const name = this.constructor === undefined ? 'Buffer' : this.constructor.name;
  return `<${name} ${text}>`;
}

// Own properties that are not elements, printed the way inspect prints an object's.
function inspectExtras(buffer, context, needsComma) {
  const keys = require('internal/util/inspect/properties').nonIndexKeysOf(buffer, context.showHidden);
  const extras = { __proto__: null };
  let count = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const descriptor = ObjectGetOwnPropertyDescriptor(buffer, key);
    if (descriptor === undefined || (!descriptor.enumerable && !context.showHidden)) continue;
    extras[key] = buffer[key];
    count++;
  }
  if (count === 0) return '';
  const { inspect } = require('internal/util/inspect');
  const printed = inspect(extras, {
    ...context,
    breakLength: Infinity,
    compact: true,
  });
  // Between the braces of `[Object: null prototype] { a: 1 }`.
  return (needsComma ? ', ' : '') + StringPrototypeSlice(printed, 27, -2);
}

module.exports = { inspectBuffer, limit };
