import type { MemoryRecord } from '../records/memory-record.ts';

/** This part of the words of two episodes is the same where they tell of the same thing. */
const SAME_SHARE = 0.6;
const LEAST_WORDS = 3;
const STEM_LETTERS = 6;

/** Words that change from one time to the next, and say nothing of what happened. */
const DATES =
  /\(?\d{4}-\d{2}(?:-\d{2})?\)?|\b(?:today|yesterday|tomorrow|tonight|last|next|this|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|again|then|heute|gestern|wieder|hoy|ayer|aujourd'hui|hier)\b/giu;

/** Records that tell of the same thing, oldest first; each is in one group, and groups of one are left out. */
export function similarEpisodes(
  episodes: readonly MemoryRecord[],
  atLeast: number,
): readonly (readonly MemoryRecord[])[] {
  const groups: { readonly words: ReadonlySet<string>; readonly members: MemoryRecord[] }[] = [];
  const oldestFirst = episodes.toSorted(
    (one, other) => one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1),
  );
  for (const episode of oldestFirst) {
    const words = wordsOf(episode.text);
    const group = groups.find(
      ({ words: known, members: [first] }) =>
        first?.namespace === episode.namespace &&
        first.type === episode.type &&
        first.subject === episode.subject &&
        isAlike(known, words),
    );
    if (group) group.members.push(episode);
    else groups.push({ words, members: [episode] });
  }
  return groups.map(({ members }) => members).filter(({ length }) => length >= atLeast);
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - common;
  return Math.min(one.size, other.size) >= LEAST_WORDS && common >= SAME_SHARE * all;
}

function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .replace(DATES, ' ')
      .match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  // A number names a thing: "ticket 4711" is not "ticket 4712".
  return new Set(words.map((word) => (/\d/u.test(word) ? word : word.slice(0, STEM_LETTERS))));
}
