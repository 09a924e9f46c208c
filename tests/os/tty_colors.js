// The depth of colours that an environment stands for.
'use strict';
const { WriteStream } = require('tty');
const { getColorDepth, hasColors } = WriteStream.prototype;
const values = {
  FORCE_COLOR: ['', '0', '1', '2', '3', 'true', 'x'], TMUX: ['', 'x'], NO_COLOR: ['', '1'], NODE_DISABLE_COLORS: ['', '1'],
  CI: ['1'], CI_NAME: ['codeship', 'x'], GITHUB_ACTIONS: ['1'], TRAVIS: ['1'], TF_BUILD: ['1'], AGENT_NAME: ['1'],
  TEAMCITY_VERSION: ['8.0', '9.0.5', '9.1.0', '10.0'], TERM_PROGRAM: ['iTerm.app', 'HyperTerm', 'Apple_Terminal', 'x'],
  TERM_PROGRAM_VERSION: ['2.9', '3.1'], COLORTERM: ['', '1', 'truecolor', '24bit'],
  TERM: ['', 'dumb', 'xterm', 'XTERM', 'xterm-256color', 'xterm-kitty', 'mosh', 'st', 'con80x25', 'vt52', 'vt100', 'x-truecolor', 'x'],
};
const names = Object.keys(values);
for (const first of names) {
  for (const second of names) {
    const depths = values[first].map((one) => values[second].map((other) =>
      (first === 'FORCE_COLOR' || second === 'FORCE_COLOR') && /NO_COLOR|NODE_DISABLE/.test(first + second) ? '-' :
        getColorDepth({ [second]: other, [first]: one })));
    console.log(first, second, depths.join(' | '));
  }
}
for (const args of [[], [16], [17], [256], [2 ** 24], [{ TERM: 'dumb' }], [1], ['x'], [NaN]]) {
  try {
    console.log(args, hasColors.call({ getColorDepth: (env = { TERM: 'xterm-256color' }) => getColorDepth(env) }, ...args));
  } catch (error) {
    console.log(error.code, error.message);
  }
}
