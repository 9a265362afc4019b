import { openTabChannel } from '@agent-memory/core/internal';

/** The news from one tab to the others: the ids that it has written. No text travels. */
export interface TabMessage {
  readonly recordIds: readonly string[];
}

/** Word between the tabs that share a store [NS-2]. */
export interface OtherTabs {
  tell(message: TabMessage): void;
  close(): void;
}

/** PERSISTED in the sense that tabs of two releases may run side by side. */
const CHANNEL = 'agent-memory:records:';

/** Listens to tabs on the same data; without an address, or where the platform has no channels, to nobody. */
export function otherTabs(
  address: string | undefined,
  onMessage: (message: TabMessage) => void,
): OtherTabs {
  const hear = (message: unknown) => {
    if (isTabMessage(message)) onMessage(message);
  };
  const channel = address === undefined ? undefined : openTabChannel(CHANNEL + address, hear);
  return channel ?? { tell: () => undefined, close: () => undefined };
}

function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false;
  const ids: unknown = Reflect.get(data, 'recordIds');
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string');
}
