// @ts-check

const NAMES = ['Amara', 'Bertil', 'Chiara', 'Dimitri', 'Esther', 'Farid', 'Greta', 'Hamza'];
const VERBS = [
  'asked for',
  'was against',
  'put off',
  'agreed to',
  'wrote about',
  'found out about',
];
const THINGS = [
  'the new roof',
  'the lease',
  'a second shift',
  'the fare of 4.20 euros',
  'the flood',
];

/**
 * Orders as a tool would list them: line by line ids, paths, sums and dates, none of them twice.
 *
 * @param {number} seed another one gives other orders
 * @param {number} bytes at least so many
 */
export function idRichResult(seed, bytes) {
  const lines = [];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const number = seed * 100_000 + index;
    const line = JSON.stringify({
      order: `ORD-${1_000_000 + number}`,
      token: mixed(number).toString(36) + mixed(number + 7).toString(36),
      file: `/srv/orders/${2000 + (number % 27)}/${number}.json`,
      total: `${(mixed(number) % 90_000) / 100} EUR`,
      due: `2026-${two(1 + (number % 12))}-${two(1 + (number % 28))}`,
    });
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

/**
 * Minutes of a meeting: sentences that differ, in paragraphs.
 *
 * @param {number} seed another one gives other sentences
 * @param {number} bytes at least so many
 */
export function longProse(seed, bytes) {
  const sentences = [];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const number = mixed(seed * 100_000 + index);
    const [name, verb, thing] = [NAMES, VERBS, THINGS].map((list) => list[number % list.length]);
    const end = index % 6 === 5 ? '\n\n' : ' ';
    const sentence = `${name} ${verb} ${thing} in case ${seed * 100_000 + index}, which the meeting decided on day ${number % 365}.${end}`;
    sentences.push(sentence);
    length += sentence.length;
  }
  return sentences.join('');
}

/**
 * A number without pattern, the same for the same number.
 *
 * @param {number} number
 */
function mixed(number) {
  return Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}
