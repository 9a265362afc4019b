import type { Refusal } from '../policy/refusal.ts';
import { bareText } from '../records/bare-text.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { wholeText } from '../records/whole-text.ts';
import { COPIED_SHARE, FEWEST_WORDS, wordsOf } from './trust.ts';
import { speaksOfSelf } from './user/speaks-of-self.ts';

/** A word that says something: longer than most articles and pronouns, or a number. */
const TELLING = /^(?!users?$)(?:.*\d.*|\p{L}[\p{L}\p{M}]{3,})$/u;
/** A number by which a statement is known again. */
const NUMBER = /\d{4,}/u;

type Statement = Pick<MemoryRecord, 'text' | 'subject' | 'key' | 'value'>;

interface Said {
  readonly bare: string;
  readonly words: ReadonlySet<string>;
}

/** The private statements of a user, which are not repeated where others read [NS-3]. */
export class PrivateStatements {
  readonly #records: readonly MemoryRecord[];

  /** @param records of the user's own namespace, ended ones too: what was forgotten is still private. */
  constructor(records: readonly MemoryRecord[]) {
    this.#records = records.filter(isPrivate);
  }

  /** The private record that a statement says: in its words, in part, or by its number. */
  saidBy(statement: Statement): MemoryRecord | undefined {
    const said = { bare: bareText(statement.text), words: wordsOf(wholeText(statement)) };
    const mayShare = sharing(said.words);
    return this.#records.find((record) => mayShare(record) && isSaid(record, said));
  }
}

/** Whether a record may share words with others: cheap, since most share none. */
function sharing(words: ReadonlySet<string>): (record: MemoryRecord) => boolean {
  const long = [...words].filter((word) => TELLING.test(word) && !/\d/u.test(word));
  const wanted = long.length > 0 ? long : [...words];
  const hasNumber = [...words].some((word) => /\d/u.test(word));
  return (record) => {
    const text = wholeText(record).toLowerCase();
    return (hasNumber && /\d/u.test(text)) || wanted.some((word) => text.includes(word));
  };
}

function isSaid(record: MemoryRecord, { bare, words }: Said): boolean {
  return (
    bareText(record.text) === bare ||
    isTold(wordsOf(wholeText({ ...record, subject: '' })), words) ||
    (record.kind !== 'episode' && isPartOf(words, wordsOf(wholeText(record))))
  );
}

/** The refusal of a statement that others would read. */
export function toldPrivately({ id }: MemoryRecord): Refusal {
  return {
    rule: 'PRIVATE',
    sentence: 'It repeats what is private to the user, and others read this namespace.',
    remedy:
      'Leave out what the private record says, or erase that record where everybody may know it.',
    recordId: id,
  };
}

function isPrivate({ type, text, subject, ended }: MemoryRecord): boolean {
  const isOfUser = type === 'user' || type === 'feedback' || speaksOfSelf(text, subject);
  return isOfUser && ended?.why !== 'held';
}

function isTold(own: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const telling = [...own].filter((word) => TELLING.test(word));
  const fewest = telling.some((word) => NUMBER.test(word)) ? 2 : 3;
  return telling.length >= fewest && shareIn(telling, words) >= COPIED_SHARE;
}

/** Not asked of a summary of a session, which has parts that are no secret. */
function isPartOf(words: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  return words.size >= FEWEST_WORDS && shareIn([...words], own) >= COPIED_SHARE;
}

function shareIn(some: readonly string[], all: ReadonlySet<string>): number {
  return some.filter((word) => all.has(word)).length / some.length;
}
