import { evaluate } from '../arithmetic.ts';
import { type Rule, say } from '../assistant-move.ts';

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b|[×·]/gi, '*'],
  [/\bdivided by\b|[÷]/gi, '/'],
  [/[−–]/g, '-'],
];
/** Digits with an operator between them; brackets and blanks may stand anywhere. */
const EXPRESSION = /[\d(.][\d\s.,()+\-*/^]*[+\-*/^][\d\s.,()+\-*/^]*[\d)]/;

/** Sums. A number with a dash, as in an order number, is none. */
export const answerSums: Rule = ({ question }) => {
  const asked = WORDS.reduce((text, [word, sign]) => text.replace(word, sign), question);
  const expression = EXPRESSION.exec(asked)?.[0].replace(/(?<=\d),(?=\d{3})/g, '');
  if (!expression || /[a-z]-?\d/i.test(asked)) return undefined;
  const result = evaluate(expression);
  if (result === undefined) return undefined;
  if (!Number.isFinite(result)) return say('That has no answer: it divides by zero.');
  return say(`${expression.trim()} = ${rounded(result)}`);
};

/** Without the dust of binary fractions: 0.1 + 0.2 is 0.3. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(12)));
}
