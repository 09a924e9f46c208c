// The shortest answer to the shortest request, 64 connections: CPU time of the server for one.
import { measure } from './http_scenario.mjs';

measure({
  listener: (req, res) => res.end('hello'),
  request: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
});
