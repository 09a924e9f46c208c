// A response that has arrived can be aborted until it is read; after that the signal is of no interest any more.
const { getEventListeners } = require('events');
const http = require('http');

const SIZES = { '/none': 0, '/small': 5, '/large': 500_000 };
const server = http.createServer((request, response) => response.end('x'.repeat(SIZES[request.url])));

function arrived() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

const cases = {
  async unread(response, controller) {
    await arrived();
    controller.abort();
    return response.text();
  },
  async atOnce(response, controller) {
    controller.abort();
    return response.text();
  },
  async whileReading(response, controller) {
    await arrived();
    const text = response.text();
    controller.abort(new Error('mine'));
    return text;
  },
  async read(response, controller) {
    const text = await response.text();
    controller.abort();
    return text;
  },
  async clone(response, controller) {
    const copy = response.clone();
    await arrived();
    controller.abort('why');
    return copy.text();
  },
  async cancelled(response, controller) {
    await response.body.cancel();
    controller.abort();
    return response.text();
  },
};

server.listen(0, '127.0.0.1', async () => {
  for (const path of Object.keys(SIZES)) {
    for (const [name, act] of Object.entries(cases)) {
      const controller = new AbortController();
      const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { signal: controller.signal });
      const outcome = await act(response, controller).then((text) => text.length, (error) => error?.message ?? error);
      console.log(path, name, outcome, getEventListeners(controller.signal, 'abort').length);
    }
  }
  server.close();
  server.closeAllConnections();
});
