// Messages between a page and its frame: each is a task, with the sender for a source.
const frame = document.createElement('iframe');
frame.srcdoc = `<script>
  addEventListener('message', (event) => {
    parent.console.log('frame heard', JSON.stringify(event.data), event.source === parent, event.data instanceof Object);
    Promise.resolve().then(() => parent.console.log('microtask in the frame'));
    event.source.postMessage('answer', '*');
    parent.console.log('frame goes on');
  });
<\/script>`;
addEventListener('message', (event) => console.log('page heard', event.data, event.source === frame.contentWindow, event.source === window));
frame.onload = () => {
  frame.contentWindow.postMessage({ list: [1] }, '*');
  postMessage('to itself', '*');
  console.log('posted');
};
document.body.append(frame);
