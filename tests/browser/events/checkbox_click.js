// A click changes the box before listeners see it, and preventDefault changes it back.
const box = document.createElement('input');
box.type = 'checkbox';
document.body.append(box);
for (const type of ['click', 'input', 'change']) {
  box.addEventListener(type, () => console.log(type, box.checked));
}
box.click();
console.log('checked', box.checked);
box.addEventListener('click', (event) => event.preventDefault());
box.click();
console.log('still checked', box.checked);
