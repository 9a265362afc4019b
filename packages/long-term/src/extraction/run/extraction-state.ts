import type { StoredPart } from '@agent-memory/core';
import { shape } from '@agent-memory/core/internal';
import type { MemoryDraft } from '../../policy/memory-draft.ts';
import type { ForgetRequest } from '../find/forget-requests.ts';
import type { ExtractionReport } from './report.ts';
import { AT_START, type Cursor } from './work.ts';

/** Drafts that were decided on and are being written, and where the cursor stands once they are. */
export interface PendingWrites {
  readonly drafts: readonly MemoryDraft[];
  readonly cursor: Cursor;
  /** Records to forget once they are written; absent where there are none. */
  readonly forget?: ForgetWork;
}

/** Requests of the user to forget, and the message that they wrote again. */
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

const { anything, fields, list, name, optional, whole } = shape;
const CURSOR = fields({ entryId: optional(name), visible: whole });
const FORGET = fields({ requests: list(fields({ entryId: name })), replacedId: optional(name) });
const STATE = fields({
  cursor: CURSOR,
  failures: whole,
  // Written by this code only; a report of another form is shown as far as it can be read.
  log: list(anything),
  pending: optional(fields({ drafts: list(anything), cursor: CURSOR, forget: optional(FORGET) })),
});

/** PERSISTED under this name. What cannot be read counts as not yet begun. */
export const EXTRACTION_PART: StoredPart<ExtractionState> = {
  name: 'long-term/extraction',
  initial: { cursor: AT_START, failures: 0, log: [] },
  read(value) {
    const fault = STATE(value, 'state');
    if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
    return value as ExtractionState;
  },
};

/** The log with one more report. */
export function withReport(
  log: readonly ExtractionReport[],
  report: ExtractionReport,
): readonly ExtractionReport[] {
  return [...log, report].slice(-MOST_REPORTS);
}
