// @ts-check

/** More lines than this are no help to who reads them on a terminal. */
const MOST_LINES = 200;

/**
 * In which names two snapshots of signatures differ: the lines that go with `-`, those that come
 * with `+`, under the name's entry.
 *
 * @param {string} wanted
 * @param {string} found
 * @returns {string[]} lines to show
 */
export function signatureDifferences(wanted, found) {
  const [now, before] = [signaturesByPlace(wanted), signaturesByPlace(found)];
  const places = [...new Set([...before.keys(), ...now.keys()])].sort();
  const lines = places.flatMap((place) => differenceAt(place, now.get(place), before.get(place)));
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} lines more.`];
}

/**
 * @param {string} place
 * @param {string | undefined} now
 * @param {string | undefined} before
 */
function differenceAt(place, now, before) {
  if (now === before) return [];
  const [gone, come] = withoutCommonEnds(linesOf(before), linesOf(now));
  return [place, ...gone.map((line) => `  - ${line}`), ...come.map((line) => `  + ${line}`)];
}

/** @param {string | undefined} text */
function linesOf(text) {
  return text === undefined ? [] : text.split('\n');
}

/**
 * @param {readonly string[]} before
 * @param {readonly string[]} now
 * @returns {readonly [readonly string[], readonly string[]]}
 */
function withoutCommonEnds(before, now) {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [before.slice(start, before.length - end), now.slice(start, now.length - end)];
}

/**
 * Signatures by `entry: name`; those of one name, such as overloads, stand together.
 *
 * @param {string} snapshot
 * @returns {ReadonlyMap<string, string>}
 */
function signaturesByPlace(snapshot) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const section of snapshot.split('\n## ').slice(1)) {
    const entry = section.slice(0, section.indexOf('\n'));
    const [, code = ''] = /```ts\n([\s\S]*?)\n```/.exec(section) ?? [];
    for (const signature of code.split('\n\n')) {
      found.set(`${entry}: ${nameOf(signature)}`, signature);
    }
  }
  return found;
}

/** @param {string} signature */
function nameOf(signature) {
  const alias = /^export \{ (?:\w+ as )?(\w+) \}/.exec(signature)?.[1];
  return alias ?? /^(?:abstract )?\w+ ([\w$]+)/.exec(signature)?.[1] ?? signature;
}
