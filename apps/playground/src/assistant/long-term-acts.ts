import type { Evidence, LongTermMemory, MemoryRecord, WriteOutcome } from '@agent-memory/long-term';
import type { Statement } from './assistant-move.ts';
import { statedPreference } from './rules/preferences.ts';
import { statedFacts } from './rules/stated-facts.ts';
import { factText, toTheUser } from './rules/statements.ts';

/** Lines of the log that are looked through for records to erase. */
const LOGGED = 1_000;

const FILLERS = new Set(
  'a an the that this my me i is am are was it of to and about prefer everything you know'.split(
    ' ',
  ),
);

/** Keeps statements for later conversations; gives the answer to the user. */
export async function storeStatements(
  longTerm: LongTermMemory,
  statements: readonly Statement[],
  {
    isCorrection,
    evidence,
  }: { readonly isCorrection: boolean; readonly evidence: readonly Evidence[] },
): Promise<string> {
  const answers: string[] = [];
  for (const statement of statements) {
    const outcome = await longTerm.store({
      ...statement,
      type: 'user',
      source: isCorrection ? 'user_correction' : 'user_stated',
      evidence,
      // The user's own word lifts what was erased before.
      evenIfErased: true,
    });
    answers.push(await answerTo(outcome, longTerm));
  }
  return answers.join(' ');
}

async function answerTo(outcome: WriteOutcome, longTerm: LongTermMemory): Promise<string> {
  if (outcome.kind === 'refused')
    return `Long-term memory refuses that: ${outcome.refusal.sentence}`;
  const said = toTheUser(outcome.record.text);
  const what = said.charAt(0).toLowerCase() + said.slice(1);
  const before = await textsOf(longTerm, outcome.replaced);
  if (before.length > 0) {
    return `Corrected: ${what} Before, I had: ${before.join(' ')} That stays in the history.`;
  }
  return outcome.kind === 'stored'
    ? `Got it: ${what} It is in long-term memory now: start over, and I still know.`
    : `Got it: ${what} Long-term memory has that already.`;
}

async function textsOf(longTerm: LongTermMemory, ids: readonly string[]): Promise<string[]> {
  const known = await Promise.all(ids.map((id) => longTerm.record(id)));
  return known.flatMap((one) => (one ? [`“${one.record.text}”`] : []));
}

/** The statements of a note; one that fits no pattern is kept in the user's words. */
export function statementsOf(note: string): readonly Statement[] {
  const preference = statedPreference(note);
  if (preference) return [preference.record];
  const facts = statedFacts([{ text: note, place: { kind: 'context', origin: 'user' } }]);
  if (facts.length === 0) return [{ kind: 'fact', text: `The user said: ${note}.` }];
  return facts.map(({ name, value }) => ({ kind: 'fact', text: factText(name, value), key: name }));
}

/** Tells in words the records that held at a time. */
export async function knownAt(
  longTerm: LongTermMemory,
  { when, atMs }: { readonly when: string; readonly atMs: number },
): Promise<string> {
  const known = await longTerm.asOf(atMs);
  const moment = new Date(atMs).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  const opening = `${when.charAt(0).toUpperCase()}${when.slice(1)} (${moment})`;
  if (known.length === 0) return `${opening}, long-term memory held nothing.`;
  return `${opening}, I knew: ${known.map(({ record }) => toTheUser(record.text)).join(' ')}`;
}

/** Forgets what fits; its history stays. */
export async function forget(longTerm: LongTermMemory, about: string): Promise<string> {
  const { items } = await longTerm.list({}, { limit: LOGGED });
  const found = items.map(({ record }) => record).filter((record) => isAbout(record, about));
  for (const { id } of found) await longTerm.forget(id);
  if (found.length === 0) return NOTHING_FOUND;
  const texts = found.map(({ text }) => `“${text}”`).join(' ');
  return `Forgotten: ${texts} It comes into no context any more. Its history is kept, until you say “Erase …”.`;
}

/** Erases what fits, forgotten records too, with every version. Says none of its words again. */
export async function erase(longTerm: LongTermMemory, about: string): Promise<string> {
  const { items } = await longTerm.audit({ limit: LOGGED });
  const ids = [...new Set(items.flatMap(({ recordIds }) => recordIds))];
  const known = await Promise.all(ids.map((id) => longTerm.record(id)));
  const found = known.flatMap((one) => (one && isAbout(one.record, about) ? [one.record.id] : []));
  let erased = 0;
  for (const id of found) erased += (await longTerm.erase({ id })).recordIds.length;
  if (erased === 0) return NOTHING_FOUND;
  const records = erased === 1 ? '1 record' : `${erased} records`;
  return `Erased for good: ${records} with all versions. The messages of this conversation stay until you start over.`;
}

const NOTHING_FOUND = 'I find no such record in long-term memory; nothing was changed.';

/** Whether every word that counts is in what a record says, or in its key. */
function isAbout({ text, key = '' }: MemoryRecord, about: string): boolean {
  const said = `${text} ${key}`.toLowerCase();
  const words: readonly string[] = about.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
  const counting = words.filter((word) => !FILLERS.has(word));
  return counting.length > 0
    ? counting.every((word) => said.includes(word.slice(0, 6)))
    : words.includes('everything');
}
