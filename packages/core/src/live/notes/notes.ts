import { AgentMemoryError } from '../../ground/errors/errors.ts';
import { isPlainObject } from '../../message/plain-object.ts';

/**
 * Texts that the model is to see now, by name: the page that the user looks at, files that were
 * touched [TIER-4]. A plain value that nothing changes; `setNote` gives another one.
 */
export type Notes = Readonly<Record<string, string>>;

/** No notes yet. */
export const noNotes: Notes = Object.freeze({});

/** Notes that there may be at once. */
export const MOST_NOTES = 50;
/** Length of a note's text, in UTF-16 code units. */
export const LONGEST_NOTE = 20_000;

/** Letters first, so that the order of notes is that in which they were set. */
const NAME = /^\p{L}[\p{L}\p{N} ._/-]{0,63}$/u;

/**
 * The notes with one of them set again; a new one stands behind the others. `''` and `undefined` remove
 * it. Where nothing changes it is the same object.
 *
 * @throws AgentMemoryError `INVALID_NOTE` if the name or the text cannot be a note's, or there are too many.
 */
export function setNote(notes: Notes, name: string, text: string | undefined): Notes {
  const problem = problemOf(notes, name, text);
  if (problem) throw refusal(String(name), problem);
  const old = Object.hasOwn(notes, name) ? notes[name] : undefined;
  if ((text || undefined) === old) return notes;
  if (text) return Object.freeze({ ...notes, [name]: text });
  return Object.freeze(
    Object.fromEntries(Object.entries(notes).filter(([other]) => other !== name)),
  );
}

/**
 * Notes as they were stored, checked.
 *
 * @throws AgentMemoryError `INVALID_NOTE` naming the first that cannot be a note.
 */
export function readNotes(stored: unknown): Notes {
  if (!isPlainObject(stored)) throw refusal('', 'must be an object of texts by name.');
  return Object.entries(stored).reduce(
    (notes, [name, text]) => setNote(notes, name, text as string),
    noNotes,
  );
}

function refusal(note: string, problem: string): AgentMemoryError {
  const message = `Note "${note}" ${problem} All notes stay as they were.`;
  return new AgentMemoryError('INVALID_NOTE', message, { phase: 'notes' });
}

/** Names and texts may come from untyped code or a store. */
function problemOf(notes: Notes, name: unknown, text: unknown): string | undefined {
  if (typeof name !== 'string' || !NAME.test(name)) {
    return 'must have a name of up to 64 letters, digits, spaces and . _ / - that begins with a letter.';
  }
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string') return 'must be text.';
  if (text.length > LONGEST_NOTE) {
    return `has ${text.length} characters, over ${LONGEST_NOTE}. Keep in it only what the model is to see now.`;
  }
  const isNew = !Object.hasOwn(notes, name);
  if (isNew && Object.keys(notes).length >= MOST_NOTES) {
    return `would be one too many: there are ${MOST_NOTES} notes. Remove one first, by setting it to ''.`;
  }
  return undefined;
}
