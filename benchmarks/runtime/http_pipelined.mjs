// Sixteen requests at once on each connection.
import { measure } from './http_scenario.mjs';

measure({
  listener: (req, res) => res.end('hello'),
  request: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  together: 16,
});
