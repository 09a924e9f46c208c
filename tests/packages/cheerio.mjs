// Loading, selecting, changing and extracting.
import * as cheerio from 'cheerio';

const $ = cheerio.load('<ul id="fruits"><li class="apple">Apple</li><li class="pear" data-n="2">Pear</li></ul><a href="/x?a=1&amp;b=2">link</a>');
console.log($('.apple', '#fruits').text(), $('li').length, $('[data-n]').data('n'), $('a').attr('href'));
$('ul').append('<li class="plum">Plum</li>').children().first().addClass('big').end().last().remove();
console.log($('ul').html(), $.html().length);
console.log($('li').map((i, el) => `${i}${$(el).text()}`).get(), $('li:not(.pear)').attr('class'));
console.log($.extract({ fruits: ['li'], link: { selector: 'a', value: 'href' } }));
console.log(cheerio.load('<rss><item>x</item></rss>', { xml: true }).xml());
console.log(cheerio.loadBuffer(Buffer.from('<meta charset="iso-8859-1"><p>caf\xe9', 'latin1'))('p').text());
