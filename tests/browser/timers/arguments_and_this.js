// Further arguments reach the callback, and this is the window.
setTimeout(function (...words) {
  console.log(words.join(' '), this === window);
}, 0, 'some', 'words');
setTimeout("console.log('a text is a script', typeof handled); var handled = 1;", 0);
setTimeout(() => console.log('its variables are global:', handled), 1);
