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

interface PrivateStatement {
  readonly record: MemoryRecord;
  readonly bare: string;
  readonly words: ReadonlySet<string>;
  readonly telling: readonly string[];
}

/** What is private to a user, so that it is not said again where others read [NS-3]. */
export class PrivateStatements {
  readonly #statements: readonly PrivateStatement[];

  /** @param records of the user's own namespace, ended ones too: what was forgotten is still private. */
  constructor(records: readonly MemoryRecord[]) {
    this.#statements = records.filter(isPrivate).map((record) => {
      const words = wordsOf(wholeText(record));
      const telling = [...wordsOf(wholeText({ ...record, subject: '' }))].filter((word) =>
        TELLING.test(word),
      );
      return { record, bare: bareText(record.text), words, telling };
    });
  }

  /** The private record that a statement says: in its words, in part, or by its number. */
  saidBy(
    statement: Pick<MemoryRecord, 'text' | 'subject' | 'key' | 'value'>,
  ): MemoryRecord | undefined {
    const bare = bareText(statement.text);
    const words = wordsOf(wholeText(statement));
    return this.#statements.find(
      (one) => one.bare === bare || isTold(one, words) || isPartOf(words, one),
    )?.record;
  }
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

function isTold({ telling }: PrivateStatement, words: ReadonlySet<string>): boolean {
  const fewest = telling.some((word) => NUMBER.test(word)) ? 2 : 3;
  return telling.length >= fewest && shareIn(telling, words) >= COPIED_SHARE;
}

/** A summary of a session has parts that are no secret. */
function isPartOf(words: ReadonlySet<string>, { record, words: own }: PrivateStatement): boolean {
  if (record.kind === 'episode' || words.size < FEWEST_WORDS) return false;
  return shareIn([...words], own) >= COPIED_SHARE;
}

function shareIn(some: readonly string[], all: ReadonlySet<string>): number {
  return some.filter((word) => all.has(word)).length / some.length;
}
