import { type OwnSentence, ownSentences } from './own-words.ts';
import { LANGUAGES, type RuleSigns } from './rule-signs.ts';

/**
 * The sentences of a user's message that set a rule for the conversation: instructions, corrections,
 * preferences and decisions that hold on, in the user's words. Found by how people say so, without a
 * model; what concerns the turn alone is not among them. It would rather miss a rule than invent one.
 */
export function standingRules(text: string): readonly OwnSentence[] {
  return ownSentences(text).filter(({ bare }) => bare.length <= LONGEST_RULE && setsRule(bare));
}

/** A longer sentence is no rule that somebody states in passing. */
const LONGEST_RULE = 400;

function setsRule(sentence: string): boolean {
  return READERS.some(({ openers, signs, passing, asks }) => {
    if (passing.test(sentence)) return false;
    const stated = withoutQuestion(sentence, { openers, asks });
    const said = stated.replace(openers, '');
    const clauses = said.split(CLAUSE_END).map((clause) => clause.replace(openers, ''));
    return [...new Set([stated, said, ...clauses])].some((part) => signs.test(part));
  });
}

const CLAUSE_END =
  /[,;:–—.!]\s+|\s-\s|\s+(?=(?:and|so|but|because|since|though|although|und|aber|et|mais|y|pero|maar)\s)/iu;

/** A sentence without the clause that asks, and all behind it. */
function withoutQuestion(sentence: string, { openers, asks }: Pick<Reader, 'openers' | 'asks'>) {
  if (!/\?["')\s]*$/u.test(sentence)) return sentence;
  const clauses = sentence.split(/(?<=[,;:–—]\s)/u);
  const from = clauses.findLastIndex((clause) => asks.test(clause.replace(openers, '')));
  return from < 0
    ? sentence
    : clauses
        .slice(0, from)
        .join('')
        .replace(/[,;\s]+$/u, '');
}

type Reader = ReturnType<typeof readerOf>;

function readerOf({ openers, orders, signs, passing, asks }: RuleSigns) {
  const order = `(?:${orders})(?!\\p{L})`;
  return {
    openers: new RegExp(`^\\s*[¿¡]?(?:(?:${openers})(?!\\p{L})[,.:!]*\\s+)*`, 'iu'),
    signs: new RegExp(`^(?:${signs.join('|').replaceAll('~', order)})`, 'iu'),
    passing: new RegExp(`(?<!\\p{L})(?:${passing})(?!\\p{L})`, 'iu'),
    asks: new RegExp(`^[¿]?(?:${asks})(?!\\p{L})`, 'iu'),
  };
}

const READERS = LANGUAGES.map(readerOf);
