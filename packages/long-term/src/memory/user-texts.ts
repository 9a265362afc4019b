import type { AbortSignalLike } from '@agent-memory/core';
import { inSlices } from '@agent-memory/core/internal';
import { skeletonOf } from '../guard/fold.ts';
import type { FiledRecord } from '../lines/record-lines.ts';
import { type Namespaces, sharedNamespace } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { bareText } from '../records/bare-text.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { relatedIds } from '../records/related-ids.ts';
import type { RecordStore } from '../store/record-store.ts';

const READ_AT_ONCE = 200;
/** A shorter statement is met by chance. */
const SHORTEST_STATEMENT = 8;
const SENTENCE_ENDS = /(?<=[.!?。！？])\s+/u;

const PRIVATE: Refusal = {
  rule: 'PRIVATE',
  sentence:
    'This repeats what is known of the user alone, which is never shared; nothing was written.',
  remedy: 'Share what the task needs, without what the user said of themselves.',
  field: 'text',
};

/** The refusal of a write into a shared namespace that repeats a record of the user's own, also an earlier one [NS-1]. */
export async function refusalOfUserText(
  store: RecordStore,
  { user }: Pick<Namespaces, 'user'>,
  written: { readonly namespace: string },
  signal: AbortSignalLike | undefined,
): Promise<Refusal | undefined> {
  if (!isShared(written)) return undefined;
  const statements = await userStatements(store, user, signal);
  return repeats(written, statements) ? PRIVATE : undefined;
}

/**
 * The refusals of lines of a file that would share what is known of the user alone, by number: what the store
 * knows, and what the file itself says of that user, in whatever order [NS-1].
 */
export async function refusalsOfUserLines(
  store: RecordStore,
  { user }: Pick<Namespaces, 'user'>,
  filed: readonly FiledRecord[],
  signal: AbortSignalLike | undefined,
): Promise<ReadonlyMap<number, Refusal>> {
  const shared = filed.filter(({ record }) => isShared(record));
  if (shared.length === 0) return new Map();
  const stored = await userStatements(store, user, signal);
  const ofFile = filed.filter(({ record }) => record.namespace === user && isOfUserAlone(record));
  return inSlices(
    (function* () {
      const statements = new Set(stored);
      for (const { record, versions } of ofFile) {
        for (const one of statementsOf([record, ...versions])) statements.add(one);
        yield;
      }
      const refused = new Map<number, Refusal>();
      for (const { record, versions, line } of shared) {
        const isRepeated = [record, ...versions].some((one) => repeats(sayingOf(one), statements));
        if (isRepeated) refused.set(line, PRIVATE);
        yield;
      }
      return refused;
    })(),
    { signal },
  );
}

/** Everything in a record that others may read, but its times: they are no statement. */
function sayingOf(record: MemoryRecord): unknown {
  const { namespace, text, subject, key, value, metadata, evidence, heldFor } = record;
  const ids = relatedIds(record);
  return { ids, namespace, text, subject, key, value, metadata, evidence, heldFor };
}

function isShared({ namespace }: { readonly namespace: string }): boolean {
  return sharedNamespace(namespace) !== undefined;
}

function isOfUserAlone({ type }: MemoryRecord): boolean {
  return WRITE_POLICY.types[type].scope === 'user';
}

function repeats(written: unknown, statements: ReadonlySet<string>): boolean {
  const said = [...stringsIn(written)].map(spaceless);
  return [...statements].some((statement) => said.some((text) => text.includes(statement)));
}

/** Everything that the store knows of the user alone, as it is and as it was. */
async function userStatements(
  store: RecordStore,
  user: string,
  signal: AbortSignalLike | undefined,
): Promise<ReadonlySet<string>> {
  const statements = new Set<string>();
  let after: string | undefined;
  do {
    const at = after === undefined ? {} : { after };
    const filter = { namespaces: [user], withEnded: true };
    const page = await store.page(filter, { limit: READ_AT_ONCE, signal, ...at });
    const own = page.items.filter(isOfUserAlone);
    const ids = own.map(({ id }) => id);
    const earlier = [...(await store.versions(ids, { signal })).values()].flat();
    for (const one of statementsOf([...own, ...earlier])) statements.add(one);
    after = page.next;
  } while (after !== undefined);
  return statements;
}

/** The statements of records, each as its bare letters. */
function* statementsOf(records: readonly MemoryRecord[]): Generator<string, void> {
  for (const { text, value } of records) {
    for (const one of stringsIn({ text, value })) {
      for (const sentence of one.split(SENTENCE_ENDS)) {
        const statement = spaceless(sentence);
        if (statement.length >= SHORTEST_STATEMENT) yield statement;
      }
    }
  }
}

/** Every text in a value, at any depth: also names of fields of what an object holds, and numbers. */
function* stringsIn(value: unknown): Generator<string, void> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string') yield one;
    else if (typeof one === 'number') yield String(one);
    else if (typeof one === 'object' && one !== null) {
      for (const [name, inner] of Object.entries(one)) open.push(name, inner);
    }
  }
}

/** A text in which letters that look alike are one. */
function spaceless(text: string): string {
  return skeletonOf(bareText(text)).replaceAll(/\s+/gu, '');
}
