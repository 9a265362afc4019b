/**
 * Tells whether a Node version is inside a range written as `^20.19.0 || >=22.12.0`,
 * the two operators that `engines.node` of this repository uses.
 *
 * @param {string} version
 * @param {string} range
 */
export function isSupportedNode(version, range) {
  return range.split('||').some((part) => isInside(version, part.trim()));
}

/**
 * Says such a range in words.
 *
 * @param {string} range
 */
export function describeRange(range) {
  return range
    .split('||')
    .map((part) => {
      const { operator, least } = parsePart(part.trim());
      return operator === '^' ? `${least} or a later ${majorOf(least)}` : `${least} or later`;
    })
    .join(', or ');
}

/**
 * @param {string} version
 * @param {string} part
 */
function isInside(version, part) {
  const { operator, least } = parsePart(part);
  const isLateEnough = compareVersions(version, least) >= 0;
  return isLateEnough && (operator === '>=' || majorOf(version) === majorOf(least));
}

/** @param {string} part */
function parsePart(part) {
  const match = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part);
  if (!match) throw new Error(`Not a range this script understands: "${part}"`);
  const [, operator, least = ''] = match;
  return { operator, least };
}

/** @param {string} version */
const majorOf = (version) => version.split('.')[0];

/**
 * @param {string} left
 * @param {string} right
 */
function compareVersions(left, right) {
  const rightParts = right.split('.').map(Number);
  const difference = left
    .split('.')
    .map((part, index) => Number.parseInt(part, 10) - (rightParts[index] ?? 0))
    .find((value) => value !== 0);
  return difference ?? 0;
}
