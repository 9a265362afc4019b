import type { PlanRange, Tier } from '@agent-memory/core';
import type { ItemFacts } from '../source/devtools-source.ts';
import {
  formatCount,
  knownWords,
  type Term,
  titleOfCode,
  wordsFrom,
  wordsOfCode,
} from './format.ts';

/**
 * The relation of the sent text to the written one. `changed` is all that can be said of an item with
 * a fate that this panel does not know; a `section` was written by nobody in the conversation.
 */
export type Provenance =
  | 'section'
  | 'original'
  | 'shortened'
  | 'condensed'
  | 'live'
  | 'repaired'
  | 'changed';

const FATE_PROVENANCE: Readonly<Record<string, Provenance>> = {
  sent: 'original',
  pinned: 'original',
  trimmed: 'shortened',
  evicted: 'shortened',
  summarised: 'shortened',
  deduplicated: 'shortened',
  expired: 'shortened',
  'not-selected': 'shortened',
};

export function provenanceOf({ kind, tier, decision }: ItemFacts): Provenance {
  if (kind === 'condensed') return 'condensed';
  if (decision.rule === 'ARCHIVE_SECTION') return 'section';
  if (tier === 'live') return 'live';
  if (kind === 'repair' || decision.rule === 'STRAY_RESULT_AS_TEXT') return 'repaired';
  return knownWords(FATE_PROVENANCE, decision.fate) ?? 'changed';
}

const TITLES: Readonly<Record<string, (seq: number | undefined) => string>> = {
  system: () => 'System text',
  tools: () => 'Tool definitions',
  condensed: () => 'Summary',
  repair: (seq) => (seq === undefined ? 'Added message' : `Added after #${seq}`),
  entry: (seq) => (seq === undefined ? 'Message' : `Message #${seq}`),
};

/**
 * A person's name for the item: its place for a message, its nature for everything else. Sections of
 * the live tier, and kinds that this panel does not know, go by their own kind and id.
 */
export function itemTitle({ id, kind, seq }: ItemFacts): string {
  const title = knownWords(TITLES, kind);
  if (title) return title(seq);
  if (isGenericKind(kind) || kind === id) return titleOfCode(id);
  return seq === undefined ? `${titleOfCode(kind)}: ${id}` : `${titleOfCode(kind)} #${seq}`;
}

/** A kind that says only which tier an item is in, so that the id has to tell it from the others. */
function isGenericKind(kind: string): boolean {
  return kind === 'live' || kind === 'section';
}

/** Names messages that are not sent: `14 messages summarised`, or those of another branch. */
export function rangeTitle({ fromSeq, toSeq, decision }: PlanRange): string {
  const messages = formatCount(toSeq - fromSeq, 'message');
  if (decision.rule === 'OTHER_BRANCH') return `${messages} of another branch`;
  return `${messages} ${fateWords(decision.fate)}`;
}

/** In the role column: who speaks, or what speaks for the library. */
export function roleWord({ id, kind, role }: Pick<ItemFacts, 'id' | 'kind' | 'role'>): string {
  if (kind === 'system' || kind === 'entry' || kind === 'repair') return role;
  if (kind === 'condensed') return 'summary';
  return wordsOfCode(isGenericKind(kind) ? id : kind);
}

/** The tiers that are sent, in send order. */
export const SEND_ORDER = [
  'system',
  'archive',
  'working',
  'live',
] as const satisfies readonly Exclude<Tier, 'headroom'>[];

const TIER_WORDS: Readonly<Record<string, Term>> = {
  system: { name: 'System', meaning: 'identity, rules and tools; always first and always whole' },
  archive: {
    name: 'Earlier',
    meaning:
      'what is known from before, the first task, what stands for older messages, and older messages still verbatim',
  },
  working: { name: 'Working', meaning: 'the recent messages, verbatim' },
  live: { name: 'Live', meaning: 'state rendered again for each request, at the end' },
  free: { name: 'Free', meaning: 'input budget that nothing fills' },
  headroom: {
    name: 'Headroom',
    meaning: 'kept free for the reply, tool results and counting errors',
  },
};

/** The name and meaning of a tier, or of `free` and `headroom`. */
export function tierWords(part: string): Term {
  return (
    knownWords(TIER_WORDS, part) ?? {
      name: titleOfCode(part),
      meaning: 'a tier that is newer than this panel',
    }
  );
}

/** The fate of an item or a range in one or two words. */
export const fateWords = wordsFrom({
  trimmed: 'shortened',
  evicted: 'out of context',
  deduplicated: 'duplicate',
});

/** Provenances of which a row says nothing: sent whole, or written by nobody and named by its role. */
const SENT_WHOLE: ReadonlySet<Provenance> = new Set(['original', 'section', 'live', 'condensed']);

/** A word beside an item that is not sent as it was written; `undefined` where it is. */
export function chipWord(item: ItemFacts): string | undefined {
  const provenance = provenanceOf(item);
  if (SENT_WHOLE.has(provenance)) return undefined;
  return provenance === 'changed' ? fateWords(item.decision.fate) : provenance;
}
