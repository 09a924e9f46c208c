// A port that is sent to a frame goes on being heard there.
const frame = document.createElement('iframe');
frame.srcdoc = `<script>
  onmessage = ({ ports, data }) => {
    ports[0].onmessage = (event) => ports[0].postMessage('frame heard ' + event.data);
    parent.console.log(data, ports.length, ports[0] instanceof MessagePort);
  };
<\/script>`;
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => console.log(event.data);
port1.postMessage('early');
frame.onload = () => {
  frame.contentWindow.postMessage('a port', '*', [port2]);
  port1.postMessage('late');
};
document.body.append(frame);
