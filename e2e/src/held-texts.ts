import type { Page } from '@playwright/test';
import { storedText } from './stored-bytes.ts';

/** A text in the quarantine of long-term memory, as the page has stored it. */
export interface HeldText {
  readonly text: string;
  readonly reasons: readonly string[];
}

/** Everything that waits in quarantine, each text once: a record is stored with its history. */
export async function heldTexts(page: Page): Promise<readonly HeldText[]> {
  const held = new Map<string, HeldText>();
  for (const line of (await storedText(page)).split('\n')) {
    JSON.parse(line, (_, value: unknown) => {
      if (isHeld(value)) held.set(value.text, { text: value.text, reasons: value.heldFor });
      return value;
    });
  }
  return [...held.values()];
}

function isHeld(value: unknown): value is { text: string; heldFor: readonly string[] } {
  return typeof value === 'object' && value !== null && 'heldFor' in value && 'text' in value;
}
