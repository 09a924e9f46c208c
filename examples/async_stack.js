// An error that crosses awaits and is wrapped on its way keeps its causes.
'use strict';

async function read_row(id) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  throw new RangeError(`no row ${id}`);
}

async function load_user(id) {
  try {
    return await read_row(id);
  } catch (cause) {
    throw new Error(`cannot load user ${id}`, { cause });
  }
}

async function main() {
  try {
    await load_user(7);
  } catch (error) {
    for (let link = error; link; link = link.cause) {
      const place = link.stack.split('\n').find((line) => line.includes('async_stack.js'));
      console.log(`${link.name}: ${link.message}`);
      console.log(`   ${place.trim().replace(/\(.*[\\/]/, '(')}`);
    }
  }
}

main();
