// Cookies plain, signed, tampered with and as JSON, in express.
const express = require('express');
const cookieParser = require('cookie-parser');

const app = express();
app.use(cookieParser('secret'));
app.get('/set', (request, response) => response.cookie('plain', 'a b').cookie('signed', 'value', { signed: true, httpOnly: true, maxAge: 1000 }).cookie('json', { x: 1 }).send('ok'));
app.get('/get', (request, response) => response.json({ cookies: request.cookies, signed: request.signedCookies, secret: request.secret }));
app.get('/clear', (request, response) => response.clearCookie('plain').send('cleared'));
const server = app.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const set = await fetch(base + '/set');
  const cookies = set.headers.getSetCookie();
  console.log(cookies.map((cookie) => cookie.replace(/Expires=[^;]*/, 'Expires=then')));
  const header = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  console.log(await (await fetch(base + '/get', { headers: { cookie: header } })).json());
  console.log(await (await fetch(base + '/get', { headers: { cookie: header.replace('value', 'other') } })).json());
  console.log((await fetch(base + '/clear')).headers.getSetCookie());
  const signed = 's:' + require('node:crypto').createHmac('sha256', 'k').update('x').digest('base64');
  console.log(cookieParser.signedCookie(signed, 'k'), cookieParser.JSONCookie('j:{"a":1}'), cookieParser.JSONCookies({ a: 'j:[1]', b: 'j:{' }));
  server.close();
});
