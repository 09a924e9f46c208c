// An on… handler takes its place in the list when it is first set, and keeps it when replaced.
const button = document.createElement('button');
button.addEventListener('click', () => console.log('listener 1'));
button.onclick = () => console.log('old handler');
button.addEventListener('click', () => console.log('listener 2'));
button.onclick = () => console.log('new handler');
button.addEventListener('click', {
  handleEvent() {
    console.log('object', this !== button);
  },
});
button.click();
button.onclick = null;
console.log('without it');
button.click();
