'use strict';

// How many colours a terminal has, told from the environment alone: bits per colour, where 1 is none.
// The questions are asked in an order; the first that has an answer decides.

const { ObjectPrototypeHasOwnProperty, RegExpPrototypeExec, StringPrototypeToLowerCase } = primordials;

const { validateInteger } = require('internal/validators');

const NONE = 1;
const COLORS_16 = 4;
const COLORS_256 = 8;
const COLORS_16M = 24;

const forced = {
  '__proto__': null, '': COLORS_16, '1': COLORS_16, 'true': COLORS_16, '2': COLORS_256, '3': COLORS_16M,
};

const buildServices = [
  ['APPVEYOR', COLORS_256], ['BUILDKITE', COLORS_256], ['CIRCLECI', COLORS_16M], ['DRONE', COLORS_256],
  ['GITEA_ACTIONS', COLORS_16M], ['GITHUB_ACTIONS', COLORS_16M], ['GITLAB_CI', COLORS_256], ['TRAVIS', COLORS_256],
];

const programs = { '__proto__': null, 'HyperTerm': COLORS_16M, 'MacTerm': COLORS_16M, 'Apple_Terminal': COLORS_256 };

const terminals = {
  '__proto__': null, 'mosh': COLORS_16M, 'rxvt-unicode-24bit': COLORS_16M, 'terminator': COLORS_16M,
  'xterm-kitty': COLORS_16M,
};
const PLAIN_COLOR_TERMINAL =
  /^(?:eterm|cons25|console|cygwin|dtterm|gnome|hurd|jfbterm|konsole|kterm|mlterm|putty|st)$|ansi|color|linux|direct|^con[0-9]*x[0-9]|^(?:rxvt|screen|xterm|vt100|vt220)/;

const isSet = (value) => value !== undefined && value !== '';

let warned = false;
function warnAboutIgnored(env) {
  const names = [];
  if (isSet(env.NODE_DISABLE_COLORS)) names.push('NODE_DISABLE_COLORS');
  if (isSet(env.NO_COLOR)) names.push('NO_COLOR');
  if (warned || names.length === 0) return;
  warned = true;
  process.emitWarning(
    `The '${names.join("' and '")}' env is ignored due to the 'FORCE_COLOR' env being set.`, 'Warning');
}

function ofBuildService(env) {
  for (let i = 0; i < buildServices.length; i++) {
    if (ObjectPrototypeHasOwnProperty(env, buildServices[i][0])) return buildServices[i][1];
  }
  return env.CI_NAME === 'codeship' ? COLORS_256 : NONE;
}

function ofProgram(env) {
  if (env.TERM_PROGRAM !== 'iTerm.app') return programs[env.TERM_PROGRAM];
  const old = !env.TERM_PROGRAM_VERSION || RegExpPrototypeExec(/^[0-2]\./, env.TERM_PROGRAM_VERSION) !== null;
  return old ? COLORS_256 : COLORS_16M;
}

function ofTerminal(term) {
  if (RegExpPrototypeExec(/truecolor/, term) !== null) return COLORS_16M;
  if (RegExpPrototypeExec(/^xterm-256/, term) !== null) return COLORS_256;
  const name = StringPrototypeToLowerCase(term);
  if (terminals[name] !== undefined) return terminals[name];
  return RegExpPrototypeExec(PLAIN_COLOR_TERMINAL, name) !== null ? COLORS_16 : undefined;
}

function getColorDepth(env = process.env) {
  if (env.FORCE_COLOR !== undefined) {
    const depth = forced[env.FORCE_COLOR];
    if (depth === undefined) return NONE;
    warnAboutIgnored(env);
    return depth;
  }
  if (isSet(env.NODE_DISABLE_COLORS) || isSet(env.NO_COLOR) || env.TERM === 'dumb') return NONE;
  if (env.TMUX) return COLORS_16M;
  if (ObjectPrototypeHasOwnProperty(env, 'TF_BUILD') && ObjectPrototypeHasOwnProperty(env, 'AGENT_NAME')) {
    return COLORS_16;
  }
  if (ObjectPrototypeHasOwnProperty(env, 'CI')) return ofBuildService(env);
  if ('TEAMCITY_VERSION' in env) {
    return RegExpPrototypeExec(/^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/, env.TEAMCITY_VERSION) !== null ? COLORS_16 : NONE;
  }
  const program = ofProgram(env);
  if (program !== undefined) return program;
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return COLORS_16M;
  const terminal = env.TERM ? ofTerminal(env.TERM) : undefined;
  if (terminal !== undefined) return terminal;
  return env.COLORTERM ? COLORS_16 : NONE;
}

function hasColors(count, env) {
  if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
    env = count;
    count = 16;
  } else {
    validateInteger(count, 'count', 2);
  }
  return count <= 2 ** getColorDepth(env);
}

module.exports = { getColorDepth, hasColors };
