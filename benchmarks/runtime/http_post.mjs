// A JSON body that is read, parsed and answered with JSON.
import { measure } from './http_scenario.mjs';

const body = JSON.stringify({ id: 17, name: 'roundel', tags: ['a', 'b', 'c'], nested: { ok: true } });

measure({
  listener(req, res) {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (data) => { text += data; });
    req.on('end', () => {
      const { id, name } = JSON.parse(text);
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify({ id, name }));
    });
  },
  request: `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
});
