// Messages with attachments to a stream, to JSON, and to a small SMTP server.
import nodemailer from 'nodemailer';
import { createServer } from 'node:net';
import { once } from 'node:events';

const message = { from: 'Ada <ada@example.com>', to: ['b@example.com', 'Çelik <c@example.com>'], subject: 'Grüße ✓', text: 'plain text', html: '<p>ünïcode</p>', date: new Date(0), messageId: '<fixed@example.com>', attachments: [{ filename: 'a.txt', content: 'attached' }, { filename: 'b.bin', content: Buffer.alloc(100, 1) }], headers: { 'x-own': 'yes' } };
const streamed = await nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail({ ...message, boundaryPrefix: 'x' });
const text = streamed.message.toString().replaceAll(/x-[0-9a-f]+-Part/g, 'BOUNDARY');
console.log(text.split('\n').filter((line) => /^(From|To|Subject|Message-ID|Date|X-Own|Content-Type|Content-Disposition|Content-Transfer)/i.test(line)).join('\n'));
const json = JSON.parse((await nodemailer.createTransport({ jsonTransport: true }).sendMail(message)).message);
console.log(json.to, json.attachments.map(({ filename, content }) => [filename, content.length]));
const heard = [];
const server = createServer((socket) => {
  socket.setEncoding('utf8');
  socket.write('220 here\r\n');
  let inData = false;
  socket.on('data', (part) => {
    if (inData) { if (part.endsWith('\r\n.\r\n')) { inData = false; socket.write('250 taken\r\n'); } return; }
    for (const line of part.split('\r\n').filter(Boolean)) {
      heard.push(line.replace(/^(EHLO) .*/, '$1').replace(/AUTH PLAIN .*/, 'AUTH PLAIN'));
      if (line.startsWith('EHLO')) socket.write('250-here\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n');
      else if (line.startsWith('AUTH')) socket.write('235 ok\r\n');
      else if (line.startsWith('RCPT') && line.includes('c@')) socket.write('550 not here\r\n');
      else if (line === 'DATA') { inData = true; socket.write('354 go\r\n'); }
      else if (line === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const transport = nodemailer.createTransport({ host: '127.0.0.1', port: server.address().port, auth: { user: 'u', pass: 'p' } });
const sent = await transport.sendMail(message);
console.log(sent.accepted, sent.rejected, sent.response, heard);
console.log(await transport.sendMail({ ...message, to: 'c@example.com' }).catch((error) => [error.code, error.responseCode]));
transport.close();
server.close();
