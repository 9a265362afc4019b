import type { DevtoolsState } from '../source/devtools-source.ts';
import type { StorageFacts } from '../source/storage-facts.ts';
import { knownWords } from './code-words.ts';
import { formatCount } from './format.ts';
import { storageWords } from './storage-words.ts';
import { isOfStorage, troubleTitle } from './trouble-titles.ts';

/** Something that a person can have done about a trouble. */
export type StoreAct = 'write-back' | 'try-again' | 'reload' | 'export';

/** A trouble of where the session is stored, with what to do about it. */
export interface StoreTrouble {
  readonly key: string;
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly title: string;
  /** The memory's own words: the event, and whether anything was lost. */
  readonly text: string;
  /** Each thing that it is about. */
  readonly details: readonly string[];
  readonly remedy: string;
  readonly acts: readonly StoreAct[];
}

type Words = Pick<StoreTrouble, 'severity' | 'remedy' | 'acts'>;

const TRIED_AGAIN: Words = {
  severity: 'error',
  remedy:
    'It is tried again by itself; once it works, nothing is owed any more. Keep this page open until then.',
  acts: ['try-again', 'export'],
};

const WORDS: Readonly<Record<string, Words>> = {
  STORE_UNAVAILABLE: {
    severity: 'error',
    remedy:
      'Keep this page open: the store is tried again by itself. Where it stays so, a private window, blocked site data or another tab of this site may be the cause.',
    acts: ['try-again', 'export'],
  },
  STORE_WRITE_FAILED: TRIED_AGAIN,
  NOT_STORED: TRIED_AGAIN,
  QUOTA_EXCEEDED: {
    severity: 'error',
    remedy:
      'Delete sessions that nobody needs, or free space on this device; what is owed is then stored by itself. Keep this page open until then.',
    acts: ['try-again', 'export'],
  },
  STORE_NEARLY_FULL: {
    severity: 'warning',
    remedy:
      'Nothing is missing yet. Delete or export sessions that nobody needs, before the browser refuses to write.',
    acts: ['export'],
  },
  OLDER_UNREAD: {
    severity: 'error',
    remedy:
      'They are still stored, and asked for again by whatever needs them. No context is sent without them.',
    acts: ['export'],
  },
  STORED_STATE_DAMAGED: {
    severity: 'warning',
    remedy:
      'What is damaged is left out; everything else is here and goes on. The file has all that can be read.',
    acts: ['export'],
  },
  STORE_RESET: {
    severity: 'error',
    remedy:
      'What only the store had is gone. Pages that still hold a session store it again by themselves.',
    acts: ['write-back', 'export'],
  },
  SESSION_CLEARED: {
    severity: 'error',
    remedy: 'Write it back; or, where it was deleted on purpose, close the page.',
    acts: ['write-back', 'export'],
  },
  STORED_AS_BRANCH: {
    severity: 'info',
    remedy:
      'The conversation goes on behind what the other tab said; the branch stays stored beside it.',
    acts: [],
  },
  STORE_NEWS_UNREAD: {
    severity: 'warning',
    remedy: 'This page shows what it knew before. Reload reads what is stored now.',
    acts: ['reload'],
  },
  STORE_CONFLICT: {
    severity: 'error',
    remedy: 'Export what was said here if it matters, then reload: the page shows what is stored.',
    acts: ['reload', 'export'],
  },
  STORE_CORRUPT: {
    severity: 'error',
    remedy:
      'What is stored is left as it is, and nothing is written over it. Export what this page holds.',
    acts: ['export'],
  },
  REDACTION_FAILED: {
    severity: 'error',
    remedy:
      'What could not be redacted is not written. The app’s `redact` has to be mended; export what this page holds before it closes.',
    acts: ['export'],
  },
  SCRATCHPAD_OUTDATED: {
    severity: 'info',
    remedy: 'The scratchpad begins anew; the stored one stays until it is written over.',
    acts: [],
  },
};

/** For a code that came later, of which nothing is known but that it is of storage. */
const NEWER: Words = {
  severity: 'warning',
  remedy: 'This panel is older than the memory and knows no more of it.',
  acts: ['export'],
};

const RANKS = { error: 0, warning: 1, info: 2 } as const;

/** Everything that is not as it should be with where the session is stored, worst first, each once. */
export function storeTroubles(
  state: Pick<DevtoolsState, 'problem' | 'degraded' | 'store'>,
  site?: StorageFacts,
): readonly StoreTrouble[] {
  const { problem, degraded, store } = state;
  // The error of a lasting trouble says the same once more.
  const isTold = degraded.some(({ code }) => code === problem?.code);
  const told = [...(problem && !isTold ? [problem] : []), ...degraded, ...nearlyFull(site)].filter(
    ({ code }) => isOfStorage(code),
  );
  const troubles = new Map<string, StoreTrouble>();
  for (const one of told) {
    const trouble = troubleOf(one, store.owed);
    if (!troubles.has(trouble.key)) troubles.set(trouble.key, trouble);
  }
  return [...troubles.values()].sort((left, right) => RANKS[left.severity] - RANKS[right.severity]);
}

/** No memory tells of it: it is read off the figures. */
function nearlyFull(site: StorageFacts | undefined): readonly Told[] {
  const words = site && storageWords(site);
  if (!words?.isNearlyFull) return [];
  return [{ code: 'STORE_NEARLY_FULL', message: `${words.usage}.` }];
}

function troubleOf({ code, message, details = [] }: Told, owed: number | undefined): StoreTrouble {
  const { severity, remedy, acts } = knownWords(WORDS, code) ?? NEWER;
  return {
    key: `${code}:${message}`,
    ...{ code, severity, details },
    acts: owed === 0 ? acts.filter((act) => !OWED_ACTS.has(act)) : acts,
    title:
      owed && OWING.has(code) ? `${troubleTitle(code)}: ${owedWords(owed)}` : troubleTitle(code),
    text: withoutDetails(message, details),
    remedy,
  };
}

/** Troubles because of which messages are owed. */
const OWING: ReadonlySet<string> = new Set([
  'STORE_WRITE_FAILED',
  'NOT_STORED',
  'QUOTA_EXCEEDED',
  'STORE_UNAVAILABLE',
]);

const OWED_ACTS: ReadonlySet<StoreAct> = new Set(['write-back', 'try-again']);

interface Told {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly string[];
}

/** `3 messages are owed` */
function owedWords(owed: number): string {
  return `${formatCount(owed, 'message')} ${owed === 1 ? 'is' : 'are'} owed`;
}

/** The sentences that stand in a list below are not told twice. */
function withoutDetails(message: string, details: readonly string[]): string {
  if (details.length === 0) return message;
  const rest = details.reduce((text, detail) => text.replace(detail, ''), message);
  return rest
    .replace(/\s{2,}/g, ' ')
    .replace(/:\s+(?=\p{Lu})/u, '. ')
    .trim();
}
