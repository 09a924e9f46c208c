// Parsing, formats, arithmetic, plugins, zones, locales.
const dayjs = require('dayjs');
for (const name of ['utc', 'timezone', 'relativeTime', 'duration', 'customParseFormat', 'advancedFormat', 'weekOfYear', 'isBetween']) dayjs.extend(require('dayjs/plugin/' + name));
require('dayjs/locale/de');

const day = dayjs.utc('2024-02-29T12:34:56.789Z');
console.log(day.format(), day.format('dddd, D. MMMM YYYY HH:mm:ss.SSS Z'), day.locale('de').format('dddd, D. MMMM'), day.format('Q Do w X'));
console.log(day.add(1, 'year').format(), day.subtract(1, 'month').endOf('month').format(), day.startOf('week').format(), day.diff('2020-01-01', 'day'), day.daysInMonth());
console.log(day.tz('America/New_York').format(), dayjs.tz('2024-07-01 12:00', 'Europe/Berlin').toISOString(), day.tz('Asia/Tokyo').utcOffset());
console.log(dayjs('05.03.2021', 'DD.MM.YYYY').format('YYYY-MM-DD'), dayjs('nonsense').isValid(), dayjs('31.02.2021', 'DD.MM.YYYY', true).isValid());
console.log(dayjs.utc(0).from(dayjs.utc(86400000 * 3)), dayjs.duration({ hours: 25, minutes: 3 }).humanize(), dayjs.duration(90061000).format('D [d] H:mm:ss'));
console.log(day.isBetween('2024-01-01', '2024-12-31'), day.isBefore(dayjs.utc()), day.unix(), JSON.stringify({ day }));
