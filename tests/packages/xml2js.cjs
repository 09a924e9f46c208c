// XML to objects and back: attributes, namespaces, CDATA, options, errors.
const xml2js = require('xml2js');

const xml = '<?xml version="1.0"?><root a="1"><item id="x">one</item><item>two &amp; three</item><empty/><c><![CDATA[<raw>]]></c><ns:tag xmlns:ns="urn:x">n</ns:tag></root>';
(async () => {
  console.log(JSON.stringify(await xml2js.parseStringPromise(xml)));
  console.log(JSON.stringify(await xml2js.parseStringPromise(xml, { explicitArray: false, mergeAttrs: true, tagNameProcessors: [xml2js.processors.stripPrefix], valueProcessors: [xml2js.processors.parseNumbers] })));
  xml2js.parseString(xml, { explicitChildren: true, preserveChildrenOrder: true }, (error, result) => console.log(error, result.root.$$.map((node) => node['#name'])));
  console.log(new xml2js.Builder({ renderOpts: { pretty: true }, headless: true }).buildObject({ root: { $: { a: 1 }, item: [{ _: 'text', $: { b: '<' } }, 'two'], cdata: 'a<b' } }));
  const error = await xml2js.parseStringPromise('<a><b></a>').catch((error) => error);
  console.log(error.message);
})();
