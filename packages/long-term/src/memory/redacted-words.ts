import { wholeSessions } from '@agent-memory/core/internal';
import type { MemoryRecord } from '../records/memory-record.ts';

/** The fields of a record that hold words of somebody; a key is a name. */
const WORDS = [
  'text',
  'value',
  'subject',
  'aliases',
  'metadata',
] as const satisfies readonly (keyof MemoryRecord)[];

/** Gives a record, or what one is made of, with its words redacted. */
export type RedactedWords = <Told extends object>(told: Told) => Told;

/** @throws RedactionFailedError where `redact` fails on a word, or gives no text. */
export function redactedWords(redact: ((text: string) => string) | undefined): RedactedWords {
  if (!redact) return (told) => told;
  const checked = wholeSessions.checkedRedact(redact);
  return (told) => {
    const words = WORDS.filter((name) => Object.hasOwn(told, name)).map((name) => [
      name,
      wholeSessions.withStrings(Reflect.get(told, name), checked),
    ]);
    return { ...told, ...Object.fromEntries(words) };
  };
}
