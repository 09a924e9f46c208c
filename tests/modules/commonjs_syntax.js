#!/usr/bin/env node
// Forms that the loader has to get right around the text of a module.
console.log(typeof __filename, (() => { 'use strict'; return this === module.exports; })());
console.log([1, 2].includes(2)) // a comment at the end
var hoisted = typeof later; function later() {}
console.log(hoisted, typeof globalThis.hoisted);
with ({ sloppy: true }) console.log(sloppy);
if (true) { return_(); }
function return_() { console.log('before return'); }
return;
console.log('never');
