// mock.module: for require and import, of files and of builtins.
// @flags --experimental-test-module-mocks --no-warnings --test-reporter=spec --test-reporter-destination=stderr
// @stderr ignore
'use strict';

const {test}=require('node:test');const {log}=console;
test('cjs',async(t)=>{
  log(require('./fixtures/modules/common.js').f());
  const m=t.mock.module('./fixtures/modules/common.js',{namedExports:{f:()=>'mocked f'}});
  log(require('./fixtures/modules/common.js').f(), require('./fixtures/modules/common.js')===require('./fixtures/modules/common.js'));
  log((await import('./fixtures/modules/common.js')).f());
  m.restore(); log(require('./fixtures/modules/common.js').f());
});
test('esm',async(t)=>{
  log((await import('./fixtures/modules/module.mjs')).x);
  const m=t.mock.module('./fixtures/modules/module.mjs',{defaultExport:'d',namedExports:{x:'mocked x'},cache:true});
  const a=await import('./fixtures/modules/module.mjs'), b=await import('./fixtures/modules/module.mjs'); log(a.default,a.x,a===b,Object.keys(a));
  m.restore(); log((await import('./fixtures/modules/module.mjs')).default);
});
test('builtin',async(t)=>{
  const m=t.mock.module('node:os',{namedExports:{hostname:()=>'mocked host'}});
  log(require('os').hostname(), require('node:os').hostname(), (await import('node:os')).hostname());
  m.restore(); log(require('os').hostname()!=='mocked host');
});
test('errors',(t)=>{
  for (const a of [[1],['x',1],['node:os',{cache:1}],['node:os',{namedExports:1}]]) try{t.mock.module(...a);log('ok')}catch(e){log(e.code,e.message)}
  t.mock.module('node:fs');try{t.mock.module('node:fs')}catch(e){log(e.code,e.message)}
});
