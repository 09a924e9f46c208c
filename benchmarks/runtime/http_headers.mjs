// A request with twelve headers, all of which the server reads.
import { measure } from './http_scenario.mjs';

const headers = [
  'Host: localhost:3000', 'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'Accept: text/html,*/*;q=0.8',
  'Accept-Language: en-US,en;q=0.5', 'Accept-Encoding: gzip, deflate, br', 'Connection: keep-alive',
  'Referer: http://localhost:3000/', 'Cookie: session=0123456789abcdef; theme=dark', 'Upgrade-Insecure-Requests: 1',
  'Cache-Control: max-age=0', 'Sec-Fetch-Mode: navigate', 'X-Request-Id: 5f0c6f7a',
];

measure({
  listener(req, res) {
    let length = 0;
    for (const name in req.headers) length += req.headers[name].length;
    res.setHeader('Content-Type', 'text/plain');
    res.end(String(length));
  },
  request: `GET /path?query=1 HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`,
});
