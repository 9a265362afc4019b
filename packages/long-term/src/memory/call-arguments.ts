import * as check from '../platform/check-argument.ts';
import { MEMORY_KINDS, MEMORY_TYPES, RECORD_SOURCES } from '../records/record-names.ts';
import type {
  CallOptions,
  ConfirmOptions,
  EraseOptions,
  ExportOptions,
  ImportOptions,
  ListFilter,
  ListOptions,
  MemoryFilter,
  MemoryQuery,
  ReleaseOptions,
  SessionSummaryDraft,
} from './long-term-memory.ts';

const CALL: check.Checks<CallOptions> = { signal: check.aSignal };
const LISTING: check.Checks<ListOptions> = { ...CALL, limit: check.aLimit, after: check.aText };
const CONFIRMING: check.Checks<ConfirmOptions> = { ...CALL, by: check.aName };
const RELEASING: check.Checks<ReleaseOptions> = {
  ...CONFIRMING,
  as: check.oneOf(['reference', 'claim']),
};
const IMPORTING: check.Checks<ImportOptions> = {
  ...CALL,
  from: check.oneOf(['backup', 'outside']),
  passphrase: check.aName,
};
const EXPORTING: check.Checks<ExportOptions> = { ...CALL, passphrase: check.aName };
const ERASING: check.Checks<EraseOptions> = { ...CALL, includeSources: check.aFlag };

/** The options of calls that take more than a signal. */
const OPTIONS: Readonly<Record<string, check.Checks<check.Fields>>> = {
  list: LISTING,
  audit: LISTING,
  'quarantine.list': LISTING,
  verify: CONFIRMING,
  'quarantine.erase': CONFIRMING,
  'quarantine.release': RELEASING,
  importLines: IMPORTING,
  exportLines: EXPORTING,
  erase: ERASING,
};

const FILTER: check.Checks<MemoryFilter> = {
  namespaces: check.listOf(),
  types: check.listOf(MEMORY_TYPES),
  kinds: check.listOf(MEMORY_KINDS),
  sources: check.listOf(RECORD_SOURCES),
  fromMs: check.aNumber,
  toMs: check.aNumber,
};
const LIST: check.Checks<ListFilter> = { ...FILTER, subject: check.aText, keyPrefix: check.aText };
const QUERY: check.Checks<MemoryQuery> = {
  ...FILTER,
  text: check.aText,
  limit: check.aLimit,
  maxTokens: check.aNumber,
  minScore: check.aNumber,
  countsAsUse: check.aFlag,
};
/** The rest is checked as a draft. */
const SUMMARY: check.Checks<SessionSummaryDraft> = {
  sessionId: check.aName,
  text: check.anything,
  type: check.anything,
  evidence: check.anything,
  metadata: check.anything,
  source: check.anything,
};

/** The objects that calls are about, with the one field that each needs. */
const ABOUT = {
  list: [LIST],
  asOf: [FILTER],
  retrieve: [QUERY, 'text'],
  startOf: [{ task: check.aText, limit: check.aLimit }, 'task'],
  summarizeSession: [SUMMARY, 'sessionId'],
} as const;
const KEY = { key: check.aName, namespace: check.aName };
const TARGET = { id: check.aName, ...KEY, everything: check.anything };

/**
 * Arguments of calls, looked at before check.anything is done with them: a slip in a filter or a target
 * must not stand for everything. Each throws InvalidOptionError, which the call rejects with.
 */
export function checkOptions(options: unknown, call: string): void {
  check.checkFields(options, OPTIONS[call] ?? CALL, call);
}

export function checkAbout(about: unknown, call: keyof typeof ABOUT): void {
  const [checks, ...needed] = ABOUT[call];
  check.checkFields(about, checks, call, needed);
}

export function checkRef(ref: unknown, call: string): void {
  const place = `${call}.ref`;
  if (typeof ref === 'string' && ref !== '') return;
  if (typeof ref !== 'object' || ref === null || !('key' in ref)) {
    throw check.invalid(
      place,
      'must be the id of a record as a text, or `{ key, namespace? }`',
      ref,
    );
  }
  check.checkFields(ref, KEY, place, ['key']);
}

/**
 * One target and no other: whatever cannot be understood erases nothing [LTM-8]. A name that is there
 * without a value counts: `{ key: undefined, namespace }` is not meant for the whole namespace.
 */
export function checkTarget(target: unknown): void {
  if (typeof target === 'string') {
    const problem = 'must say what is meant: `{ id }` for one record; nothing was erased';
    throw check.invalid('target', problem, target);
  }
  const fields = check.objectOf(target, 'target');
  const given = Object.keys(TARGET).filter((name) => name in fields);
  const isOne =
    given.length === 1 || (given.length === 2 && 'key' in fields && 'namespace' in fields);
  if (!isOne) {
    const problem =
      'must be one of `{ id }`, `{ key, namespace? }`, `{ namespace }`, `{ everything: true }`; nothing was erased';
    throw check.invalid('target', problem, target);
  }
  check.checkFields(target, TARGET, 'target', given);
  if (given[0] === 'everything' && fields.everything !== true) {
    throw check.invalid(
      'target.everything',
      'must be `true`; nothing was erased',
      fields.everything,
    );
  }
}
