// A frame that is taken out is over: its timers, its messages, its promises' callbacks in tasks to come.
const frame = document.createElement('iframe');
frame.srcdoc = `<script>
  setTimeout(() => parent.console.log('never: timer'), 30);
  setInterval(() => parent.console.log('never: interval'), 30);
  onmessage = () => parent.console.log('never: message');
<\/script>`;
frame.onload = () => {
  const inner = frame.contentWindow;
  inner.postMessage('x', '*');
  frame.remove();
  console.log(frame.contentWindow === null, frame.contentDocument === null, length, inner.closed, inner.parent === null);
  setTimeout(() => console.log('the page goes on'), 100);
};
document.body.append(frame);
