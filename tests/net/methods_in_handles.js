// Packages that answer requests without a network put methods of their own into the handle of a socket: they are called with what
// Node calls them with.
const net = require('net');

function connect(status, options) {
  return new Promise((resolve) => {
    const socket = new net.Socket();
    socket.on('connectionAttempt', (address, port, family) => {
      console.log('attempt', address, port, family);
      const handle = socket._handle;
      const begin = (name) => (request, address, port) => {
        console.log(name, address, port, request.address, request.port, request.localAddress, request.localPort, typeof request.oncomplete);
        setImmediate(() => request.oncomplete(status, handle, request, true, true));
        // Node asks for an errno, and takes nothing for 0.
        return undefined;
      };
      handle.connect = begin('connect');
      handle.connect6 = begin('connect6');
      handle.readStart = () => 0;
      handle.getsockname = (out) => {
        Object.assign(out, { address: '192.0.2.1', port: 1, family: 'IPv4' });
        return 0;
      };
      handle.getpeername = (out) => {
        Object.assign(out, { address: '192.0.2.2', port: 2, family: 'IPv4' });
        return 0;
      };
    });
    socket.on('connect', () => {
      console.log('connected', socket.localAddress, socket.localPort, socket.remoteAddress, socket.remotePort, socket.remoteFamily, socket.address());
      socket.destroy();
    });
    socket.on('error', (error) => console.log(error.code, error.syscall, error.address, error.port));
    socket.on('close', (hadError) => {
      console.log('closed', hadError);
      resolve();
    });
    socket.connect(options);
  });
}

(async () => {
  await connect(0, { host: '127.0.0.1', port: 9 });
  await connect(0, { host: '::1', port: 9 });
  await connect(-111, { host: '127.0.0.1', port: 9 });
  await connect(0, { host: 'localhost', family: 4, port: 9 });
})();
