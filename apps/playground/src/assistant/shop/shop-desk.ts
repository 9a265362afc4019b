import type { KeptValue } from '../../settings/kept-value.ts';
import type { Wait } from '../stream-words.ts';

const SHOP_TOOLS = ['list_orders', 'lookup_order', 'track_parcel'] as const;

export type ShopTool = (typeof SHOP_TOOLS)[number];

/** A call as the shop noted it when it was served. */
export interface ServedCall {
  /** Unique to a call: asked for under the same key, it is the same call. */
  readonly key: string;
  readonly toolName: ShopTool;
}

/** The state of the call that the shop is asked with. */
export interface AskOptions {
  readonly signal: AbortSignal;
  /** The call may have come through before: if it did, the shop hands out its answer and serves nothing. */
  readonly isInDoubt: boolean;
}

/** The way to the shop, which is as far away as a server. */
export interface ShopDesk {
  /**
   * Asks the shop and gives its answer as JSON text. The shop notes the call when it serves it, halfway:
   * a page that dies on the way back was served without knowing.
   *
   * @throws the signal's reason if it aborts.
   */
  ask(call: ServedCall, answer: () => object, options: AskOptions): Promise<string>;
}

const ONE_WAY_MS = 150;
const MOST_NOTED = 500;

/** A desk whose notes outlive the page, as those of a server would. */
export function createShopDesk(served: KeptValue<readonly ServedCall[]>, wait: Wait): ShopDesk {
  return {
    async ask(call, answer, { signal, isInDoubt }) {
      await wait(ONE_WAY_MS, signal);
      signal.throwIfAborted();
      const isServed = isInDoubt && served.get().some(({ key }) => key === call.key);
      if (!isServed) served.update((before) => [...before, call].slice(-MOST_NOTED));
      const text = JSON.stringify(answer());
      await wait(ONE_WAY_MS, signal);
      signal.throwIfAborted();
      return text;
    },
  };
}

/** The notes of the shop as they were kept; what cannot be read is no note. */
export function parseServed(kept: unknown): readonly ServedCall[] {
  return Array.isArray(kept) ? kept.flatMap(servedIn) : [];
}

function servedIn(kept: unknown): readonly ServedCall[] {
  if (typeof kept !== 'object' || kept === null) return [];
  if (!('key' in kept && 'toolName' in kept)) return [];
  const { key, toolName } = kept;
  return typeof key === 'string' && isShopTool(toolName) ? [{ key, toolName }] : [];
}

/** Whether a tool is one of the shop's. */
export function isShopTool(name: unknown): name is ShopTool {
  return SHOP_TOOLS.some((tool) => tool === name);
}
