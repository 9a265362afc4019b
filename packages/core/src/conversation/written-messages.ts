import type { AnyFormat } from '../formats/load-format.ts';
import type { Entry } from '../transcript/entry.ts';
import { readAhead } from './known-readings.ts';
import { readied } from './ready-json.ts';

/** Originals in a format. A chat that shows them gives them back with the next message. */
export async function written(entries: readonly Entry[], format: AnyFormat): Promise<unknown[]> {
  await readied(entries);
  // A format may keep its list; the caller gets one of its own.
  const messages = [...format.write(entries)];
  const [first] = entries;
  if (first) readAhead(messages, first.message, format);
  return messages;
}
