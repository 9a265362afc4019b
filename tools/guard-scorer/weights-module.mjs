/**
 * The text of the module that holds the weights.
 *
 * @param {import('./fit-scorer.mjs').Scorer} scorer
 */
export function weightsModule({ bias, weights }) {
  const lines = Object.entries(weights).map(([sign, weight]) => `  ${nameOf(sign)}: ${weight},`);
  return [
    '/** Made by `node tools/guard-scorer/fit.mjs`: do not change it by hand. A test fits it anew. */',
    `export const BIAS = ${bias};`,
    '',
    '/** What each sign weighs, in log odds. */',
    'export const WEIGHTS: Readonly<Record<string, number>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

/** @param {string} sign */
function nameOf(sign) {
  return /^\w+$/.test(sign) ? sign : `'${sign}'`;
}
