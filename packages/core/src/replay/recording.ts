import type { TokenBudget } from '../budget/token-budget.ts';
import { isModelFree } from '../compactor/summary-desk.ts';
import type { Summary } from '../condense/summarizer.ts';
import { formatOf } from '../conversation/foreign-form.ts';
import { readEach, readingMessage } from '../conversation/read-messages.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import { loadFormat } from '../formats/load-format.ts';
import type { FormatChoice } from '../formats/named-formats.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import type { Message } from '../message/message.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { inSlices } from '../platform/in-slices.ts';
import { readingSessionFile, type SessionFile } from '../sessions/session-file.ts';
import type { StoredSession } from '../storage/memory-store.ts';
import { transcriptAt } from '../transcript/transcript-at.ts';

/** A recorded list of messages, with the format that they are in; default: the one they show signs of. */
export interface RecordedMessages {
  readonly messages: readonly unknown[];
  readonly format?: FormatChoice;
  /** Names the session in its plans. Default `replay`. */
  readonly id?: string;
  /** Default: none. */
  readonly system?: string;
}

/** A session to replay: a file of a session, or the messages alone. */
export type RecordedSession = SessionFile | RecordedMessages | readonly unknown[];

/** One message of a recorded session. */
export interface RecordedMessage {
  readonly id?: string;
  readonly message: Message;
  readonly atMs: number;
  /** As it was scored when it was said. */
  readonly importance?: number;
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
  /** Every summary that is kept with the session, whoever wrote it. */
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
    const stored = await inSlices(readingSessionFile(recorded));
    return recordingOf(stored, recorded.session.system);
  }
  const {
    messages,
    id = 'replay',
    system,
    format,
  }: Partial<RecordedMessages> = isList(recorded)
    ? { messages: recorded }
    : isPlainObject(recorded)
      ? recorded
      : {};
  if (!Array.isArray(messages)) {
    const rule = 'must be a session file, a list of messages, or an object with `messages`.';
    throw new InvalidOptionError('file', rule);
  }
  // A name that is none is refused by its loader.
  const choice = format ?? (formatOf(messages) as FormatChoice);
  const known = await loadFormat(choice);
  const read = await readEach(messages, (message) => readingMessage(message, known));
  return {
    id,
    messages: read.map((said, index) => ({ ...said, atMs: (index + 1) * LIST_STEP_MS })),
    ...(system !== undefined && { system }),
    summaries: [],
    hasModelSummaries: false,
  };
}

function isSessionFile(recorded: unknown): recorded is SessionFile {
  return isPlainObject(recorded) && recorded.format === 'agent-memory-session';
}

function isList(recorded: unknown): recorded is readonly unknown[] {
  return Array.isArray(recorded);
}

function recordingOf(stored: StoredSession, filedSystem: unknown): Recording {
  const { info, entries, headId, compactions, history } = stored;
  const head = headId === undefined ? (entries.at(-1)?.id ?? null) : headId;
  const { log, length } = transcriptAt(entries, head);
  const said = surroundings(history);
  // A memory leaves a file's system text alone, because somebody else may have written it. Here nothing is sent.
  const system = said.system ?? (typeof filedSystem === 'string' ? filedSystem : undefined);
  const summaries = recordedSummaries(stored);
  return {
    id: info.id,
    messages: log.slice(0, length).map(({ id, message, createdAtMs, importance }) => ({
      id,
      message,
      atMs: createdAtMs,
      ...(importance !== undefined && { importance }),
    })),
    ...(system && { system }),
    ...(said.tools && { tools: said.tools }),
    ...(said.budget && { budget: said.budget }),
    summaries,
    hasModelSummaries:
      summaries.some(({ madeBy }) => !isModelFree(madeBy)) || compactions.some(hasAskedModel),
  };
}

function hasAskedModel({ summariser }: { readonly summariser?: string }): boolean {
  return summariser !== undefined && !isModelFree(summariser);
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
