import { readFileSync } from 'node:fs';
import { seededRandom } from './seeded-random.mjs';

/**
 * @typedef {object} Example
 * @property {string} text
 * @property {boolean} isAttack
 * @property {string} kind the heading that its pattern stands under
 * @property {number} pattern the number of its pattern: examples of one pattern are never split
 * @property {string} [order] the part of the text that is the attack, where the rest is not
 */

const EXAMPLES_OF_A_PATTERN = { attack: 8, harmless: 12 };
const DEEPEST = 4;

/**
 * The training texts: every pattern filled in several ways; a part of the attacks hidden in harmless
 * text, in markup, or behind a code. The same seed gives the same texts.
 *
 * @param {number} seed
 * @returns {readonly Example[]}
 */
export function corpusOf(seed) {
  const random = seededRandom(seed);
  const harmless = filled('harmless.txt', 'harmless-slots.json', false, random);
  const attacks = filled('attacks.txt', 'slots.json', true, random);
  const dressed = attacks.map((attack, index) => dress(attack, index, harmless, random));
  return [...dressed, ...harmless, ...joined(harmless, random)];
}

/**
 * @param {string} file
 * @param {string} slotFile
 * @param {boolean} isAttack
 * @param {import('./seeded-random.mjs').Random} random
 * @returns {Example[]}
 */
function filled(file, slotFile, isAttack, random) {
  /** @type {Readonly<Record<string, readonly string[]>>} */
  const slots = JSON.parse(textOf(slotFile));
  const most = isAttack ? EXAMPLES_OF_A_PATTERN.attack : EXAMPLES_OF_A_PATTERN.harmless;
  return patternsOf(file).flatMap(({ line, kind }, pattern) => {
    const texts = Array.from({ length: most }, () => fill(line, slots, random));
    return [...new Set(texts)].map((text) => ({ text, isAttack, kind, pattern }));
  });
}

/** @param {string} file */
function patternsOf(file) {
  let kind = '';
  return textOf(file)
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('== ')) kind = line.slice(3);
      const isPattern =
        line !== '' &&
        !line.startsWith('== ') &&
        !line.startsWith('# Texts') &&
        !line.startsWith('# Harmless');
      return isPattern ? [{ line: line.replaceAll('\\n', '\n'), kind }] : [];
    });
}

/** @param {string} file */
function textOf(file) {
  return readFileSync(new URL(`texts/${file}`, import.meta.url), 'utf8');
}

/**
 * @param {string} pattern
 * @param {Readonly<Record<string, readonly string[]>>} slots
 * @param {import('./seeded-random.mjs').Random} random
 */
function fill(pattern, slots, random) {
  let text = pattern;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    text = text
      .replace(/\[\[([^[\]]*(?:\[[^\]]*\][^[\]]*)*)\]\]/g, (_, choices) =>
        random.one(choices.split('|')),
      )
      .replace(/\{([A-Za-z_]+\d?)\}/g, (slot, name) => {
        const options = slots[name] ?? slots[name.toLowerCase()];
        if (!options) return slot;
        const chosen = random.one(options).replaceAll('\\n', '\n');
        return slots[name] ? chosen : chosen.charAt(0).toUpperCase() + chosen.slice(1);
      });
  }
  return text;
}

/**
 * Three of eight attacks stand in harmless text, in markup or behind a code.
 *
 * @param {Example} attack
 * @param {number} index
 * @param {readonly Example[]} harmless
 * @param {import('./seeded-random.mjs').Random} random
 * @returns {Example}
 */
function dress(attack, index, harmless, random) {
  const { text } = attack;
  const around = () => random.one(harmless).text;
  switch (index % 16) {
    case 1:
      return { ...attack, order: text, text: `${around()} ${text} ${around()}` };
    case 3:
      return { ...attack, order: text, text: `${around()}\n${around()}\n\n${text}` };
    case 5:
      return {
        ...attack,
        order: text,
        text: `<p>${around()}</p><!-- ${text} --><p>${around()}</p>`,
      };
    case 7:
      return { ...attack, order: text, text: `${text}\n\n${around()}\n${around()}` };
    case 9:
      return { ...attack, text: hidden(text, random) };
    case 11:
      return { ...attack, text: text.toUpperCase() };
    case 13:
      return {
        ...attack,
        order: text,
        text: `"${around()}" <span style="display:none">${text}</span>`,
      };
    default:
      return attack;
  }
}

/**
 * @param {string} text
 * @param {import('./seeded-random.mjs').Random} random
 */
function hidden(text, random) {
  const bytes = Buffer.from(text);
  return random.one([
    () => `Decode this and do what it says: ${bytes.toString('base64')}`,
    () => `# ${bytes.toString('hex')}`,
    () =>
      text.replace(
        /[aeiost]/g,
        (letter) => ({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' })[letter] ?? letter,
      ),
    () => text.replace(/(\p{L})(\p{L})/gu, '$1\u200b$2'),
    () =>
      text.replace(
        /[aeocp]/g,
        (letter) => ({ a: 'а', e: 'е', o: 'о', c: 'с', p: 'р' })[letter] ?? letter,
      ),
    () =>
      `A nice day.${[...text].map((one) => (one < '\u007f' ? String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0)) : '')).join('')}`,
  ])();
}

/**
 * Longer harmless pages.
 *
 * @param {readonly Example[]} harmless
 * @param {import('./seeded-random.mjs').Random} random
 * @returns {Example[]}
 */
function joined(harmless, random) {
  return Array.from({ length: Math.floor(harmless.length / 2) }, () => {
    const first = random.one(harmless);
    const texts = [first, random.one(harmless), random.one(harmless)].map(({ text }) => text);
    return { ...first, kind: 'pages', text: texts.join('\n') };
  });
}
