import {
  type Entry,
  estimatingCounter,
  type HistoryRecord,
  InvalidMessageError,
  type Message,
  type Overlays,
  type StoredSession,
} from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import {
  createMeasurer,
  eachInSteps,
  runToEnd,
  type Steps,
  wholeSessions,
} from '@agent-memory/core/internal';
import { SessionFileError } from '../session-errors.ts';
import { type FiledSession, readingFiledSession, refuseFile } from './check-session-file.ts';
import { toJsonValue } from './json-values.ts';
import { unknownEntryIn } from './unknown-entry.ts';

/**
 * A session as a file: plain JSON, to be kept, sent or read elsewhere. It holds everything that the
 * store holds, originals of every branch included, and nothing is encrypted.
 */
export interface SessionFile {
  readonly format: 'agent-memory-session';
  readonly version: 1;
  /** Milliseconds since 1970. */
  readonly exportedAtMs: number;
  /** The session; what it holds is for this library to read. */
  readonly session: Readonly<Record<string, unknown>>;
  /** Proves who exported it, and that nothing in it was changed; for this library to read. */
  readonly seal?: Readonly<Record<string, unknown>>;
}

/** @throws SessionFileError naming what no file can say, such as a function in the scratchpad. */
export function* filingSession(stored: StoredSession, exportedAtMs: number): Steps<SessionFile> {
  const { info, entries, headId, system, compactions, parts } = stored;
  // Damage on a disk can leave others, and no file with them could be read.
  const { overlays, settingsKey } = wholeSessions.fittingOverlays(stored);
  const history = yield* knownHistory(stored);
  yield;
  const { id, createdAtMs, updatedAtMs, title } = info;
  const session = {
    id,
    createdAtMs,
    updatedAtMs,
    ...(title !== undefined && { title }),
    ...(system !== undefined && { system }),
    ...(headId !== undefined && { headId }),
    overlays: { ...overlays, entries: [...overlays.entries.values()] },
    settingsKey,
    ...('scratchpad' in stored && { scratchpad: stored.scratchpad }),
    ...(parts.size > 0 && { parts: [...parts].map(([name, value]) => ({ name, value })) }),
  };
  const refuse = (field: string, problem: string): never => {
    throw new SessionFileError(field, problem, 'export');
  };
  // The lists that grow with a session: an item of theirs a step.
  const lists = { entries, compactions, ...(history.length > 0 && { history }) };
  const filed: Record<string, readonly unknown[]> = {};
  for (const [name, items] of Object.entries(lists)) {
    filed[name] = yield* eachInSteps<unknown, unknown>(items, (item, index) =>
      toJsonValue(item, `session.${name}.${index}`, refuse),
    );
  }
  return {
    format: 'agent-memory-session',
    version: 1,
    exportedAtMs,
    session: { ...(toJsonValue(session, 'session', refuse) as SessionFile['session']), ...filed },
  };
}

/**
 * The history from behind the newest record that speaks of entries which there are not: damage on a disk
 * can leave one, and no file with it could be read.
 */
function* knownHistory({ entries, history }: StoredSession): Steps<readonly HistoryRecord[]> {
  const entryIds = new Set<string>();
  for (const [index, { id }] of entries.entries()) {
    if (index % wholeSessions.TURNS_PER_STEP === 0) yield;
    entryIds.add(id);
  }
  for (const [behind, record] of history.toReversed().entries()) {
    yield;
    const isUnknown = unknownEntryIn(record, entryIds) !== undefined;
    if (isUnknown) return history.slice(history.length - behind);
  }
  return history;
}

/** A list of sessions shows titles; a longer one is no title. */
const LONGEST_TITLE = 1_000;

/**
 * The session that a file holds, looked at field by field, in steps: what a store would give for it.
 *
 * - Token figures of a file are not believed: entries and what left are estimated again.
 * - Its system text is left out. What the model is told first is for the app to say, and never for a
 *   file that somebody else may have written.
 * - A title is cut after 1,000 characters.
 *
 * @throws SessionFileError naming the field at fault.
 */
export function* readingSessionFile(file: unknown): Steps<StoredSession> {
  const session = yield* readingFiledSession(file);
  const { id, createdAtMs, updatedAtMs, title, headId, settingsKey, compactions } = session;
  const measurer = createMeasurer(estimatingCounter, undefined, wholeSessions.providerMedia);
  const entries = yield* entriesOf(session, measurer);
  const path = yield* pathOfFile(session, entries);
  const info = { id, createdAtMs, updatedAtMs, entries: entries.length };
  return {
    info: title === undefined ? info : { ...info, title: shortTitle(title) },
    entries,
    ...(headId !== undefined && { headId }),
    overlays: overlaysOf(session, entries, path),
    settingsKey,
    ...('scratchpad' in session && { scratchpad: session.scratchpad }),
    compactions,
    history: historyOf(session, new Set(entries.map((entry) => entry.id))),
    parts: partsOf(session),
  };
}

