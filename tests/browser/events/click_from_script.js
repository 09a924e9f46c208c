// click() called by a script: listeners run one after the other, microtasks wait for the script.
// @real-time
document.body.innerHTML = '<div><button></button></div>';
const button = document.querySelector('button');
for (const [name, target] of [['button', button], ['div', button.parentNode]]) {
  target.addEventListener('click', (event) => {
    console.log(name, event.type, event.isTrusted);
    Promise.resolve().then(() => console.log('promise of', name));
    setTimeout(() => console.log('timer of', name), 0);
  });
}
button.click();
console.log('script ends');
