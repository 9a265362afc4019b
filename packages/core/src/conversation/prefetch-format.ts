import type { FormatName } from '../formats/named-formats.ts';

/**
 * Fetches the code that reads, places and writes messages of a format, ahead of the first call that needs
 * it. Never rejects: where it cannot be fetched, that call tries again, and says so.
 */
export async function prefetchFormat(name: FormatName): Promise<void> {
  try {
    const { loadFormat } = await import('./foreign-messages.ts');
    await loadFormat(name);
  } catch {
    // Nobody waits for it yet.
  }
}
