// Markup: what innerHTML makes of texts that people write, and what it gives back.
// @loop chrome firefox
// @output
//   <p>one</p><p>two</p>
//   <ul><li>a</li><li>b</li></ul>
//   <b>bold</b> &amp; &lt;tag&gt; © AB &nbsp;|
//   <a href="x?a=1&amp;b=2" title="single &quot;quoted&quot;" data-x="bare" disabled="">link</a>
//   <br><hr><img src="a.png">text
//   <!-- comment --><span>after</span>
//   <script>if (a < b && c) "</p>"</script>
//   <textarea>&lt;b&gt;not bold&lt;/b&gt;</textarea>
//   <style>p > a { color: red }</style>
//   <table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>
//   <dl><dt>t</dt><dd>d</dd><dt>u</dt></dl>
//   <select><option>1</option><option selected="">2</option></select>
//   <div class="Upper" id="Mixed">case</div>
//   a &lt; b, c &lt;3 d e
//   <p>closed twice</p><p></p>
//   <div><p>inner</p><div>outer</div></div>
//   <svg width="1"><path d="M0"></path><g></g></svg>
//   <template><p>in template</p></template>
//   <h1>head</h1>
//   <pre>  kept  </pre>
//   <p a="1" b="3">twice</p>
//   <i>1</i><p id="p"><i>2</i>one<i>3</i></p><i>4</i>
//   <i>1</i><u>gone</u><i>4</i> null
//   <p title="&lt;b&gt; &amp; &quot;quotes&quot; &nbsp;">&lt;b&gt; &amp; "quotes" &nbsp;</p>
//   T <p>body</p> <title>T</title> null
//   scripts of innerHTML run 0
//   11 CSS1Compat

const div = document.createElement('div');
const markups = [
  '<p>one<p>two',
  '<ul><li>a<li>b</ul>',
  '<b>bold</b> &amp; &lt;tag&gt; &copy; &#65;&#x42; &nbsp;|',
  '<a href="x?a=1&b=2" title=\'single "quoted"\' data-x=bare disabled>link</a>',
  '<br><hr/><img src=a.png>text',
  '<!-- comment --><!doctype html><span/>after',
  '<script>if (a < b && c) "</p>"</script>',
  '<textarea><b>not bold</b></textarea>',
  '<style>p > a { color: red }</style>',
  '<table><tr><td>1<td>2<tr><td>3</table>',
  '<dl><dt>t<dd>d<dt>u</dl>',
  '<select><option>1<option selected>2</select>',
  '<DIV Class="Upper" ID=Mixed>case</DIV>',
  'a < b, c <3 d</nothing> e',
  '<p>closed twice</p></p>',
  '<div><p>inner<div>outer</div></div>',
  '<svg width="1"><path d="M0"/><g></g></svg>',
  '<template><p>in template</p></template>',
  '<h1>head</h1>\n<pre>  kept  </pre>',
  '<p a=1 a=2 b = "3">twice</p>',
];
for (const markup of markups) {
  div.innerHTML = markup;
  console.log(div.innerHTML);
}

div.innerHTML = '<p id=p>one</p>';
const p = div.firstChild;
p.insertAdjacentHTML('beforebegin', '<i>1</i>');
p.insertAdjacentHTML('afterbegin', '<i>2</i>');
p.insertAdjacentHTML('beforeend', '<i>3</i>');
p.insertAdjacentHTML('afterend', '<i>4</i>');
console.log(div.innerHTML);
p.outerHTML = '<u>gone</u>';
console.log(div.innerHTML, p.parentNode);

const text = document.createElement('p');
text.textContent = '<b> & "quotes" \u00a0';
text.title = '<b> & "quotes" \u00a0';
console.log(text.outerHTML);

const parsed = new DOMParser().parseFromString('<title>T</title><p>body', 'text/html');
console.log(parsed.title, parsed.body.innerHTML, parsed.head.innerHTML, parsed.defaultView);

globalThis.ran = 0;
div.innerHTML = '<script>globalThis.ran++</script>';
document.body.append(div);
console.log('scripts of innerHTML run', ran);
console.log(document.createElement('template').content.nodeType, document.compatMode);
