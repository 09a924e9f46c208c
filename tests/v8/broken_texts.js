// What v8.deserialize makes of bytes that are nearly right: the same values, and the same errors, whatever part is wrong.
const v8 = require('v8');

const texts = [
  // No header, half of one, and versions.
  '', 'ff', 'ff80', '4902', 'ff004902', 'ff0b4902', 'ff0c4902', 'ff0d4902', 'ff0e4902', 'ff0f4902', 'ff104902', 'ff0fff0f4902',
  // Nothing behind it, padding, unknown tags.
  'ff0f', 'ff0f00', 'ff0f004902', 'ff0f3f235f', 'ff0f3f', 'ff0f6a', 'ff0f58',
  // Numbers that end too early or never.
  'ff0f49', 'ff0f4980', 'ff0f49e3', 'ff0f49ffffffffff01', 'ff0f49ffffffffffffffff7f', 'ff0f558180808010', 'ff0f4e000000000000f8', 'ff0f5a01', 'ff0f5a10',
  'ff0f5a100500000000000000', 'ff0f5a11050000000000000000',
  // Texts.
  'ff0f2203616263', 'ff0f2203616', 'ff0f22ff616263', 'ff0f630261006200', 'ff0f630361006200', 'ff0f53036162', 'ff0f7303', 'ff0f735f', 'ff0f73220161',
  // Objects, lists and how many there were.
  'ff0f6f22016149027b01', 'ff0f6f22016149027b00', 'ff0f6f22016149027b02', 'ff0f6f22016149027b', 'ff0f6f2201614902', 'ff0f6f220161', 'ff0f6f7b00',
  'ff0f4102490249042400', 'ff0f410249024904240002', 'ff0f410249024904240003', 'ff0f410249024904240102', 'ff0f41024902490422017849062401', 'ff0f41024902490422017849062' + '40102',
  'ff0f610349004902490449064002' + '03', 'ff0f61034900490249044906400203', 'ff0f61034900490249044906400204', 'ff0f61034900490249044906400103',
  'ff0f3b490249043a02', 'ff0f3b490249043a01', 'ff0f3b490249043a', 'ff0f3b49023a01', 'ff0f27490249042c02', 'ff0f27490249042c01', 'ff0f2749022c',
  // References.
  'ff0f5e00', 'ff0f6f22017849022204' + '73656c665e007b02', 'ff0f6f220178490222047365' + '6c665e017b02', 'ff0f6f22017849022204' + '73656c665e1f7b02',
  // Expressions.
  'ff0f5222026' + '12b00', 'ff0f522202612b03', 'ff0f522202612b', 'ff0f520049020000', 'ff0f49', 'ff0f52220161ff03', 'ff0f522201618001', 'ff0f522201614000', 'ff0f52220161c002',
  'ff0f522201619002', 'ff0f522201611000', 'ff0f522201618002',
  // Boxes, dates and buffers.
  'ff0f79', 'ff0f78', 'ff0f7a00', 'ff0f7a01', 'ff0f44000000000000144', 'ff0f440000000000001440', 'ff0f4203010203', 'ff0f42030102', 'ff0f4208000000000000000056420204',
  'ff0f42030102035642000300', 'ff0f7e0208010' + '2', 'ff0f7400',
];
for (const text of texts) {
  try {
    console.log(text, v8.deserialize(Buffer.from(text, 'hex')));
  } catch (error) {
    console.log(text, error.name, error.message);
  }
}
