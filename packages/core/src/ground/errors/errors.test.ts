import { expect, test } from 'vitest';
import { ContextOverflowError } from './context-overflow-error.ts';
import {
  AgentMemoryError,
  CodeUnavailableError,
  InvalidMessageError,
  InvalidOptionError,
  InvalidScratchpadError,
  SessionClosedError,
  StoreUnavailableError,
} from './errors.ts';
import { InvalidUsageError } from './invalid-usage-error.ts';
import { RedactionFailedError } from './redaction-failed-error.ts';
import { QuotaExceededStoreError, StoreConflictError, StoreCorruptError } from './store-errors.ts';
import { UndoRefusedError } from './undo-refused-error.ts';
import { UnknownEntryError } from './unknown-entry-error.ts';

test.each([
  [new InvalidMessageError('role', 'is missing.'), 'append', false],
  [new InvalidOptionError('id', 'is missing.'), 'option', false],
  [new InvalidScratchpadError(['count: must be text']), 'scratchpad', false],
  [new SessionClosedError('trip'), 'session', false],
  [new CodeUnavailableError('compacting', { phase: 'compact' }), 'compact', true],
  [new UndoRefusedError('it was taken back already'), 'compact', false],
  [new ContextOverflowError({ neededTokens: 9, inputTokens: 5, largest: [] }), 'assemble', false],
  [new InvalidUsageError('it is negative'), 'assemble', false],
  [new UnknownEntryError('a'), 'append', false],
  [new StoreConflictError('trip', 3), 'store', false],
  [new StoreUnavailableError('No database.'), 'store', true],
  [new QuotaExceededStoreError(), 'store', true],
  [new StoreCorruptError('trip', 'it is cut off.'), 'load', false],
  [new RedactionFailedError(new Error('bad pattern')), 'store', false],
])(
  '[RCT-4] an error says what was being done and whether trying again may help: %s',
  (error, phase, recoverable) => {
    expect(error).toMatchObject({ phase, recoverable });
    expect(AgentMemoryError.isInstance(error)).toBe(true);
  },
);

test('[RCT-4] who calls a closed memory hears why it is closed, that nothing was done, and what to do', () => {
  const { message } = new SessionClosedError('trip');
  expect(message).toContain('Session "trip" is closed');
  expect(message).toContain('nothing was done');
  expect(message).toContain('last component left the page');
  expect(message).toContain('session was deleted');
  expect(message).toContain('dispose() was called');
  expect(message).toContain('Make a memory with this id');
});
