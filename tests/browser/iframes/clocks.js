// A frame has a clock of its own, from the moment that it began to come.
setTimeout(() => {
  const frame = document.createElement('iframe');
  frame.src = 'fixtures/one.html';
  const before = performance.now();
  frame.onload = () => {
    const inner = frame.contentWindow.performance;
    console.log(inner.timeOrigin - performance.timeOrigin >= before - 1, inner.now() < performance.now() - before + 2, inner !== performance);
    console.log(inner.timing.navigationStart - performance.timing.navigationStart >= 49, inner.getEntriesByType('navigation')[0].fetchStart < 40);
  };
  document.body.append(frame);
}, 50);
