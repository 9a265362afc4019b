import type { LongTermMemory } from '@agent-memory/long-term';

/**
 * Carries out a write, and waits until another memory over the same store has heard of it: only then does that
 * one find what was written. A write that changed nothing is waited for by nobody.
 */
export async function heardBy<Outcome extends { readonly recordId?: string }>(
  other: LongTermMemory,
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  // From here on it listens.
  await other.ready;
  const heard = new Set<string>();
  let wake = (): void => undefined;
  const stop = other.subscribe((event) => {
    if (event.type !== 'record-change') return;
    for (const id of event.recordIds) heard.add(id);
    wake();
  });
  try {
    const outcome = await write();
    const { recordId } = outcome;
    while (recordId !== undefined && !heard.has(recordId)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return outcome;
  } finally {
    stop();
  }
}
