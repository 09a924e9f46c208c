// Two hundred tasks, one after the other, while each frame asks for the next: a page is drawn at the screen's pace, so
// most tasks have no frame after them.
const { port1, port2 } = new MessageChannel();
let tasks = 0;
let frames = 0;
requestAnimationFrame(function frame() {
  frames += 1;
  if (tasks < 200) requestAnimationFrame(frame);
});
port1.onmessage = () => {
  tasks += 1;
  if (tasks < 200) return port2.postMessage('again');
  port1.close();
  console.log('tasks:', tasks);
  console.log('as many frames:', frames >= tasks);
};
port2.postMessage('first');
