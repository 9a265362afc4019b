// @ts-check

/*
 * A judge that knows nothing of how records are extracted: it reads a record and the messages that it
 * names.
 */

/** A message of more characters was pasted or filled in by a program. */
const PASTED_CHARACTERS = 2_000;
/** A sentence that stands in so many messages is a form. */
const FORM_MESSAGES = 3;

/**
 * The words of a text alone, so that two that differ in dress are the same.
 *
 * @param {string} text
 */
export function wordsOf(text) {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  );
}

/**
 * The pieces of a record that have to stand in a message each: what it quotes, and what it says itself.
 *
 * @param {string} text
 */
function piecesOf(text) {
  const about = /^The user (?:put right|confirmed) "(.*)": (.*)$/su.exec(text);
  return about ? [about[1] ?? '', about[2] ?? ''] : [text];
}

/**
 * Whether a record says something that no message it names has, to the letter.
 *
 * @param {string} text
 * @param {readonly string[]} sources the messages that it names
 */
export function isUnsupported(text, sources) {
  const said = sources.map(wordsOf);
  // Days that were written behind relative dates, and reasons that are told apart, are no words of the message.
  const bare = text.replace(/ \(\d{4}-\d\d(?:-\d\d)?[^)]*\)/gu, '');
  return !piecesOf(bare).every((piece) => said.some((source) => source.includes(wordsOf(piece))));
}

/**
 * Whether a record is of a text that nobody said in passing: a pasted one, or one that repeats.
 *
 * @param {string} text
 * @param {readonly string[]} sources
 * @param {readonly string[]} spoken every message of the user and the system
 */
export function isTemplate(text, sources, spoken) {
  const piece = wordsOf(piecesOf(text).at(-1) ?? '');
  if (/\{\{|\}\}|<[A-Z_]{2,}>|\[(?:your|insert)\b/u.test(text)) return true;
  const repeated = spoken.filter((message) => wordsOf(message).includes(piece)).length;
  const own = sources.filter((source) => wordsOf(source).includes(piece));
  return repeated >= FORM_MESSAGES || own.some(({ length }) => length > PASTED_CHARACTERS);
}
