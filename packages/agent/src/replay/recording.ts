import {
  type CompactionRecord,
  type Entry,
  type HistoryRecord,
  InvalidOptionError,
  inMemoryStore,
  type Message,
  type StoredSession,
  StoreUnavailableError,
  type Summary,
  type TokenBudget,
} from '@agent-memory/core';
import type { FormatChoice } from '@agent-memory/core/formats';
import { checkOption, isPlainObject, readMessages, summaries } from '@agent-memory/core/internal';
import { type SessionFile, sessionCatalog } from '@agent-memory/sessions';

/** A recorded list of messages, with the format that they are in; default `openai`. */
export interface RecordedMessages {
  readonly messages: readonly unknown[];
  readonly format?: FormatChoice;
  /** Names the session in its plans. Default `replay`. */
  readonly id?: string;
  /** Words, or the list of text blocks of a request to Anthropic. Default: none. */
  readonly system?: string | readonly { readonly text: string }[];
}

/** A session to replay: a file of a session, or the messages alone. */
export type RecordedSession = SessionFile | RecordedMessages | readonly unknown[];

/** One message of a recorded session. */
export interface RecordedMessage {
  readonly id?: string;
  readonly message: Message;
  readonly atMs: number;
}

/** Everything that a recorded session says about itself. */
export interface Recording {
  readonly id: string;
  /** Those of the branch that the session ended on, in order. */
  readonly messages: readonly RecordedMessage[];
  readonly system?: string;
  /** The tool definitions as JSON. */
  readonly tools?: string;
  readonly budget?: TokenBudget;
  /** Every summary that is kept with the session. */
  readonly summaries: readonly Summary[];
  /** A model was asked for summaries, recorded or not. */
  readonly hasModelSummaries: boolean;
}

/** Messages of a plain list came one a second. */
const LIST_STEP_MS = 1_000;
/**
 * Reads a recorded session.
 *
 * @throws SessionFileError, InvalidMessageError or InvalidOptionError, naming the field at fault.
 */
export async function readRecording(recorded: RecordedSession): Promise<Recording> {
  if (isSessionFile(recorded)) {
    return recordingOf(await storedFrom(recorded), recorded.session.system);
  }
  const {
    messages,
    id = 'replay',
    system: given,
    format = 'openai',
  }: Partial<RecordedMessages> = isList(recorded)
    ? { messages: recorded }
    : isPlainObject(recorded)
      ? recorded
      : {};
  refuseRequest(recorded);
  const system = typeof given === 'object' ? given.map(({ text }) => text).join('\n\n') : given;
  if (!Array.isArray(messages)) {
    const rule = 'must be a session file, a list of messages, or an object with `messages`.';
    throw new InvalidOptionError('file', rule);
  }
  const read = await readMessages(messages, format);
  return {
    id,
    messages: read.map((said, index) => ({ ...said, atMs: (index + 1) * LIST_STEP_MS })),
    ...(system !== undefined && { system }),
    summaries: [],
    hasModelSummaries: false,
  };
}

/** System text of a request that would not be read. */
function refuseRequest(recorded: unknown): void {
  for (const name of ['systemInstruction', 'system_instruction', 'instructions']) {
    const isThere = isPlainObject(recorded) && recorded[name] != null;
    checkOption(!isThere, name, 'is not read: give its text as `system`.');
  }
}

/** The session that a file holds, as a store that took it in gives it back. */
async function storedFrom(file: SessionFile): Promise<StoredSession> {
  const store = inMemoryStore();
  const { id } = await sessionCatalog(store).import(file, { from: 'backup' });
  const stored = await store.load(id);
  if (!stored) throw new StoreUnavailableError(`The store lost the session ${id}.`);
  return stored;
}

function isSessionFile(recorded: unknown): recorded is SessionFile {
  return isPlainObject(recorded) && recorded.format === 'agent-memory-session';
}

function isList(recorded: unknown): recorded is readonly unknown[] {
  return Array.isArray(recorded);
}

function recordingOf(stored: StoredSession, filedSystem: unknown): Recording {
  const { info, entries, headId, compactions, history } = stored;
  const said = surroundings(history);
  // A memory leaves a file's system text alone, because somebody else may have written it. Here nothing is sent.
  const system = said.system ?? (typeof filedSystem === 'string' ? filedSystem : undefined);
  const written = recordedSummaries(stored);
  return {
    id: info.id,
    messages: branchTo(headId === undefined ? entries.at(-1)?.id : headId, entries).map(
      ({ id, message, createdAtMs }) => ({ id, message, atMs: createdAtMs }),
    ),
    ...(system && { system }),
    ...(said.tools && { tools: said.tools }),
    ...(said.budget && { budget: said.budget }),
    summaries: written,
    hasModelSummaries:
      written.some(({ madeBy }) => !summaries.isModelFree(madeBy)) ||
      compactions.some(hasAskedModel),
  };
}

/** The entries of the branch that ends with this one, in order. */
function branchTo(headId: string | null | undefined, entries: readonly Entry[]): readonly Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const branch: Entry[] = [];
  for (let at = byId.get(headId ?? ''); at; at = byId.get(at.parentId ?? '')) branch.push(at);
  return branch.reverse();
}

function hasAskedModel(record: Pick<CompactionRecord, 'summariser' | 'extends'>): boolean {
  const writers = [record.summariser, record.extends];
  return writers.some((name) => name !== undefined && !summaries.isModelFree(name));
}

interface Surroundings {
  system?: string;
  tools?: string;
  budget?: TokenBudget;
}

/** The newest word on what the session stood in. */
function surroundings(history: readonly HistoryRecord[]): Surroundings {
  const said: Surroundings = {};
  for (const record of history) {
    if (record.kind !== 'context') continue;
    const { system, tools, budget } = record.changed;
    if (system !== undefined) said.system = system;
    if (tools !== undefined) said.tools = tools;
    if (budget !== undefined) said.budget = budget;
  }
  return said;
}

/** The summary that stands, and those that stood before a later one. */
function recordedSummaries({ overlays, history }: StoredSession): readonly Summary[] {
  const condensed = [
    ...history.map((record) => ('delta' in record ? record.delta?.condensedBefore : undefined)),
    overlays.condensed,
  ];
  return condensed.flatMap((text) => text?.summary ?? []);
}
