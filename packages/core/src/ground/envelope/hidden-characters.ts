/** Characters at which some reader begins a new line: those of Unicode, and separators of files and records. */
const BREAKS = String.raw`\n\v\f\r\x1C-\x1E\x85\u2028\u2029`;

/** A break of a line of any kind. */
export const LINE_BREAK = new RegExp(`\r\n|[${BREAKS}]`);

/** Gaps between words, breaks of lines among them. */
const BLANKS = new RegExp(String.raw`[\s${BREAKS}]+`, 'g');

/** The text on one line, with one space for each gap: no part of it reads as a line of its own. */
export function onOneLine(text: string): string {
  return text.replace(BLANKS, ' ').trim();
}

/** A letter, a mark or a picture of the scripts and emoji that are written with joiners. */
const JOINED = String.raw`(?!\p{DI})(?=[\u0600-\u{10FFFF}])[\p{L}\p{M}\p{ExtPict}\p{EMod}]`;

/** A joiner between two of them; a sign behind one, or within `1️⃣`, that says how it is shown. */
const NEEDED = String.raw`(?<=${JOINED}[\uFE0E\uFE0F]?)[\u200C\u200D](?=${JOINED})|(?<=${JOINED}|[\d#*](?=\uFE0F\u20E3))[\uFE0E\uFE0F]`;

/**
 * Characters that a reader does not see and a model reads all the same: control characters, halves of
 * surrogate pairs, text without a width, marks that turn the direction, tags, characters that Unicode
 * gives to nobody; and breaks of a line under other names. `\n` and tabs are no such thing.
 */
const HIDDEN = new RegExp(
  String.raw`\r\n?|(?![\n\t])(?=[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB])(?!${NEEDED})[^]`,
  'gu',
);

/**
 * The text without characters that are not seen. Breaks of a line under other names become `\n`, half
 * a surrogate pair becomes U+FFFD. Joiners stay in the scripts and emoji that are written with them.
 */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(HIDDEN, (hidden) => {
    if (LINE_BREAK.test(hidden)) return '\n';
    return hidden.isWellFormed() ? '' : '\uFFFD';
  });
}

/** The text with such characters shown by their number, as `⟨U+200B⟩`, for a person who looks at it. */
export function withHiddenCharactersShown(text: string): string {
  return text.replace(HIDDEN, (hidden) => [...hidden].map(nameOf).join(''));
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
