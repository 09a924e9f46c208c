// A frame without an address has its empty document at once, and its load is told at once.
const frame = document.createElement('iframe');
frame.onload = () => console.log('load');
console.log(frame.contentWindow === null, frame.contentDocument === null, length);
document.body.append(frame);
const inner = frame.contentWindow;
console.log('appended', length, inner === window[0], inner === frames[0], inner.location.href, frame.contentDocument.body.childNodes.length);
console.log(inner.parent === window, inner.top === window, inner.frameElement === frame, inner.document === frame.contentDocument, inner.self === inner);
console.log(inner.Array === Array, inner.Node === Node, new inner.Array() instanceof Array, inner.eval('[]') instanceof inner.Array);
frame.contentDocument.body.innerHTML = '<b id=bold>text</b>';
console.log(inner.bold.textContent, inner.bold instanceof inner.HTMLElement, inner.bold instanceof HTMLElement, typeof bold);
