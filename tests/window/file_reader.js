// @loop chrome firefox
// FileReader: its events are tasks, after the microtasks of what is there; another reading may begin in `load`, which then keeps `loadend` back.
// @output
//   is read: 1 null
//   microtask
//   loadstart 1 0 of 3
//   progress 1 3 of 3
//   load 2 3 of 3
//   result bée
//   loadend 2 3 of 3
//   abort 2 0 of 0 null AbortError
//   loadend 2 0 of 0
//   latin1 1 data:text/plain;base64,4Q==
//   busy InvalidStateError
//   text б
//   timing true true
'use strict';

const reader = new FileReader();
const told = ['loadstart', 'progress', 'load', 'loadend', 'abort'];
for (const type of told) {
  reader.addEventListener(type, ({ loaded, total }) => {
    const more = type === 'abort' ? ` ${reader.result} ${reader.error.name}` : '';
    console.log(`${type} ${reader.readyState} ${loaded} of ${total}${more}`);
    if (type === 'load') console.log(`result ${reader.result}`);
    if (type === 'loadend' && loaded > 0) again();
  });
}
reader.readAsText(new Blob([Uint8Array.of(0x62, 0xe9, 0x65)]), 'iso-8859-1');
console.log(`is read: ${reader.readyState} ${reader.result}`);
Promise.resolve().then(() => console.log('microtask'));

function again() {
  reader.readAsArrayBuffer(new Blob(['x']));
  reader.abort();
  const other = new FileReader();
  const blob = new Blob([Uint8Array.of(0xe1)], { type: 'text/plain' });
  other.onload = () => {
    other.onload = undefined;
    console.log(`latin1 ${blob.size} ${other.result}`);
    other.readAsText(new Blob([Uint8Array.of(0xe1)], { type: 'text/plain;charset=windows-1251' }));
    try {
      other.readAsText(blob);
    } catch (error) {
      console.log(`busy ${error.name}`);
    }
    other.onloadend = () => {
      console.log(`text ${other.result}`);
      const { timing } = performance;
      console.log(`timing ${timing.navigationStart > 0} ${timing.loadEventEnd >= timing.domInteractive}`);
    };
  };
  other.readAsDataURL(blob);
}
