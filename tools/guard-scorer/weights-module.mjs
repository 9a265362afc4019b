/** Characters of a line of the table. */
const WIDTH = 90;

/**
 * The text of the module that holds the weights.
 *
 * @param {import('./fit-scorer.mjs').Scorer} scorer
 */
export function weightsModule({ bias, weights }) {
  return [
    '// Made by `node tools/guard-scorer/fit.mjs`: do not change it by hand. A test fits it anew.',
    '',
    '/** Log odds of a text without any sign. */',
    `export const BIAS = ${bias};`,
    '',
    'const TABLE = `',
    ...lines(Object.entries(weights).map(([sign, weight]) => `${sign} ${weight}`)),
    '`;',
    '',
    '/** The weight of each sign, in log odds. */',
    'export const WEIGHTS: ReadonlyMap<string, number> = new Map(',
    '  TABLE.trim()',
    '    .split(/[,\\s]*,[,\\s]*/u)',
    "    .map((entry) => entry.split(' '))",
    "    .map(([sign = '', weight]) => [sign, Number(weight)]),",
    ');',
    '',
  ].join('\n');
}

/** @param {readonly string[]} entries */
function lines(entries) {
  /** @type {string[]} */
  const made = [];
  let line = '';
  for (const [at, entry] of entries.entries()) {
    const next = at === entries.length - 1 ? entry : `${entry},`;
    if (line !== '' && line.length + next.length + 1 > WIDTH) {
      made.push(line);
      line = '';
    }
    line = line === '' ? next : `${line} ${next}`;
  }
  return [...made, line];
}
