import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { compactionShape } from '../compaction/compaction-shape.ts';
import { SessionFileError } from '../errors/session-errors.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import { historyRecordFault } from '../history/history-shape.ts';
import {
  amount,
  anything,
  fields,
  figure,
  list,
  name,
  nameOrNull,
  oneOf,
  optional,
  type Shape,
  shape,
  text,
  time,
  whole,
} from '../message/shape.ts';
import type { Steps } from '../platform/steps.ts';
import type { Entry } from '../transcript/entry.ts';
import type { EntryOverlay, Overlays } from '../view/overlay.ts';
import { overlaysShape } from '../view/overlay-shape.ts';

/** A session as a file has it: overlays of entries as a list, messages not looked at yet. */
export interface FiledSession {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly title?: string;
  readonly system?: string;
  readonly entries: readonly (Omit<Entry, 'message'> & { readonly message: unknown })[];
  readonly headId?: string | null;
  readonly overlays: Omit<Overlays, 'entries'> & { readonly entries: readonly EntryOverlay[] };
  readonly settingsKey: string;
  readonly scratchpad?: unknown;
  readonly compactions: readonly CompactionRecord[];
  /** Not in files of earlier releases, like the parts. Messages in it are not looked at yet. */
  readonly history?: readonly HistoryRecord[];
  readonly parts?: readonly { readonly name: string; readonly value: unknown }[];
}

const entry = fields({
  id: name,
  seq: whole,
  position: optional(whole),
  parentId: nameOrNull,
  createdAtMs: time,
  unitStart: whole,
  message: anything,
  importance: optional(figure),
  tokens: fields({
    value: amount,
    source: oneOf('estimated', 'counted', 'provider'),
    encoding: text,
  }),
});

const present = shape((value) => value !== undefined, 'is missing');

const sessionFile = fields({
  format: shape((value) => value === 'agent-memory-session', 'must be "agent-memory-session"'),
  version: shape((value) => value === 1, 'must be 1, the version that is known here'),
  exportedAtMs: time,
  session: fields({
    id: name,
    createdAtMs: time,
    updatedAtMs: time,
    title: optional(text),
    system: optional(text),
    entries: list(entry),
    headId: optional(nameOrNull),
    overlays: overlaysShape,
    settingsKey: text,
    scratchpad: anything,
    compactions: list(compactionShape),
    history: optional(list(historyRecordFault)),
    parts: optional(list(fields({ name: text, value: present }))),
  }),
});

/**
 * The session of a file whose every field is of its kind.
 * @throws SessionFileError naming the first that is not.
 */
export function* checkingSessionShape(file: unknown): Steps<FiledSession> {
  const { session } = (file ?? {}) as { readonly session?: Partial<FiledSession> };
  const { entries, history } = session ?? {};
  const isLong = Array.isArray(entries) && (history === undefined || Array.isArray(history));
  const short = {
    ...(file as object),
    session: { ...session, entries: [], ...(history && { history: [] }) },
  };
  refuse(sessionFile(isLong ? short : file, 'file'));
  // The lists that grow with a session are looked at an item a step.
  for (const [index, item] of (isLong ? entries : []).entries()) {
    refuse(entry(item, `file.session.entries.${index}`));
    yield;
  }
  for (const [index, record] of (isLong ? (history ?? []) : []).entries()) {
    refuse(historyRecordFault(record, `file.session.history.${index}`));
    yield;
  }
  // Every field was looked at.
  return session as FiledSession;
}

function refuse(fault: ReturnType<Shape>): void {
  if (fault) throw new SessionFileError(fault.field.replace(/^file\./, ''), fault.problem);
}
