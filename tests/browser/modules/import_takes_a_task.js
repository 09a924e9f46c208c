// import() is never settled by microtasks alone, not even for a module that has been loaded; a bare name fails at once.
const url = './fixtures/leaf.mjs';
import('bare').catch((error) => console.log('bare', error.name));
import('./fixtures/not_there.js').catch((error) => {
  console.log('not there', error.name);
  again();
});
let chain = Promise.resolve();
for (let i = 0; i < 20; i++) chain = chain.then(() => {});
chain.then(() => console.log('twenty jobs'));

async function again() {
  await import(url);
  console.log('loaded');
  import(url).then(() => console.log('again'));
  let jobs = Promise.resolve();
  for (let i = 0; i < 20; i++) jobs = jobs.then(() => {});
  jobs.then(() => console.log('twenty jobs more'));
}
