// A document with text, shapes, an image, links and encryption, checked by its parts.
const PDFDocument = require('pdfkit');
const zlib = require('node:zlib');

const make = (options, draw) => new Promise((resolve) => {
  const document = new PDFDocument({ info: { Title: 'T', CreationDate: new Date(0), ModDate: new Date(0) }, ...options });
  const parts = [];
  document.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
  draw(document);
  document.end();
});
// The smallest PNG: one red pixel.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64');
(async () => {
  const plain = await make({ compress: false }, (document) => {
    document.fontSize(20).text('Hello, world', 100, 100);
    document.font('Times-Roman').text('A second line that is long enough to be wrapped. '.repeat(8), { width: 300, align: 'justify' });
    document.moveTo(50, 50).lineTo(200, 80).stroke('red').circle(300, 300, 40).fill('#00ff00');
    document.image(png, 10, 10, { width: 30 });
    document.addPage().text('page two', { link: 'https://example.com' });
    console.log(document.widthOfString('measure'), document.bufferedPageRange());
  });
  const text = plain.toString('latin1');
  console.log(text.slice(0, 8), text.match(/\/Type \/Page\b/g).length, text.includes('/URI (https://example.com)'), text.trimEnd().endsWith('%%EOF'));
  console.log(text.replace(/\/ID \[.*\]/, '').length, text.match(/BT[\s\S]*?ET/)[0]);
  const squeezed = await make({}, (document) => document.text('x'.repeat(5000)));
  const stream = squeezed.indexOf('stream\n') + 7;
  console.log(squeezed.length < 4000, zlib.inflateSync(squeezed.subarray(stream)).length);
  const secret = await make({ userPassword: 'u', ownerPassword: 'o', pdfVersion: '1.7' }, (document) => document.text('secret'));
  console.log(secret.includes('/Encrypt'), secret.includes('secret'));
})();
