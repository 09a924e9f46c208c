// Another address: the page that was there is told, then the window is another.
const frame = document.createElement('iframe');
frame.src = 'fixtures/one.html';
let loads = 0;
frame.onload = () => {
  loads++;
  console.log('load', loads, frame.contentDocument.title, frame.contentWindow.kept === undefined);
  if (loads > 1) return;
  frame.contentWindow.kept = 1;
  frame.contentWindow.addEventListener('beforeunload', () => console.log('beforeunload'));
  frame.src = 'fixtures/two.html';
  console.log('named another', frame.contentDocument.title);
};
document.body.append(frame);
