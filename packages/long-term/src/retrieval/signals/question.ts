import { isPartOfName } from '../documents/authors.ts';
import type { DocumentTable } from '../documents/document-table.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import { type DateMention, dateMentionsIn } from '../text/date-mentions.ts';
import { guessLanguage } from '../text/guess-language.ts';
import { stopWordsOf } from '../text/stop-words.ts';
import { type Wish, wishOf } from './role.ts';

/** A question, read. */
export interface Question {
  /** Every term once; the names of authors are no terms. */
  readonly terms: readonly Term[];
  readonly authors: ReadonlySet<string>;
  readonly dates: readonly DateMention[];
  readonly language: string;
  /** Whether it is in another language than that of the index. */
  readonly isForeign: boolean;
  readonly wish: Wish;
}

/**
 * Reads a question. An author's name says who speaks and not what is said: a turn that holds the name
 * is most often by somebody else. Where nothing but names is asked for, they are words after all.
 */
export function readQuestion(text: string, analyzer: Analyzer, table: DocumentTable): Question {
  const { language } = analyzer;
  const authors = table.authorsIn(text, language);
  const asked = guessLanguage(text) ?? language;
  const common = stopWordsOf(asked);
  const every = onceEach(analyzer.terms(text));
  const rare = every.filter(({ folded }) => !common.has(folded));
  const all = rare.length === 0 ? every : rare;
  const others = all.filter((term) => !isPartOfName(term, authors, language));
  return {
    terms: others.length === 0 ? all : others,
    authors,
    isForeign: asked !== language,
    language: asked,
    dates: dateMentionsIn(text, language),
    wish: wishOf(text),
  };
}

function onceEach(terms: readonly Term[]): readonly Term[] {
  const byStem = new Map<string, Term>();
  for (const term of terms) if (!byStem.has(term.stem)) byStem.set(term.stem, term);
  return [...byStem.values()];
}
