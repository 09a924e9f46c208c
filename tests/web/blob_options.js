// What Blob and File take: sequences, dictionaries, line ends, types.
'use strict';

const show = (run) => {
  try {
    const made = run();
    console.log(made instanceof Blob ? `${made.size} ${JSON.stringify(made.type)}` : made);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

for (const options of [[1, 2, 3], () => {}, /x/, null, 1, 'x', true, Symbol('s'), Object(1), { endings: undefined }]) {
  show(() => new Blob(['a'], options));
  show(() => new File(['a'], 'name', options));
}
for (const endings of [null, '', 'Transparent', 'NATIVE', 0, {}, 'native', 'transparent']) {
  show(() => new Blob(['a\r\nb\rc\n'], { endings }));
}
for (const sources of [1, 'x', null, {}, new Date(0), /a/, () => {}, new Uint8Array(3), Object('xyz'), [1, null, undefined, {}], undefined]) {
  show(() => new Blob(sources));
}
for (const type of [undefined, null, '', 'A/B', 'te(xt/plain', 'te\u0009xt', 'te\u00e9xt', 5]) {
  show(() => new Blob([], { type }));
  show(() => new Blob(['x']).slice(0, 1, type));
}
show(() => new Blob([], { get type() { console.log('type'); }, get endings() { console.log('endings'); } }));