function shortTitle(title: string): string {
  // No half of a character is left at the end.
  return title.slice(0, LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, '');
}

function* entriesOf(
  { entries }: FiledSession,
  measurer: wholeSessions.Measurer,
): Steps<readonly Entry[]> {
  const read: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    const message = yield* readingMessage(entry.message, `session.entries.${index}.message`);
    read.push({ ...entry, message, tokens: yield* measurer.messageInSteps(message) });
    yield;
  }
  return read;
}

function* readingMessage(message: unknown, field: string): Steps<Message> {
  try {
    return parseMessage(yield* wholeSessions.preparedMessage(message, { holds: 'data' }));
  } catch (error) {
    if (!(error instanceof InvalidMessageError)) throw error;
    const fault = wholeSessions.messageFaultAt(field, error);
    return refuseFile(fault.field, fault.problem);
  }
}

/** The records of a file, each looked at more closely than for its kinds of fields. */
function historyOf(
  { history = [] }: FiledSession,
  entryIds: ReadonlySet<string>,
): readonly HistoryRecord[] {
  const [first] = history;
  return history.map((record, offset) => {
    const field = `session.history.${offset}`;
    if (first && record.index !== first.index + offset) {
      refuseFile(`${field}.index`, 'does not follow the one before it');
    }
    const unknown = unknownEntryIn(record, entryIds);
    if (unknown) refuseFile(`${field}.${unknown.field}`, unknown.problem);
    if (record.kind !== 'context' || !record.changed.live) return record;
    const { live } = record.changed;
    const items = live.items.map((item, index) => {
      const place = `${field}.changed.live.items.${index}.message`;
      return { ...item, message: runToEnd(readingMessage(item.message, place)) };
    });
    return { ...record, changed: { ...record.changed, live: { ...live, items } } };
  });
}

function partsOf({ parts = [] }: FiledSession): ReadonlyMap<string, unknown> {
  const named = new Map<string, unknown>();
  for (const [index, { name, value }] of parts.entries()) {
    if (named.has(name)) refuseFile(`session.parts.${index}.name`, 'is that of an earlier part');
    named.set(name, value);
  }
  return named;
}

/** The entries from the start to where the conversation ends; all of them make one tree. */
function* pathOfFile({ headId }: FiledSession, entries: readonly Entry[]): Steps<readonly Entry[]> {
  const known = new Map<string | null, Entry>();
  for (const [place, entry] of entries.entries()) {
    if (place % wholeSessions.TURNS_PER_STEP === wholeSessions.TURNS_PER_STEP - 1) yield;
    const fault = wholeSessions.entryFault(place, entry, known);
    if (fault) refuseFile(`session.entries.${place}`, fault);
    known.set(entry.id, entry);
  }
  const head = headId === undefined ? (entries.at(-1)?.id ?? null) : headId;
  if (head !== null && !known.has(head)) refuseFile('session.headId', 'is the id of no entry');
  const path: Entry[] = [];
  for (let entry = known.get(head); entry; entry = known.get(entry.parentId)) {
    if (path.length % wholeSessions.TURNS_PER_STEP === wholeSessions.TURNS_PER_STEP - 1) yield;
    path.push(entry);
  }
  return path.reverse();
}

/** Overlays that no compaction can have made would break the context, not only shorten it. */
function overlaysOf(
  { overlays: filed, headId }: FiledSession,
  entries: readonly Entry[],
  path: readonly Entry[],
): Overlays {
  const overlaid = new Map(filed.entries.map((overlay) => [overlay.seq, overlay]));
  const overlays = { ...filed, entries: overlaid };
  const isTwice = overlaid.size < filed.entries.length;
  const fault = isTwice
    ? 'a message is shortened twice'
    : wholeSessions.overlaysFault(entries, overlays, headId);
  if (fault !== undefined) refuseFile('session.overlays', `do not fit: ${fault}`);
  return measuredAnew(overlays, path);
}

/** The ranges that left, with the figures that their entries have now. */
function measuredAnew(overlays: Overlays, path: readonly Entry[]): Overlays {
  const ranges = overlays.ranges.map((range) => {
    const tokens = tokensOf(path.slice(range.fromSeq, range.toSeq));
    return { ...range, tokens, source: 'estimated' as const };
  });
  const { condensed, ...rest } = { ...overlays, ranges };
  if (!condensed) return rest;
  const coveredTokens = ranges.reduce((sum, { tokens }) => sum + tokens, 0);
  return { ...rest, condensed: { ...condensed, coveredTokens } };
}

function tokensOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { tokens }) => sum + tokens.value, 0);
}
