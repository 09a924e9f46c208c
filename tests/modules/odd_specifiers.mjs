// What import makes of file URLs with a host or broken escapes, of data URLs, and of names that are no text.
const specifiers = [
  'file://host/a.mjs', 'file:///a%', './%.mjs', './%e0%a4.mjs', './a%2fb.mjs', './a%5Cb.mjs', 'file:///%zz.mjs',
  'data:text/javascript,console.log("50%")', 'data:text/javascript,console.log(%22%e2%82%ac%22)', 'data:text/javascript,console.log("%ff".length)',
  'data:text/javascript;base64,Y29uc29sZS5sb2coMSk=', 'data:text/javascript;base64,Y29uc29sZS5sb2coMSk',
  'data:text/javascript;base64,Y29uc29s ZS5sb2coMSk=', 'data:text/javascript;base64,Y29uc29sZS5sb2coMSk%3D',
  'data:text/javascript;BASE64,Y29uc29sZS5sb2coMSk=', 'data:text/javascript; base64,Y29uc29sZS5sb2coMSk=',
  'data:text/javascript;base64,!!!!', 'data:text/javascript;base64,Y', 'data:text/javascript;base64,Y%2',
  'data:text/javascript;base64,Y29uc29sZS5sb2coMSk==', 'data:text/javascript;base64,Y29u=c29sZS5sb2coMSk', 'data:text/javascript;base64,_-8=',
  'data:TEXT/javascript,console.log(2)', 'data:text/javascript ,console.log(3)', 'data:text/javascript;base64;x=1,console.log(4)',
  'data:text/javascript,console.log(6)#console.log(7)', 'data:text/javascript,console.log("a b\n".length)', 'DATA:text/javascript,console.log(8)',
  'data:text/javascript', 'data:,x', 'data:;base64,', 'data:application/json,{}', 'data:text/plain,x',
];
for (const specifier of specifiers) {
  try {
    await import(specifier);
    console.log('imported', specifier);
  } catch (error) {
    console.log(specifier, error.name, error.code, error.message.replace(import.meta.dirname, '<here>'), error.input);
  }
}
// A name that is no text is looked for as the text that comes nearest.
for (const file of ['bare', 'relative']) {
  await import(`./fixtures/lone_surrogate_${file}.mjs`).catch((error) => {
    console.log(error.code, JSON.stringify(error.message.replaceAll(import.meta.dirname, '<here>')).replaceAll('\\ud800', '\ufffd'));
  });
}
