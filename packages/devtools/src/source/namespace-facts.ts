import type { EraseOptions, EraseReport, LongTermMemory, Refusal } from '@agent-memory/long-term';
import { filedRecord } from './filed-record.ts';

const COUNTED_AT_ONCE = 500;

/** A namespace that holds something. */
export interface NamespaceFacts {
  readonly name: string;
  /** Records that hold, history apart. */
  readonly records: number;
}

/** Everything that an erasure of a namespace would take. */
export interface NamespaceExtent {
  readonly records: number;
  /** Those of them that hold no more and are kept as history. */
  readonly ended: number;
}

/** The outcome of an erasure. */
export interface ErasureFacts {
  readonly records: number;
  /** Messages whose words are gone. */
  readonly sources: number;
  /** Messages that were gone before. */
  readonly missing: number;
  /** Why nothing was erased. */
  readonly refusal?: Refusal;
}

/** The namespaces that may be read, and how many records hold in each. */
export async function namespaceList(
  memory: Pick<LongTermMemory, 'namespaces' | 'list'>,
): Promise<readonly NamespaceFacts[]> {
  const names = await memory.namespaces();
  return Promise.all(
    names.map(async (name) => ({ name, records: await countHolding(memory, name) })),
  );
}

async function countHolding(
  memory: Pick<LongTermMemory, 'list'>,
  namespace: string,
): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const at = after === undefined ? {} : { after };
    const page = await memory.list({ namespaces: [namespace] }, { limit: COUNTED_AT_ONCE, ...at });
    count += page.items.length;
    after = page.next;
  } while (after !== undefined);
  return count;
}

/** Counts the ended ones too: nothing but an export lists them. */
export async function namespaceExtent(
  memory: Pick<LongTermMemory, 'exportLines' | 'list'>,
  namespace: string,
  { signal }: { readonly signal?: AbortSignal },
): Promise<NamespaceExtent> {
  const holding = await countHolding(memory, namespace);
  let records = 0;
  for await (const line of memory.exportLines(signal === undefined ? {} : { signal })) {
    if (filedRecord(line)?.namespace === namespace) records += 1;
  }
  return { records, ended: Math.max(0, records - holding) };
}

/** Takes a whole namespace away for good. */
export async function eraseNamespace(
  memory: Pick<LongTermMemory, 'erase'>,
  namespace: string,
  options: Pick<EraseOptions, 'includeSources'>,
): Promise<ErasureFacts> {
  const report: EraseReport = await memory.erase({ namespace }, options);
  return {
    records: report.recordIds.length,
    sources: report.sources.length,
    missing: report.missing.length,
    ...(report.refusal && { refusal: report.refusal }),
  };
}
