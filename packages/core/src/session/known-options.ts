import { type KnownNames, refuseUnknown } from '../ground/errors/errors.ts';
import type { ScratchpadSchema } from '../live/scratchpad/scratchpad.ts';
import { isPlainObject } from '../message/plain-object.ts';
import type { SettingsChange } from '../state/settings.ts';
import type {
  AgentMemory,
  AgentMemoryOptions,
  AppendOptions,
  ArchivedOptions,
  AssembleOptions,
  EntryRange,
  MoveHeadOptions,
  PlanOptions,
  ReconcileOptions,
  SignalOption,
} from './agent-memory.ts';
import type { InitialMessages } from './append/initial-messages.ts';

/**
 * The options of `createAgentMemory`, by their names; for a package that passes them on with some of
 * its own.
 *
 * @example
 * const OPTIONS = { ...MEMORY_OPTIONS, onError: true } as const;
 * refuseUnknown({ id: 'support' }, OPTIONS);
 */
export const MEMORY_OPTIONS = {
  id: true,
  user: true,
  system: true,
  contextWindow: true,
  budget: true,
  tools: true,
  store: true,
  whenNotStored: true,
  summarizer: true,
  spending: true,
  model: true,
  tokenCounter: true,
  policy: true,
  compaction: true,
  toolHints: true,
  contextCounter: true,
  livePlacement: true,
  scratchpad: true,
  initialMessages: true,
  redact: true,
  features: true,
  clock: true,
  createId: true,
} as const satisfies KnownNames<AgentMemoryOptions>;

const SCRATCHPAD = { schema: true, initial: true } as const satisfies KnownNames<
  ScratchpadSchema<unknown>
>;

const INITIAL_MESSAGES = { format: true, messages: true } as const satisfies KnownNames<
  Exclude<InitialMessages, readonly unknown[]>
>;

/**
 * Refuses options of a memory that there are not; those of the budget, of compaction and of hints are
 * refused where they are read.
 *
 * @throws InvalidOptionError naming the option, and the nearest known one.
 */
export function refuseUnknownOptions(options: AgentMemoryOptions): void {
  refuseUnknown(options, MEMORY_OPTIONS);
  // Nothing at all is refused by the check of `id`.
  const { scratchpad, initialMessages } = options ?? {};
  refuseUnknown(scratchpad, SCRATCHPAD, 'scratchpad');
  // The session says when it begins whether they can be read at all.
  if (!isPlainObject(initialMessages)) return;
  refuseUnknown(initialMessages, INITIAL_MESSAGES, 'initialMessages');
}

const SIGNAL = { signal: true } as const satisfies KnownNames<SignalOption>;
const ARCHIVED = { signal: true, call: true } as const satisfies KnownNames<ArchivedOptions>;
const FORMAT = { format: true, signal: true } as const satisfies KnownNames<AssembleOptions>;
const OVERFLOW = { ...FORMAT, error: true } as const satisfies KnownNames<
  NonNullable<Parameters<AgentMemory['onOverflow']>[0]>
>;
const APPEND = {
  format: true,
  after: true,
  isDraft: true,
  signal: true,
} as const satisfies KnownNames<AppendOptions>;
const RECONCILE = { ...APPEND, isEarlier: true } as const satisfies KnownNames<ReconcileOptions>;
const MOVE = { signal: true, asOf: true } as const satisfies KnownNames<MoveHeadOptions>;
const RANGE = { fromSeq: true, toSeq: true } as const satisfies KnownNames<EntryRange>;
const PLAN = { liveHosts: true } as const satisfies KnownNames<PlanOptions>;
const SETTINGS = {
  budget: true,
  model: true,
  policy: true,
  compaction: true,
  toolHints: true,
} as const satisfies KnownNames<SettingsChange>;

type Names = Readonly<Record<string, true>>;

/** An argument that is no options object: whatever it holds is right. */
const ANYTHING = undefined;

/** The calls that take options, with the names that each of their arguments may have. */
const CALLS: { readonly [Name in keyof AgentMemory]?: readonly (Names | undefined)[] } = {
  entries: [RANGE],
  plan: [PLAN],
  append: [ANYTHING, APPEND],
  reconcile: [ANYTHING, RECONCILE],
  moveHead: [ANYTHING, MOVE],
  loadOlder: [SIGNAL],
  messages: [FORMAT],
  assemble: [FORMAT],
  reload: [SIGNAL],
  compact: [SIGNAL],
  previewCompaction: [SIGNAL],
  undoCompaction: [ANYTHING, SIGNAL],
  archived: [ARCHIVED],
  onOverflow: [OVERFLOW],
  reportUsage: [ANYTHING, SIGNAL],
  patchScratchpad: [ANYTHING, SIGNAL],
  configure: [SETTINGS, SIGNAL],
  writeBack: [SIGNAL],
  stateAt: [ANYTHING, SIGNAL],
  remedies: [ANYTHING, SIGNAL],
};

/** The calls that answer at once. */
const AT_ONCE = ['entries', 'plan'];

type Call = (...given: readonly unknown[]) => unknown;

/**
 * Makes the calls of a memory refuse options that there are not: those that answer at once throw, the
 * others reject.
 * It changes the memory that it is given, and gives it back.
 */
export function refusingUnknown<Memory extends object>(memory: Memory): Memory {
  const calls: object = memory;
  for (const [name, known] of Object.entries(CALLS)) {
    Reflect.set(calls, name, checked(name, known, Reflect.get(calls, name)));
  }
  return memory;
}

function checked(name: string, known: readonly (Names | undefined)[], call: Call): Call {
  return (...given) => {
    try {
      for (const [at, names] of known.entries()) if (names) refuseUnknown(given[at], names, name);
    } catch (error) {
      if (AT_ONCE.includes(name)) throw error;
      return Promise.reject(error);
    }
    return call(...given);
  };
}
