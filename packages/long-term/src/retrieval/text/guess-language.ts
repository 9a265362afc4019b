import { fold } from './fold.ts';
import { languageByScript } from './scripts.ts';
import { languagesWithStopWords, stopWordsOf } from './stop-words.ts';

/** What stands behind says no more about the language. */
const BEGINNING = 300;
const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;

/**
 * The language of a text in two letters: by its script, or by which language's commonest words it has
 * the most of. Nothing where neither tells.
 */
export function guessLanguage(text: string): string | undefined {
  const beginning = text.slice(0, BEGINNING);
  const byScript = languageByScript(beginning);
  if (byScript !== undefined) return byScript;
  const words = fold(beginning).match(LETTERS) ?? [];
  let best: string | undefined;
  let most = 0;
  for (const language of languagesWithStopWords) {
    const common = stopWordsOf(language);
    const count = words.filter((word) => common.has(word)).length;
    if (count === most) best = undefined;
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}
