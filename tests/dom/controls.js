// Form controls: what clicking them changes, when, and how it is undone.
// @loop chrome firefox
// @output
//   form click check false true true true
//   form input check true true false true
//   form change check true true false true
//   -- prevented
//   inside false
//   form click check false true true false
//   true
//   -- label
//   form click label false true true true
//   form click check false true true false
//   form input check true true false false
//   form change check true true false false
//   false false
//   -- radio
//   form click r2 false true true false
//   form input r2 true true false false
//   form change r2 true true false false
//   false true
//   form click r1 false true true false
//   false true
//   -- submit
//   button
//   form click submit false true true false
//   form submit form true true true false
//   -- values
//   changed start start other lines two 1
//   1 0 on text submit 9 true
//   form click reset false true true false
//   form reset form true true true false
//   start lines true false
//   INPUT
//   focus
//   text
//   blur
//   area

document.body.innerHTML = `
  <form id="form">
    <label id="label">check <input id="check" type="checkbox"></label>
    <input id="r1" type="radio" name="r" checked><input id="r2" type="radio" name="r">
    <input id="text" value="start"><textarea id="area">lines</textarea>
    <select id="select"><option value="1">one</option><option selected>two</option></select>
    <button id="submit">go</button><button id="plain" type="button" disabled>no</button><input id="reset" type="reset">
  </form>`;
const get = (id) => document.getElementById(id);
const [form, label, check, r1, r2, text, area, select, submit, plain, reset] =
  ['form', 'label', 'check', 'r1', 'r2', 'text', 'area', 'select', 'submit', 'plain', 'reset'].map(get);

for (const type of ['click', 'input', 'change', 'submit', 'reset']) {
  form.addEventListener(type, (event) => {
    console.log('form', type, event.target.id, event.isTrusted, event.bubbles, event.cancelable, check.checked);
    if (type === 'submit') event.preventDefault();
  });
}
check.click();
console.log('-- prevented');
check.addEventListener('click', (event) => {
  console.log('inside', check.checked);
  event.preventDefault();
}, { once: true });
check.click();
console.log(check.checked);
console.log('-- label');
label.click();
console.log(check.checked, check.hasAttribute('checked'));
console.log('-- radio');
r2.click();
console.log(r1.checked, r2.checked);
r1.addEventListener('click', (event) => event.preventDefault(), { once: true });
r1.click();
console.log(r1.checked, r2.checked);
console.log('-- submit');
submit.addEventListener('click', () => console.log('button'));
submit.click();
plain.click();
console.log('-- values');
text.value = 'changed';
area.value = 'other';
console.log(text.value, text.getAttribute('value'), text.defaultValue, area.value, area.textContent, select.value, select.selectedIndex);
select.value = '1';
console.log(select.value, select.selectedIndex, check.value, text.type, submit.type, form.elements.length, text.form === form);
reset.click();
console.log(text.value, area.value, r1.checked, check.checked);
console.log(document.activeElement.tagName);
text.onfocus = () => console.log('focus');
text.onblur = () => console.log('blur');
text.focus();
console.log(document.activeElement.id);
area.focus();
console.log(document.activeElement.id);
