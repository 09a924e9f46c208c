// Setting TZ changes the local time zone.
process.env.TZ = 'America/New_York';
console.log(new Date(0).toString());
process.env.TZ = 'Asia/Tokyo';
console.log(new Date(0).toString());
