// What a person does with the page of a recording, done by a script behind the page's own: a line each, `ok` or `FAIL`.
// It shares the page's global scope, and so its names.
{
  const say = console.log;
  const check = (what, holds) => say(`${holds ? 'ok' : 'FAIL'} ${what}`);
  const press = (key, target = document.body) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const luminance = (colour) => {
    const parts = /^#(..)(..)(..)$/.exec(colour) ?? /^#(.)(.)(.)$/.exec(colour);
    const linear = parts.slice(1).map((part) => {
      const share = parseInt(part.length === 1 ? part + part : part, 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // How many pixels of a canvas are not its background.
  const inked = (canvas) => {
    const { data: pixels } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let many = 0;
    for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 0) many++;
    return many;
  };

  addEventListener('load', () => {
    drawTimeline();
    drawRing();
    check('nothing was fetched', performance.getEntriesByType('resource').length === 0);
    check('there are callbacks', shown.length > 0);
    check('the timeline is drawn', inked($('timeline')) > 500);
    check('the ring is drawn', inked($('ring')) > 500);
    const expected = isPage ? ['task', 'microtasks', 'frame', 'idle'] : ['timers', 'poll', 'check', 'closing'];
    check('the ring has the phases of its loop', expected.every((name) => ringSegments.includes(name)));
    check('every callback has a lane', shown.every((id) => id > 1000 || rowOf(id) !== undefined));

    press('Home');
    check('Home selects the first', state.selected === shown[0] && $('details').textContent.includes(`#${shown[0]} `));
    press('ArrowRight');
    check('→ selects the next', state.selected === shown[1]);
    press('ArrowLeft');
    check('← goes back', state.selected === shown[0]);
    press('End');
    const caused = shown.findLast((id) => data.step[id - 1] > 0);
    select(caused, true);
    check('the chain of causes is shown', $('details').textContent.includes('Because of') && links(caused).length > 0);
    const cause = data.step[caused - 1];
    press('ArrowUp');
    check('↑ goes to the cause', state.selected === cause);
    const [from, to] = [state.from, state.to];
    press('+');
    check('+ zooms in', state.to - state.from < to - from);
    press('0');
    check('0 shows everything', state.from <= begin(shown[0]) && state.to >= wholeNs);

    const kind = text('kind', caused);
    $('search').value = kind;
    $('search').dispatchEvent(new Event('input'));
    check('a search finds by kind', state.found.has(caused) && $('found').textContent.endsWith(' found'));
    press('Enter', $('search'));
    check('Enter goes to a find', state.found.has(state.selected));
    $('search').value = '';
    $('search').dispatchEvent(new Event('input'));
    check('an empty search is none', state.found === null);

    select(caused, true);
    check('the address is a link to the moment', new URLSearchParams(location.hash.slice(1)).get('s') === String(caused));
    $('scrub').value = '500';
    $('scrub').dispatchEvent(new Event('input'));
    check('the moment can be scrubbed', Math.abs(state.nowNs - wholeNs / 2) < wholeNs / 100);

    const row = rows.find((one) => one.lane.items.some((item) => item.id !== undefined));
    const item = row.lane.items.find((one) => one.id !== undefined);
    view(item.from - 1e5, item.from + 1e5);
    drawTimeline();
    const x = labels + ((item.from - state.from) / (state.to - state.from)) * (timeline.clientWidth - labels) + 1;
    check('what is drawn can be clicked', itemAt({ offsetX: x, offsetY: row.y + row.height / 2 }) > 0);
    press('0');

    const laneCount = lanes.length;
    press('h');
    drawTimeline();
    const own = lanes.filter((lane) => lane.name.includes(' of ') || /\(\d+\)$/.test(lane.name));
    check('h shows the handles', data.handles.length === 0 ? lanes.length === laneCount : lanes.length > laneCount && own.every((lane) => lane.items.length > 0));
    press('h');
    check('h again hides them', lanes.length === laneCount);
    if (data.choices.length > 0) {
      press('0');
      drawTimeline();
      const fork = forks[0];
      check('what was decided is a fork', fork !== undefined && forkAt({ offsetX: fork.x, offsetY: 5 }) === fork.choice);
      const decided = data.choices.find((choice) => choice[4] > 0);
      select(decided[4], true);
      check('a callback tells what was decided after it', $('details').textContent.includes(choiceWords(decided)));
    }

    for (const isDark of [false, true]) {
      setTheme(isDark);
      const name = isDark ? 'dark' : 'light';
      const lowest = Math.min(contrast(colours.ink, colours.back), contrast(colours.soft, colours.back), contrast(colours.mark, colours.card));
      check(`${name}: text has a contrast of 4.5`, lowest >= 4.5);
      const bars = ['main', 'timers', 'poll', 'check', 'closing', 'tick', 'job', 'pool'];
      check(`${name}: what stands in a bar has one of 4.5`, bars.every((one) => contrast(colours[one], colours.back) >= 4.5));
    }

    const draws = [];
    for (let i = 0; i < 15; i++) {
      zoom(i % 2 === 0 ? 0.5 : 2);
      const began = performance.now();
      drawTimeline();
      drawRing();
      draws.push(performance.now() - began);
    }
    draws.sort((a, b) => a - b);
    // Sixty frames a second.
    check(`${shown.length >= 1000000 ? 'a million callbacks are' : 'it is'} drawn in ${draws[7].toFixed(1)} ms, at most 16.6`, draws[7] < 16.6);
  }, { once: true });
}
