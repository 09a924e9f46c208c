// A page or JSX given as a script: the first thing that is not JavaScript is named.
const page = <p>hello</p>;
