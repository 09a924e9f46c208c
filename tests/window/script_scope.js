// A classic script is global: its vars and functions are properties of the window, its lets and consts are not.
// @loop chrome firefox
// @output
//   1 function undefined undefined
//   true
//   string 42
//   text number true
var declared = 1;
function made() {}
let hidden = 2;
const fixed = 3;
console.log(window.declared, typeof window.made, window.hidden, window.fixed);
console.log(setTimeout('console.log("text", typeof hidden, this === window)', 1) > 0);
// Properties of the window that only hold strings.
var name = 42;
console.log(typeof name, name);
