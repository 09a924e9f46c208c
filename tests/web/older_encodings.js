// TextDecoder and the encodings that are older than Unicode: their names, their characters, what is cut in two, and what is wrong.
'use strict';

const show = (run) => {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

for (const label of [
  'shift_jis', ' SJIS\n', 'windows-31j', 'euc-jp', 'iso-2022-jp', 'gbk', 'gb2312', 'gb18030', 'big5', 'euc-kr', 'ks_c_5601-1987', 'koi8-r',
  'koi8-u', 'ibm866', 'iso-8859-2', 'iso-8859-5', 'iso-8859-8-i', 'iso-8859-16', 'latin5', 'windows-1251', 'windows-874', 'macintosh',
  'x-mac-cyrillic', 'x-user-defined', 'utf-7', 'iso-2022-kr', 'replacement', '\u00a0koi8-r', '',
]) {
  show(() => `${JSON.stringify(label)}: ${new TextDecoder(label).encoding}`);
}

const texts = [
  ['shift_jis', [0x82, 0xa0, 0xb1, 0x41]], ['shift_jis', [0x82, 0xa0, 0x82]], ['shift_jis', [0x82, 0x20]],
  ['euc-jp', [0xa4, 0xa2, 0x8f, 0xb0, 0xa1]], ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42, 0x41]],
  ['gbk', [0x81, 0x40, 0xff]], ['gb18030', [0x81, 0x30, 0x84, 0x36]], ['big5', [0xa4, 0x40]], ['euc-kr', [0xb0, 0xa1, 0xb0]],
  ['koi8-r', [0xc1, 0xc2]], ['iso-8859-3', [0xa5]], ['windows-1253', [0xaa, 0xe1]], ['x-user-defined', [0x41, 0x80, 0xff]],
  ['macintosh', [0x80, 0xff]], ['windows-1252', [0x80, 0x81]],
];
for (const [label, bytes] of texts) {
  const input = Uint8Array.from(bytes);
  show(() => `${label} ${JSON.stringify(new TextDecoder(label).decode(input))}`);
  show(() => `${label} ${JSON.stringify(new TextDecoder(label, { fatal: true }).decode(input))}`);
}

// One byte at a time, with a state that outlives the byte; then again with the same decoder.
for (const [label, bytes] of [texts[0], texts[3], texts[4], texts[6]]) {
  show(() => {
    const decoder = new TextDecoder(label);
    const pieces = bytes.map((byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
    pieces.push(decoder.decode(), decoder.decode(Uint8Array.from(bytes)));
    return JSON.stringify(pieces);
  });
}
show(() => {
  const decoder = new TextDecoder('euc-kr', { fatal: true });
  decoder.decode(Uint8Array.of(0xb0), { stream: true });
  try {
    decoder.decode();
  } catch (error) {
    console.log(error.code);
  }
  return decoder.decode(Uint8Array.of(0xb0, 0xa1));
});

// What was given away is empty.
const given = new Uint8Array([0x41]);
structuredClone(given, { transfer: [given.buffer] });
show(() => JSON.stringify([new TextDecoder().decode(given), new TextDecoder('koi8-r').decode(given.buffer)]));

(async () => {
  const stream = new Blob([Uint8Array.of(0x82), Uint8Array.of(0xa0)]).stream().pipeThrough(new TextDecoderStream('shift_jis'));
  let text = '';
  for await (const chunk of stream) text += chunk;
  console.log(text);
})();
