const QUOTED =
  /"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|»[^«\n]*«|‘[^’\n]*’|`[^`\n]*`|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|(?<=^|[\s(])'[^'\n]+'(?=$|[\s.,;:!?)])/gu;
const OPENS_SENTENCE = /(?:^|[.!?:;\n–—•*(-])\s*$/u;
const WORK =
  'song|film|movie|book|band|album|novel|series|magazine|newspaper|Lied|Buch|Roman|Zeitung|Serie|chanson|livre|canción|película|libro';
const NAMED_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${WORK}|(?:is|are|was|were|be|been|${WORK}) called|named|titled|entitled|namens|heißt|appelée?|llamad[oa])\\s*[:,]?\\s*$`,
  'iu',
);
const NAMED_BEHIND = new RegExp(
  `^\\s+(?:is|was|ist|war|est|es|è)\\s+(?:\\p{L}+\\s+){1,3}(?:${WORK})(?!\\p{L})`,
  'iu',
);
/** Parts of a path, an address or an identifier: "today.txt". */
const GLUED_BEFORE = /[\p{L}\p{N}][._/\\@#-]$|[/\\@#_]$/u;
const GLUED_BEHIND = /^[._/\\@#-][\p{L}\p{N}_]/u;

/** Whether a place in a text is quoted: it says nothing about the day on which it is read. */
export function isQuoted(text: string, index: number): boolean {
  for (const { index: start, 0: quoted } of text.matchAll(QUOTED)) {
    if (start < index && index < start + quoted.length) return true;
  }
  return false;
}

/** Whether words are a name: written with a capital within a sentence, said to be one, or part of one. */
export function isName(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start);
  const isCapital = /^\p{Lu}/u.test(text.slice(start)) && !OPENS_SENTENCE.test(before);
  const behind = text.slice(end);
  const isGlued = GLUED_BEFORE.test(before) || GLUED_BEHIND.test(behind);
  return isCapital || isGlued || NAMED_BEFORE.test(before) || NAMED_BEHIND.test(behind);
}
