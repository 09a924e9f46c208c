// --cross-origin-isolated: the page says so, and so do its workers.
// @loop chrome firefox
// @roundel-flags --cross-origin-isolated
// @output
//   page true
//   worker true
console.log('page', crossOriginIsolated);
new Worker(URL.createObjectURL(new Blob(['postMessage(crossOriginIsolated)']))).onmessage = (event) => console.log('worker', event.data);
