// The longest there is.
const timer = setTimeout(() => {}, 2 ** 31 - 1);
clearTimeout(timer);
