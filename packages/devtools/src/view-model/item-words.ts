import type { Fate, Role, SentTier, Tier } from '@agent-memory/core';
import type { ItemFacts } from '../source/plan-facts.ts';

/** Whether what is sent is what was written. */
export type Provenance = 'original' | 'shortened' | 'condensed' | 'live' | 'mended';

export function provenanceOf(item: ItemFacts): Provenance {
  if (item.kind === 'condensed') return 'condensed';
  if (item.tier === 'live') return 'live';
  if (item.kind === 'repair' || item.decision.rule === 'STRAY_RESULT_AS_TEXT') return 'mended';
  return item.decision.fate === 'sent' || item.decision.fate === 'pinned'
    ? 'original'
    : 'shortened';
}

/** What a person calls the item: its place for a message, its nature for everything else. */
export function itemTitle(item: ItemFacts): string {
  switch (item.kind) {
    case 'system':
      return 'System text';
    case 'tools':
      return 'Tool definitions';
    case 'condensed':
      return 'Condensed messages';
    case 'scratchpad':
      return 'Scratchpad';
    case 'repair':
      return item.seq === undefined ? 'Added message' : `Added after #${item.seq}`;
    case 'entry':
      return item.seq === undefined ? 'Message' : `Message #${item.seq}`;
    default:
      return neverKind(item.kind);
  }
}

function neverKind(kind: never): never {
  throw new TypeError(`A plan item of unknown kind: ${String(kind)}`);
}

/** What stands in the role column: who speaks, or what speaks for the library. */
export function roleWord(kind: ItemFacts['kind'], role: Role): string {
  if (kind === 'condensed' || kind === 'scratchpad' || kind === 'tools') return kind;
  return role;
}

/** The tiers that are sent, in send order. */
export const SEND_ORDER = [
  'system',
  'archive',
  'working',
  'live',
] as const satisfies readonly SentTier[];

export const TIER_WORDS: Readonly<Record<Tier | 'free', { name: string; meaning: string }>> = {
  system: { name: 'System', meaning: 'identity, rules and tools; always first and always whole' },
  archive: {
    name: 'Archive',
    meaning: 'the first task, what stands for older messages, and older messages still verbatim',
  },
  working: { name: 'Working', meaning: 'the recent messages, verbatim' },
  live: { name: 'Live', meaning: 'state rendered anew for each request, at the end' },
  free: { name: 'Free', meaning: 'input budget that nothing fills' },
  headroom: {
    name: 'Headroom',
    meaning: 'kept free for the reply, tool results and counting errors',
  },
};

export const FATE_WORDS: Readonly<Record<Fate, string>> = {
  sent: 'sent',
  pinned: 'pinned',
  trimmed: 'trimmed',
  summarised: 'summarised',
  evicted: 'evicted',
  'not-selected': 'not selected',
  deduplicated: 'duplicate',
  expired: 'expired',
};
