import type { CacheReport } from '@agent-memory/core';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatWhole } from './format.ts';

type CacheBreakCause = NonNullable<CacheReport['firstChange']>['cause'];

/** One stretch of the context as a prompt cache sees it. */
export interface CachePart {
  readonly part: 'kept' | 'lost' | 'new';
  readonly tokens: number;
  /** Share of all three together, 0…1. */
  readonly share: number;
}

/** The part of the newest context that a provider's prompt cache can use, ready to read. */
export interface CacheWords {
  readonly parts: readonly CachePart[];
  /** `412 kept · 1,190 lost · 386 new` */
  readonly figures: string;
  /** The reason why the common start ends where it does. */
  readonly cause?: string;
  /** The first item that is not as it was; absent where all that was sent before stands. */
  readonly changedItemId?: string;
}

const CAUSE_WORDS: Readonly<Record<string, string>> = {
  'first-call': 'the first call of this session',
  appended: 'only new messages behind it',
  live: 'live state changed',
  system: 'the system text changed',
  tools: 'the tool definitions changed',
  settings: 'settings changed',
  compaction: 'a compaction',
  undo: 'an undo',
  repair: 'what mends the conversation changed',
  edit: 'earlier messages are not the same any more',
};

/** Says what of the context before stands at the start of this one, and what ended it. */
export function describeCache({
  keptTokens,
  lostTokens,
  newTokens,
  firstChange,
}: CacheReport): CacheWords {
  const all = Math.max(1, keptTokens + lostTokens + newTokens);
  const part = (name: CachePart['part'], tokens: number): CachePart => ({
    part: name,
    tokens,
    share: tokens / all,
  });
  const parts = [part('kept', keptTokens), part('lost', lostTokens), part('new', newTokens)];
  const figures = parts.map(({ part: name, tokens }) => `${formatWhole(tokens)} ${name}`);
  return {
    parts,
    figures: figures.join(' · '),
    ...(firstChange && { cause: causeWords(firstChange.cause) }),
    ...(firstChange && hasChanged(firstChange.cause) && { changedItemId: firstChange.itemId }),
  };
}

function causeWords(cause: string): string {
  return knownWords(CAUSE_WORDS, cause) ?? wordsOfCode(cause);
}

function hasChanged(cause: CacheBreakCause): boolean {
  return cause !== 'first-call' && cause !== 'appended';
}
