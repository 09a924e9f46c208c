// Texts of many encodings there and back, with marks, in streams.
const iconv = require('iconv-lite');
const { Readable } = require('node:stream');

for (const [encoding, text] of [['win1251', 'Привет'], ['shift_jis', 'こんにちは'], ['gbk', '你好'], ['big5', '繁體'], ['euc-kr', '안녕'], ['utf16le', 'x✓'], ['utf-16', 'é'], ['utf-7', 'a✓'], ['iso-8859-15', '€'], ['koi8-r', 'мир'], ['cp437', '░█'], ['gb18030', '😀'], ['utf32', 'z']]) {
  const bytes = iconv.encode(text, encoding);
  console.log(encoding, bytes.toString('hex'), iconv.decode(bytes, encoding) === text);
}
console.log(iconv.encodingExists('none'), iconv.decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61]), 'utf8'), iconv.encode('a', 'utf8', { addBOM: true }), iconv.encode('ж', 'ascii').toString());
let text = '';
Readable.from([Buffer.from([0x82]), Buffer.from([0xb1, 0x82, 0xf1])]).pipe(iconv.decodeStream('shift_jis')).on('data', (part) => { text += part; }).on('end', () => console.log(text));
try { iconv.encode('x', 'none'); } catch (error) { console.log(error.message); }
