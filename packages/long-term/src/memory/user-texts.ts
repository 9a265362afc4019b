import type { AbortSignalLike } from '@agent-memory/core';
import { type Namespaces, sharedNamespace } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { bareText } from '../records/bare-text.ts';
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
  if (sharedNamespace(written.namespace) === undefined) return undefined;
  const said = [...stringsIn(written)].map(spaceless);
  let after: string | undefined;
  do {
    const at = after === undefined ? {} : { after };
    const filter = { namespaces: [user], withEnded: true };
    const page = await store.page(filter, { limit: READ_AT_ONCE, signal, ...at });
    const own = page.items.filter(({ type }) => WRITE_POLICY.types[type].scope === 'user');
    const ids = own.map(({ id }) => id);
    const earlier = [...(await store.versions(ids, { signal })).values()].flat();
    for (const { text, value } of [...own, ...earlier]) {
      const statements = [...stringsIn({ text, value })]
        .flatMap((one) => one.split(SENTENCE_ENDS))
        .map(spaceless)
        .filter((one) => one.length >= SHORTEST_STATEMENT);
      if (statements.some((one) => said.some((text) => text.includes(one)))) return PRIVATE;
    }
    after = page.next;
  } while (after !== undefined);
  return undefined;
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

function spaceless(text: string): string {
  return bareText(text).replaceAll(/\s+/gu, '');
}
