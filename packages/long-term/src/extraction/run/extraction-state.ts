import type { StoredPart } from '@agent-memory/core';
import type { MemoryDraft } from '../../policy/memory-draft.ts';
import type { ForgetRequest } from '../find/forget-requests.ts';
import { AT_START, type Cursor } from './cursor.ts';
import type { ExtractionReport } from './report.ts';

/** Drafts that were decided on and are being written, and where the cursor stands once they are. */
export interface PendingWrites {
  readonly drafts: readonly MemoryDraft[];
  readonly cursor: Cursor;
  /** Records to forget once they are written; absent where there are none. */
  readonly forget?: ForgetWork;
}

/** Requests of the user to forget, and the message that they wrote anew. */
export interface ForgetWork {
  readonly requests: readonly ForgetRequest[];
  readonly replacedId?: string;
}

/** The state of extraction in a session, stored with it. Plain data. */
export interface ExtractionState {
  readonly cursor: Cursor;
  /** Present while drafts are written: who comes after a killed tab ends it, and reads nothing again. */
  readonly pending?: PendingWrites;
  /** How often in a row the same messages could not be extracted by the model. */
  readonly failures: number;
  /** Newest last, bounded. */
  readonly log: readonly ExtractionReport[];
}

const MOST_REPORTS = 40;

/** PERSISTED under this name. What cannot be read counts as not yet begun. */
export const EXTRACTION_PART: StoredPart<ExtractionState> = {
  name: 'long-term/extraction',
  initial: { cursor: AT_START, failures: 0, log: [] },
  read(value) {
    const state = asFields(value, 'it is no object');
    const cursor = cursorIn(state.cursor);
    const { failures, log, pending } = state;
    if (!Number.isSafeInteger(failures) || !Array.isArray(log)) {
      throw new TypeError('its count of failures or its log is none');
    }
    return {
      cursor,
      failures: Number(failures),
      // Written by this code only; a report of another form is shown as far as it can be read.
      log: log as readonly ExtractionReport[],
      ...(pending !== undefined && { pending: pendingIn(pending) }),
    };
  },
};

/** The log with one more report. */
export function withReport(
  log: readonly ExtractionReport[],
  report: ExtractionReport,
): readonly ExtractionReport[] {
  return [...log, report].slice(-MOST_REPORTS);
}

function pendingIn(value: unknown): PendingWrites {
  const { drafts, cursor, forget } = asFields(value, 'what is being written is no object');
  if (!Array.isArray(drafts)) throw new TypeError('what is being written has no drafts');
  // Each draft is checked by `store`, as any model's output is.
  return {
    drafts: drafts as readonly MemoryDraft[],
    cursor: cursorIn(cursor),
    ...(forget !== undefined && { forget: forgetIn(forget) }),
  };
}

function forgetIn(value: unknown): ForgetWork {
  const { requests, replacedId } = asFields(value, 'what is to be forgotten is no object');
  if (!Array.isArray(requests)) throw new TypeError('what is to be forgotten has no requests');
  return {
    requests: requests.map(requestIn),
    ...(typeof replacedId === 'string' && { replacedId }),
  };
}

function requestIn(value: unknown): ForgetRequest {
  const { entryId, within, topic, isAll } = asFields(value, 'a request to forget is no object');
  if (typeof entryId !== 'string') throw new TypeError('a request to forget names no message');
  return {
    entryId,
    ...(typeof within === 'number' && { within }),
    ...(typeof topic === 'string' && { topic }),
    ...(isAll === true && { isAll }),
  };
}

function cursorIn(value: unknown): Cursor {
  const { entryId, visible } = asFields(value, 'its cursor is no object');
  const isId = entryId === undefined || typeof entryId === 'string';
  if (!isId || !Number.isSafeInteger(visible) || Number(visible) < 0) {
    throw new TypeError('its cursor names no place');
  }
  return { visible: Number(visible), ...(typeof entryId === 'string' && { entryId }) };
}

function asFields(value: unknown, problem: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError(problem);
  return value as Readonly<Record<string, unknown>>;
}
