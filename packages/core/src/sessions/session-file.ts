import { faultOf } from '../compaction/check-compaction.ts';
import { preparedMessage } from '../conversation/prepared-message.ts';
import { InvalidMessageError } from '../errors/errors.ts';
import { messageFaultAt } from '../errors/problem-of.ts';
import { SessionFileError } from '../errors/session-errors.ts';
import { parseMessage } from '../formats/parse-message.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import { unknownEntryIn } from '../history/unknown-entry.ts';
import type { Message } from '../message/message.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { eachInSteps, runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { fittingOverlays } from '../storage/fitting-overlays.ts';
import type { StoredSession } from '../storage/memory-store.ts';
import { entryFault } from '../storage/stored-transcript.ts';
import { estimatingCounter } from '../tokens/estimate-tokens.ts';
import { createMeasurer, type Measurer } from '../tokens/measurer.ts';
import { providerMedia } from '../tokens/media-tokens.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { openedTranscript, openingTranscript } from '../transcript/transcript-at.ts';
import type { EntryOverlay, Overlays } from '../view/overlay.ts';
import { layingOut } from '../view/view.ts';
import { checkingSessionShape, type FiledSession } from './check-session-file.ts';
import { historyOfFile } from './filed-history.ts';
import { fromJsonValue, toJsonValue } from './json-values.ts';

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
}

/** @throws SessionFileError naming what no file can say, such as a function in the scratchpad. */
export function sessionFileOf(stored: StoredSession, exportedAtMs: number): SessionFile {
  return runToEnd(filingSession(stored, exportedAtMs));
}

/** The same in steps. */
export function* filingSession(stored: StoredSession, exportedAtMs: number): Steps<SessionFile> {
  const { info, entries, headId, system, compactions, parts } = stored;
  // Damage on a disk can leave others, and no file with them could be read.
  const { overlays, settingsKey } = fittingOverlays(stored);
  const history = yield* knownHistory(stored);
  yield;
  const { id, createdAtMs, updatedAtMs, title } = info;
  const session = {
    id,
    createdAtMs,
    updatedAtMs,
    ...(title !== undefined && { title }),
    ...(system !== undefined && { system }),
    entries: [],
    ...(headId !== undefined && { headId }),
    overlays: { ...overlays, entries: [...overlays.entries.values()] },
    settingsKey,
    ...('scratchpad' in stored && { scratchpad: stored.scratchpad }),
    compactions: [],
    ...(history.length > 0 && { history: [] }),
    ...(parts.size > 0 && { parts: [...parts].map(([name, value]) => ({ name, value })) }),
  };
  const refuse = (field: string, problem: string): never => {
    throw new SessionFileError(field, problem, 'export');
  };
  return {
    format: 'agent-memory-session',
    version: 1,
    exportedAtMs,
    session: {
      ...(toJsonValue(session, 'session', refuse) as SessionFile['session']),
      ...(yield* filedLists({ entries, compactions, history }, (item, field) =>
        toJsonValue(item, field, refuse),
      )),
    },
  };
}

/**
 * The history from behind the newest record that speaks of entries which there are not: damage on a disk
 * can leave one, and no file with it could be read.
 */
function* knownHistory({ entries, history }: StoredSession): Steps<readonly HistoryRecord[]> {
  const entryIds = new Set<string>();
  for (const [index, { id }] of entries.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    entryIds.add(id);
  }
  for (const [behind, record] of history.toReversed().entries()) {
    yield;
    const isUnknown = unknownEntryIn(record, entryIds) !== undefined;
    if (isUnknown) return history.slice(history.length - behind);
  }
  return history;
}

type Lists = Readonly<Record<'entries' | 'compactions' | 'history', readonly unknown[]>>;

/** The lists of a session that grow with it, an item at a time; of an empty history none. */
function* filedLists(
  { history, ...lists }: Lists,
  convert: (item: unknown, field: string) => unknown,
): Steps<Partial<Lists>> {
  const converted: Partial<Record<keyof Lists, readonly unknown[]>> = {};
  for (const [name, items] of Object.entries({
    ...lists,
    ...(history.length > 0 && { history }),
  })) {
    converted[name as keyof Lists] = yield* eachInSteps(items, (item, index) =>
      convert(item, `session.${name}.${index}`),
    );
  }
  return converted;
}

/** A list of sessions shows titles; a longer one is no title. */
const LONGEST_TITLE = 1_000;

/**
 * The session that a file holds, looked at field by field, in steps: what a store would give for it.
 *
 * - Token figures of a file are not believed: entries and what left are estimated anew.
 * - Its system text is left out. What the model is told first is for the app to say, and never for a
 *   file that somebody else may have written.
 * - A title is cut after 1,000 characters.
 *
 * @throws SessionFileError naming the field at fault.
 */
