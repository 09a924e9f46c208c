// A page that comes as bytes says which encoding they are in: by a mark, by a <meta>, or not at all, and then a frame has its page's.
const bytes = (...parts) => new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));
const pages = [
  bytes('<!doctype html><meta charset="windows-1252"><p>', 0xe9),
  bytes('<!doctype html><meta http-equiv=content-type content="text/html; charset=shift_jis"><p>', 0x82, 0xa0),
  bytes([0xef, 0xbb, 0xbf], '<!doctype html><meta charset=big5><p>', 0xc3, 0xa9),
  bytes([0xff, 0xfe], ...[...'<p>'].flatMap((c) => [[c.charCodeAt(0), 0]]), [0xe9, 0]),
  bytes('<!doctype html><!-- <meta charset=big5> --><p>', 0xc3, 0xa9),
  bytes('<!doctype html><meta charset=utf-16><p>', 0xc3, 0xa9),
  bytes('<!doctype html><meta charset=nothing><p>', 0xc3, 0xa9),
];
function show(index) {
  if (index === pages.length) return;
  const frame = document.createElement('iframe');
  frame.src = URL.createObjectURL(new Blob([pages[index]], { type: 'text/html' }));
  frame.onload = () => {
    const { body, characterSet } = frame.contentDocument;
    console.log(index, characterSet, body.textContent.charCodeAt(0).toString(16), body.textContent.length);
    frame.remove();
    show(index + 1);
  };
  document.body.append(frame);
}
show(0);
