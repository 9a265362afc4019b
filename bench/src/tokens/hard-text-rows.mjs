// @ts-check

/**
 * The cost of a text for which a careless counter takes quadratic time.
 *
 * @typedef {object} HardTextRow
 * @property {'agent-memory on a hard text'} system
 * @property {string} text what 2^20 code units are made of
 * @property {number} tokens
 * @property {number} ms for all of it
 * @property {number} growth time for each code unit against a text of a sixteenth of the length: about
 *   1 where time is linear, about 16 where it is quadratic
 */

const UNITS = 2 ** 20;
const SHORTER = 16;
const ROUNDS = 2;

const HARD_TEXTS = {
  'one letter': 'a',
  blanks: ' ',
  'line breaks': '\n',
  emoji: '😀',
  'letters and digits': 'a1',
  'CJK without a blank': '記憶は文脈の中にある',
  hyphens: '-',
};

/**
 * @param {(text: string) => number} count
 * @param {() => number} nowMs
 * @returns {HardTextRow[]}
 */
export function hardTextRows(count, nowMs = () => performance.now()) {
  return Object.entries(HARD_TEXTS).map(([text, unit]) => {
    const long = unit.repeat(Math.floor(UNITS / unit.length));
    const short = long.slice(0, long.length / SHORTER);
    const shortMs = bestMs(short, count, nowMs);
    const ms = bestMs(long, count, nowMs);
    return {
      system: 'agent-memory on a hard text',
      text,
      tokens: count(long),
      ms,
      growth: ms / long.length / (shortMs / short.length),
    };
  });
}

/**
 * The quickest of some rounds: what disturbs only ever adds.
 *
 * @param {string} text
 * @param {(text: string) => number} count
 * @param {() => number} nowMs
 */
function bestMs(text, count, nowMs) {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startMs = nowMs();
    count(text);
    return nowMs() - startMs;
  });
  return Math.min(...rounds);
}
