import { AgentMemoryError } from '@agent-memory/core';

/**
 * The records moved on while a change was decided, in another tab perhaps. Nothing of it was kept;
 * a memory decides again by itself and gives up after many times in a row.
 *
 * @example
 * const recordStore = inMemoryRecordStore();
 * try {
 *   await recordStore.commit(change);
 * } catch (error) {
 *   if (!(error instanceof RecordConflictError)) throw error;
 *   console.warn(`Decided on ${error.basis}, stored is ${error.stored}.`);
 * }
 */
export class RecordConflictError extends AgentMemoryError {
  /** The revision that the change was decided on. */
  readonly basis: number;
  /** The revision that is stored. */
  readonly stored: number;

  constructor(basis: number, stored: number, where = 'The records') {
    super(
      'STORE_CONFLICT',
      `${where} changed elsewhere (another tab?): the change rests on revision ${basis}, and ` +
        `${stored} is stored. Nothing of it was kept; read again and decide again.`,
      { phase: 'store' },
    );
    this.basis = basis;
    this.stored = stored;
  }
}

/**
 * The long-term memory was disposed and does nothing any more. What was acknowledged is stored;
 * make a new one on the same store to continue.
 *
 * @example
 * try {
 *   await memory.retrieve({ text: 'the deadline' });
 * } catch (error) {
 *   if (!(error instanceof LongTermMemoryClosedError)) throw error;
 *   showNotice('This page has let go of its memory. Reload it.');
 * }
 */
export class LongTermMemoryClosedError extends AgentMemoryError {
  constructor(
    sentence = 'This long-term memory was disposed; nothing was done. Make a new one on the same store.',
  ) {
    super('SESSION_CLOSED', sentence);
  }
}

/**
 * A file of records cannot be read. Nothing was imported.
 *
 * @example
 * try {
 *   await memory.importLines(await file.text());
 * } catch (error) {
 *   if (!(error instanceof RecordFileError)) throw error;
 *   showNotice(`Line ${error.line} is at fault.`);
 * }
 */
export class RecordFileError extends AgentMemoryError {
  /** Counted from 1. */
  readonly line: number;

  constructor(line: number, problem: string) {
    super(
      'INVALID_SESSION_FILE',
      `The file of records was refused, nothing was imported: line ${line} ${problem}.`,
    );
    this.line = line;
  }
}
