// DOMException: names, codes, constants, cause.
'use strict';

for (const name of ['AbortError', 'DataCloneError', 'TimeoutError', 'SyntaxError', 'NotFoundError', 'Own', '']) {
  const exception = new DOMException('message', name);
  console.log(exception.name, exception.code, exception.message, String(exception));
}
const exception = new DOMException('message', { name: 'Named', cause: 5 });
console.log(exception.name, exception.cause, exception.code, exception instanceof Error);
console.log(new DOMException().message === '', new DOMException().name, new DOMException('a', {}).name);
console.log(Object.prototype.toString.call(exception), DOMException.ABORT_ERR, exception.DATA_CLONE_ERR);
console.log(Object.keys(DOMException).length, Object.keys(DOMException.prototype).includes('message'));
console.log(Object.keys(exception), typeof exception.stack);
