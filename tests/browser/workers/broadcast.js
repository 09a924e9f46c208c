// A broadcast goes between a page and its workers, with a copy for each who hears.
const channel = new BroadcastChannel('news');
channel.onmessage = (event) => {
  console.log('page', JSON.stringify(event.data));
  if (event.data.ready) channel.postMessage({ question: 1 });
};
const other = new BroadcastChannel('news');
other.onmessage = (event) => console.log('other', JSON.stringify(event.data));
new Worker(URL.createObjectURL(new Blob([`
  const channel = new BroadcastChannel('news');
  channel.onmessage = (event) => {
    if (event.data.question) channel.postMessage({ answer: event.data.question + 1 });
  };
  channel.postMessage({ ready: true });
`])));
