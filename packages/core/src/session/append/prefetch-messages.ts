/**
 * Fetches the code that reads, places and writes messages, ahead of the first call that needs it. Never
 * rejects: where it cannot be fetched, that call tries again, and reports it.
 */
export async function prefetchMessages(): Promise<void> {
  try {
    await import('./foreign-messages.ts');
  } catch {
    // Nobody waits for it yet.
  }
}
