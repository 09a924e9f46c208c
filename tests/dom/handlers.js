// Handlers: `on…` properties and attributes, among listeners.
// @loop chrome firefox
// @output
//   first
//   attribute true object BUTTON
//   last
//   -- replaced keeps its place
//   first
//   property
//   last
//   -- removed and set again goes last
//   first
//   last
//   first
//   last
//   again
//   -- shapes function null true
//   first
//   last
//   object
//   null
//   -- return value
//   prevented true
//   -- wrong text
//   first
//   last
//   onerror SyntaxError
//   null
//   -- body and window
//   resized true
//   true null null
//   null

globalThis.say = (...words) => console.log(...words);
const button = document.createElement('button');
button.type = 'button';
document.body.append(button);

button.addEventListener('click', () => say('first'));
button.setAttribute('onclick', 'say("attribute", this === event.currentTarget, typeof body, tagName)');
button.addEventListener('click', () => say('last'));
button.click();
say('-- replaced keeps its place');
button.onclick = () => say('property');
button.click();
say('-- removed and set again goes last');
button.onclick = null;
button.click();
button.onclick = () => say('again');
button.click();
say('-- shapes', typeof button.onclick, button.onfocus, button.getAttribute('onclick').length > 0);
button.onclick = { handleEvent() { say('never'); } };
button.click();
say(typeof button.onclick);
button.onclick = 'text';
say(button.onclick);

say('-- return value');
const link = document.createElement('a');
link.href = '#';
link.onclick = () => false;
document.body.append(link);
link.addEventListener('click', (event) => say('prevented', event.defaultPrevented));
link.click();

say('-- wrong text');
window.onerror = (message, source, line, column, error) => {
  say('onerror', error.name);
  return true;
};
button.setAttribute('onclick', 'not ( valid');
button.click();
say(button.onclick);

say('-- body and window');
document.body.setAttribute('onresize', 'say("resized", this === window)');
window.dispatchEvent(new Event('resize'));
document.body.onhashchange = () => say('hash');
say(window.onhashchange === document.body.onhashchange, document.body.onclick, window.onclick);
button.removeAttribute('onclick');
say(button.onclick);
