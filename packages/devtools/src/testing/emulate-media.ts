import { cdp } from 'vitest/browser';

/**
 * Preferences as the reader's system sets them for every page; those that are not given are as usual. A
 * test sets back what it set.
 */
export async function emulateMedia(
  preferences: Readonly<Partial<Record<'forced-colors' | 'prefers-reduced-motion', string>>>,
): Promise<void> {
  // Chromium's own protocol; its types are not part of the test runner's.
  const session = cdp() as unknown as { send(method: string, parameters: unknown): Promise<void> };
  const features = Object.entries(preferences).map(([name, value]) => ({ name, value }));
  await session.send('Emulation.setEmulatedMedia', { features });
}
