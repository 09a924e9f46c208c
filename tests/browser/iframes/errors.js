// What is thrown in a frame is told to its own window.
addEventListener('error', (event) => console.log('page', event.message.includes('inside') ? 'inside' : event.message));
const frame = document.createElement('iframe');
frame.srcdoc = `<script>
  addEventListener('error', (event) => { parent.console.log('frame', event.error instanceof Error); event.preventDefault(); });
  addEventListener('unhandledrejection', (event) => { parent.console.log('rejection', event.reason.message); event.preventDefault(); });
  setTimeout(() => { throw new Error('inside'); }, 0);
  setTimeout(() => Promise.reject(new Error('rejected')), 20);
<\/script>`;
document.body.append(frame);
