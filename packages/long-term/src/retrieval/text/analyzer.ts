import { languageOf, otherLanguagesIn } from './scripts.ts';
import { splitWords, type Word } from './split-words.ts';
import { loadStemmer, type Stemmer } from './stemmers.ts';
import { stopWordsOf } from './stop-words.ts';

/** PERSISTED: grows when the same text gives other terms; stored terms of another version are made again. */
export const ANALYZER_VERSION = 2;

/** A word that can be searched for: the stem under which the index knows it. */
export interface Term extends Word {
  readonly stem: string;
}

/** Makes terms of texts, by the rules of one language and of the scripts that others are written in. */
export interface Analyzer {
  /** Two letters, in lower case. */
  readonly language: string;
  /** Loads what the texts need; owed before `terms`. */
  prepare(texts: Iterable<string>): Promise<void>;
  /** Terms in the order of the text; stop words are left out. */
  terms(text: string): readonly Term[];
  /** The stem of a word that is already folded. */
  stem(folded: string): string;
}

/** Makes the analyzer of a language, given by its two letters. */
export async function createAnalyzer(language: string): Promise<Analyzer> {
  const stemmers = new Map<string, Stemmer>([[language, await loadStemmer(language)]]);
  const stems = new Map<string, string>();

  const stem = (folded: string) => {
    let known = stems.get(folded);
    if (known === undefined) {
      known = stemmers.get(languageOf(folded, language))?.(folded) || folded;
      if (stems.size >= MOST_STEMS) stems.clear();
      stems.set(folded, known);
    }
    return known;
  };

  return {
    language,
    stem,
    async prepare(texts) {
      for (const text of texts) {
        for (const other of otherLanguagesIn(text, language)) {
          if (!stemmers.has(other)) stemmers.set(other, await loadStemmer(other));
        }
      }
    },
    terms(text) {
      const terms: Term[] = [];
      for (const word of splitWords(text, language)) {
        if (isStopWord(word.folded, language)) continue;
        terms.push({ ...word, stem: stem(word.folded) });
      }
      return terms;
    },
  };
}

/** Stems that are remembered; a vocabulary of that size fits in a few megabytes. */
const MOST_STEMS = 50_000;

/** The kana of a sentence are its grammar, whichever language the index has. */
export function isStopWord(folded: string, language: string): boolean {
  if (stopWordsOf(language).has(folded)) return true;
  return folded.charCodeAt(0) > 0x3000 && stopWordsOf('ja').has(folded);
}
