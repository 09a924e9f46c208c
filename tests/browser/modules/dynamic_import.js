// import() in a classic script: a promise, the same module twice, failures as rejections.
import('./fixtures/left.mjs').then((module) => {
  console.log(module.default);
  return import('./fixtures/left.mjs').then((again) => console.log('same', again === module));
}).then(() => import('./fixtures/throws.mjs')).catch((error) => {
  console.log('rejected', error.message);
  return import('./fixtures/throws.mjs');
}).catch((error) => {
  console.log('again', error.message);
  return import('./fixtures/no_such_file.mjs');
}).catch((error) => console.log(error.constructor.name));
console.log('script');
queueMicrotask(() => console.log('microtask'));
