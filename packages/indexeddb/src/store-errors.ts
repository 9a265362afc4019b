import {
  AgentMemoryError,
  QuotaExceededStoreError,
  StoreCorruptError,
  StoreUnavailableError,
} from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';

/** Whether this is the platform's exception of that name, whatever class and realm it comes from. */
export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/**
 * Whether the connection failed rather than the work: it was closed behind our back, or its
 * transaction was aborted by the browser. A fresh connection may do.
 */
export function isConnectionLoss(error: unknown): boolean {
  return isNamed(error, 'InvalidStateError', 'AbortError', 'UnknownError');
}

/** Whether the engine may have written part of a transaction before it failed. */
export function mayTear(error: unknown): boolean {
  return isConnectionLoss(error) || isNamed(error, 'QuotaExceededError');
}

/** A call that was given up. */
export function noAnswer(
  databaseName: string,
  limitMs: number,
  cause: Error,
): StoreUnavailableError {
  return new StoreUnavailableError(
    `The IndexedDB database "${databaseName}" did not answer within ${(limitMs / 1000).toFixed(1)} s: another tab ` +
      'of this site may keep it busy, or the browser has trouble with the disk. What was stored ' +
      'before is still there. Try again; if it stays so, close the other tabs of this site.',
    { cause },
  );
}

/** The error of a failed transaction in this library's terms. What is not the database's stays as it is. */
export function toStoreError(
  error: unknown,
  databaseName: string,
  sessionId: string | undefined,
): unknown {
  if (AgentMemoryError.isInstance(error)) return error;
  if (isNamed(error, 'QuotaExceededError')) return new QuotaExceededStoreError({ cause: error });
  if (isConnectionLoss(error)) {
    return new StoreUnavailableError(
      'The connection to IndexedDB was lost and a new one did not help; nothing of this call was ' +
        'stored. What was stored before is still there.',
      { cause: error },
    );
  }
  // An index that is not there.
  if (isNamed(error, 'NotFoundError')) return otherShape(databaseName, error);
  if (isNamed(error, 'ConstraintError') && sessionId !== undefined) {
    return new StoreCorruptError(sessionId, 'it holds more messages than its record counts.');
  }
  return error instanceof Error ? error : strangeError(error);
}

/** Browsers throw errors; what is not one comes from code that stands in for IndexedDB. */
function strangeError(thrown: unknown): StoreUnavailableError {
  return new StoreUnavailableError(
    `IndexedDB failed and says no more than "${errorText(thrown)}"; nothing of this call was stored. ` +
      'What was stored before is still there. Try again; if it stays so, reload the page.',
    { cause: thrown },
  );
}

/** The refusal of a database that other code made, or another version of this library. */
export function otherShape(databaseName: string, cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(otherShapeWords(databaseName), { cause });
}

function otherShapeWords(databaseName: string): string {
  return (
    `The IndexedDB database "${databaseName}" has another shape than this version of agent-memory ` +
    'makes: another version or other code made it. Nothing was changed or lost. Reload the page if the ' +
    'app was updated in another tab; otherwise choose another `databaseName`, or delete the database if ' +
    'you do not need it.'
  );
}

/** The error of a database that could not be opened, in this library's terms. */
export function toOpenError(error: unknown, databaseName: string): AgentMemoryError {
  if (AgentMemoryError.isInstance(error)) return error;
  if (isNamed(error, 'QuotaExceededError')) return new QuotaExceededStoreError({ cause: error });
  return new StoreUnavailableError(openProblem(error, databaseName), { cause: error });
}

function openProblem(error: unknown, databaseName: string): string {
  if (isNamed(error, 'VersionError')) {
    return (
      `The IndexedDB database "${databaseName}" was made by a newer version of agent-memory than this page ` +
      'runs. Nothing was changed or lost. If the app was updated while this page was open, reload the page. ' +
      'If the app went back to older code, deploy the newer code again, or choose another `databaseName`.'
    );
  }
  if (isNamed(error, 'SecurityError', 'NotAllowedError')) {
    return (
      'The browser denies IndexedDB to this page (private mode, blocked site data or a sandboxed ' +
      'frame). Nothing was stored; allow site data to keep sessions.'
    );
  }
  return `The IndexedDB database "${databaseName}" could not be opened; nothing was changed. Reload the page to try again.`;
}
