import { errorText } from '@agent-memory/core/internal';

/** As much as the browser says of the storage of this origin; what it keeps to itself is absent. */
export interface StorageFacts {
  /** Bytes that everything of the origin takes, as the browser estimates it. */
  readonly usageBytes?: number;
  /** Bytes that it may take at most, as the browser estimates it. */
  readonly quotaBytes?: number;
  /** Whether the browser keeps it when the device runs short of space. */
  readonly isPersisted?: boolean;
  /** Why a figure is missing, in the browser's words. */
  readonly problem?: string;
}

/** The part of `navigator.storage` that is asked; `undefined` where the page has none of it. */
export type StorageAnswers =
  | Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>
  | undefined;

/** Missing on pages without https, and where there is no page. */
export function pageStorage(): StorageAnswers {
  return typeof navigator === 'undefined' ? undefined : navigator.storage;
}

/** Asks the browser. A question that it does not know or refuses is left open. */
export async function storageFacts(storage: StorageAnswers): Promise<StorageFacts> {
  const [estimate, persisted] = await Promise.allSettled([
    storage?.estimate?.(),
    storage?.persisted?.(),
  ]);
  const { usage, quota } = answerOf(estimate) ?? {};
  const isPersisted = answerOf(persisted);
  const refusal = [estimate, persisted].find(({ status }) => status === 'rejected');
  return {
    ...(usage === undefined ? {} : { usageBytes: usage }),
    ...(quota === undefined ? {} : { quotaBytes: quota }),
    ...(isPersisted === undefined ? {} : { isPersisted }),
    ...(refusal?.status === 'rejected' ? { problem: errorText(refusal.reason) } : {}),
  };
}

function answerOf<Value>(settled: PromiseSettledResult<Value>): Value | undefined {
  return settled.status === 'fulfilled' ? settled.value : undefined;
}