export function* readingSessionFile(file: unknown): Steps<StoredSession> {
  const session = yield* checkingSessionShape(yield* readingJson(file));
  const { id, createdAtMs, updatedAtMs, title, headId, settingsKey, compactions } = session;
  const measurer = createMeasurer(estimatingCounter, undefined, providerMedia);
  const entries = yield* entriesOf(session, measurer);
  const transcript = yield* transcriptOfFile(session, entries);
  const info = { id, createdAtMs, updatedAtMs, entries: entries.length };
  return {
    info: title === undefined ? info : { ...info, title: shortTitle(title) },
    entries,
    ...(headId !== undefined && { headId }),
    overlays: yield* overlaysOf(session, transcript, measurer),
    settingsKey,
    ...('scratchpad' in session && { scratchpad: session.scratchpad }),
    compactions,
    history: historyOfFile(session.history ?? [], {
      entryIds: new Set(entries.map((entry) => entry.id)),
      readMessage,
      refuse: refuseFile,
    }),
    parts: partsOf(session),
  };
}

/** The values that a file's JSON stands for; of a session's long lists an item at a time. */
function* readingJson(file: unknown): Steps<unknown> {
  const { session } = (isPlainObject(file) ? file : {}) as { readonly session?: unknown };
  const lists = isPlainObject(session)
    ? Object.entries(session).filter(([name, items]) => isLongList(name, items))
    : [];
  if (lists.length === 0) return fromJsonValue(file, 'file', refuseFile);
  const empty = Object.fromEntries(lists.map(([name]) => [name, []]));
  const rest = { ...(file as object), session: { ...(session as object), ...empty } };
  const read = fromJsonValue(rest, 'file', refuseFile) as { readonly session: object };
  const found: Record<string, unknown> = {};
  for (const [name, items] of lists) {
    found[name] = yield* eachInSteps(items as readonly unknown[], (item, index) =>
      fromJsonValue(item, `file.session.${name}.${index}`, refuseFile),
    );
  }
  return { ...read, session: { ...read.session, ...found } };
}

function isLongList(name: string, items: unknown): boolean {
  return ['entries', 'compactions', 'history'].includes(name) && Array.isArray(items);
}

function refuseFile(field: string, problem: string): never {
  throw new SessionFileError(field.replace(/^file\./, ''), problem);
}

function shortTitle(title: string): string {
  // No half of a character is left at the end.
  return title.slice(0, LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, '');
}

function* entriesOf({ entries }: FiledSession, measurer: Measurer): Steps<readonly Entry[]> {
  const read: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    const message = yield* readingMessage(entry.message, `session.entries.${index}.message`);
    read.push({ ...entry, message, tokens: yield* measurer.messageInSteps(message) });
    yield;
  }
  return read;
}

function readMessage(message: unknown, field: string): Message {
  return runToEnd(readingMessage(message, field));
}

function* readingMessage(message: unknown, field: string): Steps<Message> {
  try {
    return parseMessage(yield* preparedMessage(message, 'openai'));
  } catch (error) {
    if (!(error instanceof InvalidMessageError)) throw error;
    const fault = messageFaultAt(field, error);
    return refuseFile(fault.field, fault.problem);
  }
}

function partsOf({ parts = [] }: FiledSession): ReadonlyMap<string, unknown> {
  const named = new Map<string, unknown>();
  for (const [index, { name, value }] of parts.entries()) {
    if (named.has(name)) refuseFile(`session.parts.${index}.name`, 'is that of an earlier part');
    named.set(name, value);
  }
  return named;
}

function* transcriptOfFile({ headId }: FiledSession, entries: readonly Entry[]): Steps<Transcript> {
  const known = new Map<string | null, Entry>();
  for (const [place, entry] of entries.entries()) {
    if (place % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const fault = entryFault(place, entry, known);
    if (fault) refuseFile(`session.entries.${place}`, fault);
    known.set(entry.id, entry);
  }
  const head = headId === undefined ? (entries.at(-1)?.id ?? null) : headId;
  if (head !== null && !known.has(head)) refuseFile('session.headId', 'is the id of no entry');
  yield* openingTranscript({ entries, headId: head });
  return openedTranscript({ entries, headId: head });
}

/** Overlays that no compaction can have made would break the context, not only shorten it. */
function* overlaysOf(
  { overlays: filed }: FiledSession,
  transcript: Transcript,
  measurer: Measurer,
): Steps<Overlays> {
  const entries = new Map<number, EntryOverlay>();
  for (const [index, overlay] of filed.entries.entries()) {
    const { seq } = overlay;
    const isFree = seq < transcript.length && !entries.has(seq);
    const hasLeft = filed.ranges.some(({ fromSeq, toSeq }) => seq >= fromSeq && seq < toSeq);
    if (!isFree || hasLeft)
      refuseFile(`session.overlays.entries.${index}.seq`, 'has no such entry');
    entries.set(seq, overlay);
  }
  if (filed.ranges.some(({ toSeq }) => toSeq > transcript.length)) {
    refuseFile('session.overlays.ranges', 'reach behind the last entry');
  }
  const overlays = measuredAnew({ ...filed, entries }, transcript);
  const view = yield* layingOut(transcript, overlays, measurer);
  const fault = faultOf(transcript, overlays, view, []);
  return fault === undefined ? overlays : refuseFile('session.overlays', `do not fit: ${fault}`);
}

/** The ranges that left, with the figures that their entries have now. */
function measuredAnew(overlays: Overlays, { log }: Transcript): Overlays {
  const ranges = overlays.ranges.map((range) => {
    const tokens = tokensOf(log.slice(range.fromSeq, range.toSeq));
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
