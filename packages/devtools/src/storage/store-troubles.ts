import type { DevtoolsState } from '../source/devtools-source.ts';
import type { StorageFacts } from '../source/storage-source.ts';
import { formatBytes, formatCount, formatShare, knownWords, titleOfCode } from '../words/format.ts';

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
      'What is damaged is left out; everything else is here and continues. The file has all that can be read.',
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
    remedy: 'The branch stays stored beside the conversation; move the head to its end to go back.',
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
      'What could not be redacted is not written. The app’s `redact` has to be fixed; export what this page holds before it closes.',
    acts: ['export'],
  },
  SCRATCHPAD_OUTDATED: {
    severity: 'info',
    remedy: 'The scratchpad starts over; the stored one stays until it is written over.',
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

/** Troubles of where a session is stored. */
const OF_STORAGE: Readonly<Record<string, string>> = {
  STORE_UNAVAILABLE: 'The store cannot be used',
  STORE_WRITE_FAILED: 'Something could not be stored',
  NOT_STORED: 'Something could not be stored',
  STORE_NEARLY_FULL: 'The store is nearly full',
  OLDER_UNREAD: 'Older messages could not be read',
  STORED_STATE_DAMAGED: 'Some of what was stored is damaged',
  STORE_RESET: 'The browser lost what was stored',
  SESSION_CLEARED: 'The stored session was deleted under this page',
  STORED_AS_BRANCH: 'What one tab said is stored as a branch',
  STORE_NEWS_UNREAD: 'What is stored by now could not be read',
  STORE_CONFLICT: 'Another tab went on with this session',
  STORE_CORRUPT: 'The stored session cannot be read',
  QUOTA_EXCEEDED: 'There is no room left for this site',
  REDACTION_FAILED: 'Nothing is stored while redaction fails',
  SCRATCHPAD_OUTDATED: 'The stored scratchpad is of an older shape',
};

/** All others. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  SUMMARIZER_FAILED: 'The summariser failed',
  SPENDING_LIMIT_REACHED: 'The limit on spending is reached',
  TOKENIZER_UNAVAILABLE: 'Tokens are estimated',
  COUNTER_FAILED: 'The provider could not be asked to count',
  EXCERPT_SENT: 'A message is sent as an excerpt',
  ID_REPEATED: 'An id of a message came again',
  BUDGET_STEPPED_DOWN: 'The provider takes less than the budget',
  FEATURE_FAILED: 'A feature was not ready',
  LIVE_OVER_SHARE: 'A live section is over its share',
  LIVE_NO_ROOM: 'A live section found too little room',
  LIVE_SECTION_FAILED: 'A live section could not be rendered',
};

/** Words that stand ahead in the codes of storage, also in those that came later. */
const STORAGE_CODE = /^(STORE|STORED|STORAGE|SESSION|QUOTA|DISK|PERSIST)/;

/** A trouble as a heading. One that came later is named by its code. */
export function troubleTitle(code: string): string {
  return knownWords({ ...ELSEWHERE, ...OF_STORAGE }, code) ?? titleOfCode(code);
}

/** Tells whether a trouble is told on the page Storage. */
export function isOfStorage(code: string): boolean {
  return Object.hasOwn(OF_STORAGE, code) || STORAGE_CODE.test(code);
}

/** From this share of the quota on, writes may soon be refused. */
const NEARLY_FULL = 0.8;

export function storageWords(facts: StorageFacts) {
  const { usageBytes, quotaBytes } = facts;
  const fill =
    usageBytes === undefined || quotaBytes === undefined || quotaBytes <= 0
      ? undefined
      : usageBytes / quotaBytes;
  return {
    /** `2.4 MB of 118 GB used, <0.1 %` */
    usage: usageWords(facts, fill),
    ...(fill === undefined ? {} : { fill: Math.min(1, fill) }),
    isNearlyFull: fill !== undefined && fill >= NEARLY_FULL,
    persistence: persistenceWords(facts),
  };
}

function usageWords({ usageBytes, quotaBytes, problem }: StorageFacts, fill?: number): string {
  if (usageBytes === undefined && quotaBytes === undefined) {
    const why = problem === undefined ? 'Pages without https are told nothing.' : problem;
    return `The browser does not say how much storage this site uses or may use. ${why}`;
  }
  if (usageBytes === undefined) {
    return `The browser does not say how much is used; ${formatBytes(quotaBytes ?? 0)} may be.`;
  }
  const used = `${formatBytes(usageBytes)} used`;
  if (quotaBytes === undefined) return `${used}; the browser does not say how much may be.`;
  const share = fill === undefined ? '' : `, ${formatShare(fill)}`;
  return `${formatBytes(usageBytes)} of ${formatBytes(quotaBytes)} used${share}`;
}

function persistenceWords({ isPersisted }: StorageFacts): string {
  if (isPersisted === undefined) return 'The browser does not say whether it keeps this storage.';
  return isPersisted
    ? 'Persisted: the browser does not clear it by itself.'
    : 'Not persisted: the browser may clear all of it when the device runs short of space.';
}
