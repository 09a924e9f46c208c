// WebAssembly.compileStreaming and instantiateStreaming: a Response or a promise of one, and what is refused.
'use strict';

const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 6, 1, 4, 0, 65, 42, 11]);
const type = { 'content-type': 'application/wasm' };
const response = (init = {}) => new Response(bytes, { headers: type, ...init });

async function main() {
  console.log(await WebAssembly.compileStreaming(response()) instanceof WebAssembly.Module);
  const { module, instance } = await WebAssembly.instantiateStreaming(Promise.resolve(response()));
  console.log(module instanceof WebAssembly.Module, instance.exports.f());
  for (const source of [
    1, undefined, new Response(bytes), response({ status: 404 }), response({ headers: { 'content-type': 'application/wasm; x=1' } }),
    Response.error(), Promise.reject(new Error('mine')),
  ]) {
    await WebAssembly.compileStreaming(source).then(console.log, (error) => console.log(error.name, error.code, error.message));
  }
  await WebAssembly.compileStreaming(new Response('no module', { headers: type })).catch((error) => console.log(error.name));
  const used = response();
  await used.text();
  await WebAssembly.compileStreaming(used).catch((error) => console.log(error.name, error.code, error.message));
}

main();
