// A native addon with a library of its own: images made, scaled, read as raw pixels, on its threads.
import sharp from 'sharp';

const made = await sharp({ create: { width: 40, height: 20, channels: 3, background: { r: 255, g: 0, b: 0 } } }).png().toBuffer();
const { format, width, height, channels } = await sharp(made).metadata();
console.log(made.subarray(1, 4).toString(), format, width, height, channels);
const { data, info } = await sharp(made).resize(4, 2).greyscale().raw().toBuffer({ resolveWithObject: true });
console.log(info.width, info.height, info.channels, [...data.subarray(0, 4)]);
const sizes = await Promise.all([10, 20, 30].map((size) => sharp(made).resize(size, size, { fit: 'contain' }).webp().toBuffer().then((one) => sharp(one).metadata())));
console.log(sizes.map((one) => [one.width, one.height, one.format]));
console.log((await sharp(made).extract({ left: 1, top: 1, width: 3, height: 3 }).rotate(90).stats()).channels.map((one) => one.max));
await sharp(Buffer.from('not an image')).toBuffer().then(console.log, (error) => console.log(error.name, error.message));
try { sharp(made).resize(-1); } catch (error) { console.log(error.name, error.message); }
