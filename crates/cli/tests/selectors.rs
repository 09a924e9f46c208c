//! Selectors of pages over many siblings: what is found is what counting by hand finds, and the time does not grow with the
//! square of their number.

mod support;

use std::process::{Command, Stdio};

const PROGRAM: &str = "
    const COUNT = 12000;
    const list = document.createElement('div');
    for (let i = 1; i <= COUNT; i++) {
      const item = document.createElement(i % 3 === 0 ? 'b' : 'i');
      if (i === COUNT / 2) item.className = 'middle';
      list.append(item, 'text');
    }
    document.body.append(list);
    const numbers = new Map(Array.from(list.querySelectorAll('*'), (item, at) => [item, at + 1]));
    const check = (selector, isWanted) => {
      const found = list.querySelectorAll(selector);
      let wanted = 0;
      for (const [item, number] of numbers) wanted += isWanted(number, item) ? 1 : 0;
      const isSame = found.length === wanted && Array.from(found).every((item) => isWanted(numbers.get(item), item));
      console.log(selector, isSame, found.length);
    };
    check(':nth-child(7n + 2)', (n) => n % 7 === 2);
    check(':nth-last-child(-n + 10)', (n) => COUNT - n + 1 <= 10);
    check('b:nth-of-type(2n)', (n) => n % 6 === 0);
    check('i:last-of-type', (n) => n === COUNT - 1);
    check('.middle ~ b', (n) => n > COUNT / 2 && n % 3 === 0);
    check('.none ~ i', () => false);
    check('.middle ~ :nth-child(3n):not(.none ~ *)', (n) => n > COUNT / 2 && n % 3 === 0);
    check('b + i', (n) => n % 3 === 1 && n > 1);
    const sixth = list.childNodes[10];
    console.log(list.querySelector('b ~ i ~ b') === sixth, sixth.matches('i ~ b:nth-child(6)'));";

#[test]
fn siblings_are_counted_once() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
    command
        .args(["--loop=chrome", "-e", PROGRAM])
        .env_remove("ROUNDEL_OPTIONS")
        .stdin(Stdio::null());
    // The limit of a child is what a quadratic search would overrun many times.
    let output = support::output(&mut command);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 9, "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(lines[..8].iter().all(|line| line.contains(" true ")), "{said}");
    assert_eq!(lines[8], "true true");
}
