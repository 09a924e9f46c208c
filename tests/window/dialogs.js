// Nobody is there to answer: the text is a line, and the dialog is dismissed.
// @loop chrome firefox
// @output
//   a text
//   really?
//   a name? [nobody]
//   undefined false null
console.log(alert('a text'), confirm('really?'), prompt('a name?', 'nobody'));
