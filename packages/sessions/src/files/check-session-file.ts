import type {
  Entry,
  HistoryRecord,
  Overlays,
  SessionInfo,
  StoredSession,
} from '@agent-memory/core';
import {
  eachInSteps,
  isPlainObject,
  type Steps,
  shape,
  type wholeSessions,
} from '@agent-memory/core/internal';
import { SessionFileError } from '../session-errors.ts';
import { compactionShape } from '../stored/compaction-shape.ts';
import { historyRecordFault } from '../stored/history-shape.ts';
import { overlaysShape } from '../stored/overlay-shape.ts';
import { fromJsonValue } from './json-values.ts';

const { amount, anything, fields, list, name, nameOrNull, oneOf, optional, text, time, whole } =
  shape;

/** A session as a file has it: overlays of entries as a list, messages not looked at yet. */
export interface FiledSession
  extends Pick<SessionInfo, 'id' | 'createdAtMs' | 'updatedAtMs' | 'title'>,
    Pick<StoredSession, 'system' | 'headId' | 'settingsKey' | 'scratchpad' | 'compactions'> {
  readonly entries: readonly (Omit<Entry, 'message'> & { readonly message: unknown })[];
  readonly overlays: Omit<Overlays, 'entries'> & {
    readonly entries: readonly wholeSessions.EntryOverlay[];
  };
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
  tokens: fields({
    value: amount,
    source: oneOf('estimated', 'counted', 'provider'),
    encoding: text,
  }),
});

const present = shape.shape((value) => value !== undefined, 'is missing');

const sessionFile = fields({
  format: shape.shape(
    (value) => value === 'agent-memory-session',
    'must be "agent-memory-session"',
  ),
  version: shape.shape((value) => value === 1, 'must be 1, the version that is known here'),
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

/** The lists that grow with a session: an item of theirs a step. */
const LISTS = {
  entries: entry,
  compactions: compactionShape,
  history: historyRecordFault,
};

/**
 * The session that a file's JSON stands for, every field of its kind.
 * @throws SessionFileError naming the first that is not.
 */
export function* readingFiledSession(file: unknown): Steps<FiledSession> {
  const session = isPlainObject(file) && isPlainObject(file.session) ? file.session : {};
  const lists = Object.entries(LISTS).flatMap(([name, shapeOf]) => {
    const items = session[name];
    return Array.isArray(items) ? [{ name, items, shapeOf }] : [];
  });
  const empty = Object.fromEntries(lists.map(({ name }) => [name, []]));
  const short =
    lists.length > 0 ? { ...(file as object), session: { ...session, ...empty } } : file;
  const read = fromJsonValue(short, 'file', refuseFile);
  refuse(sessionFile(read, 'file'));
  const long: Record<string, readonly unknown[]> = {};
  for (const { name, items, shapeOf } of lists) {
    long[name] = yield* eachInSteps(items, (item, index) => {
      const field = `file.session.${name}.${index}`;
      const value = fromJsonValue(item, field, refuseFile);
      refuse(shapeOf(value, field));
      return value;
    });
  }
  // Every field was looked at.
  return { ...(read as { readonly session: FiledSession }).session, ...long };
}

/** @param field where the fault is, from `file` on. */
export function refuseFile(field: string, problem: string): never {
  throw new SessionFileError(field.replace(/^file\./, ''), problem);
}

function refuse(fault: ReturnType<shape.Shape>): void {
  if (fault) refuseFile(fault.field, fault.problem);
}
