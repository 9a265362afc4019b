import { isPartOfName } from '../documents/authors.ts';
import type { DocumentTable } from '../documents/document-table.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import { type DateMention, dateMentionsIn } from '../text/date-mentions.ts';
import { type Wish, wishOf } from './role.ts';

/** A question, read. */
export interface Question {
  /** Every term once; the names of authors are no terms. */
  readonly terms: readonly Term[];
  readonly authors: ReadonlySet<string>;
  readonly dates: readonly DateMention[];
  readonly wish: Wish;
}

/**
 * Reads a question. An author's name says who speaks and not what is said: a turn that holds the name
 * is most often by somebody else. Where nothing but names is asked for, they are words after all.
 */
export function readQuestion(text: string, analyzer: Analyzer, table: DocumentTable): Question {
  const { language } = analyzer;
  const authors = table.authorsIn(text, language);
  const all = onceEach(analyzer.terms(text));
  const others = all.filter((term) => !isPartOfName(term, authors, language));
  return {
    terms: others.length === 0 ? all : others,
    authors,
    dates: dateMentionsIn(text, language),
    wish: wishOf(text),
  };
}

function onceEach(terms: readonly Term[]): readonly Term[] {
  const byStem = new Map<string, Term>();
  for (const term of terms) if (!byStem.has(term.stem)) byStem.set(term.stem, term);
  return [...byStem.values()];
}
