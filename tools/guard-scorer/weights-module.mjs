/** Characters of a line of the table. */
const WIDTH = 90;

/**
 * The text of the module that holds the weights.
 *
 * @param {import('./fit-scorer.mjs').Scorer} scorer
 */
export function weightsModule({ bias, weights }) {
  return [
    '// Made by `node tools/guard-scorer/fit.mjs`: do not change it by hand. A test fits it again.',
    '',
    '/** Log odds of a text without any sign. */',
    `export const BIAS = ${bias};`,
    '',
    '/** A row for each sign: its own weight, and that of each pair that it is the first of. */',
    'const TABLE = `',
    ...lines(rowsOf(weights)),
    '`;',
    '',
    '/** The weight of each sign, in log odds. */',
    'export const WEIGHTS: ReadonlyMap<string, number> = new Map(',
    "  TABLE.split(';').flatMap((row) => {",
    "    const [[sign = '', own] = [], ...pairs] = row",
    "      .split(',')",
    "      .map((entry) => entry.trim().split(' '));",
    '    return [',
    '      ...(own === undefined ? [] : [[sign, Number(own)] as const]),',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the module.
    '      ...pairs.map(([other, weight]) => [`${sign}+${other}`, Number(weight)] as const),',
    '    ];',
    '  }),',
    ');',
    '',
  ].join('\n');
}

/**
 * @param {Readonly<Record<string, number>>} weights
 * @returns {readonly string[]} a row for each sign, in entries
 */
function rowsOf(weights) {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const [name, weight] of Object.entries(weights)) {
    const end = name.indexOf('+');
    const sign = end < 0 ? name : name.slice(0, end);
    const row = rows.get(sign) ?? [sign];
    rows.set(sign, row);
    if (end < 0) row[0] = `${sign} ${weight}`;
    else row.push(`${name.slice(end + 1)} ${weight}`);
  }
  const all = [...rows.values()];
  return all.flatMap((row, index) =>
    row.map((entry, at) => {
      if (at < row.length - 1) return `${entry},`;
      return index < all.length - 1 ? `${entry};` : entry;
    }),
  );
}

/** @param {readonly string[]} entries */
function lines(entries) {
  /** @type {string[]} */
  const made = [];
  let line = '';
  for (const next of entries) {
    if (line !== '' && line.length + next.length + 1 > WIDTH) {
      made.push(line);
      line = '';
    }
    line = line === '' ? next : `${line} ${next}`;
  }
  return [...made, line];
}
