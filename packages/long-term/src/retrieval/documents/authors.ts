import { fold } from '../text/fold.ts';
import { isWithoutBlanks } from '../text/scripts.ts';
import { splitWords, type Word } from '../text/split-words.ts';

/** Shorter beginnings of a name stand in too many words. */
const SHORTEST_SHORT_NAME = 3;

/** The authors that a question names: by a word of their name, or by its beginning: Mel for Melanie. */
export function authorsNamed(
  question: string,
  authors: Iterable<string>,
  language: string,
): ReadonlySet<string> {
  const words = splitWords(question, language);
  const folded = fold(question);
  const named = new Set<string>();
  for (const author of authors) {
    const isNamed = isWithoutBlanks(author)
      ? folded.includes(fold(author))
      : splitWords(author, language).some((part) => words.some((word) => isNameOf(word, part)));
    if (isNamed) named.add(author);
  }
  return named;
}

/** Whether a word of a question stands for one of these authors. */
export function isPartOfName(word: Word, authors: Iterable<string>, language: string): boolean {
  for (const author of authors) {
    if (isWithoutBlanks(author) && fold(author).includes(word.folded)) return true;
    if (splitWords(author, language).some((part) => isNameOf(word, part))) return true;
  }
  return false;
}

function isNameOf(word: Word, part: Word): boolean {
  if (word.folded === part.folded) return true;
  const isShort = word.folded.length >= SHORTEST_SHORT_NAME && part.folded.startsWith(word.folded);
  return isShort && word.written.charAt(0) !== word.written.charAt(0).toLowerCase();
}
