/**
 * Aborts a transaction. One that has finished cannot be aborted, and need not be.
 *
 * @returns whether it was aborted by this.
 */
export function abortQuietly(transaction: IDBTransaction | null): boolean {
  try {
    transaction?.abort();
    return transaction !== null;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    return false;
  }
}
