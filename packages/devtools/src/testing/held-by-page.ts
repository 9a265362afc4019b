/** Everything that was added to the page since and has not been taken away. */
export interface HeldByPage {
  /** Types of listeners of window and document, and `BroadcastChannel` for each that is open. */
  readonly names: () => readonly string[];
  /** Gives the page its own functions back. */
  readonly restore: () => void;
}

/** Counts the listeners of window and document that packages add, and the channels that are open. */
export function heldByPage(): HeldByPage {
  const channels = new Set<BroadcastChannel>();
  const undo: (() => void)[] = [];
  const counted = [window, document].map((target) => {
    const added = new Map<string, Set<unknown>>();
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = (type: string, listener: unknown, options: unknown) => {
      const signal = typeof options === 'object' && options && Reflect.get(options, 'signal');
      const listeners = added.get(type) ?? new Set();
      added.set(type, listeners.add(listener));
      if (signal instanceof AbortSignal) {
        signal.addEventListener('abort', () => listeners.delete(listener));
      }
      Reflect.apply(addEventListener, target, [type, listener, options]);
    };
    target.removeEventListener = (type: string, listener: unknown, options: unknown) => {
      added.get(type)?.delete(listener);
      Reflect.apply(removeEventListener, target, [type, listener, options]);
    };
    undo.push(() => Object.assign(target, { addEventListener, removeEventListener }));
    return added;
  });
  const Own = BroadcastChannel;
  globalThis.BroadcastChannel = class extends Own {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close(): void {
      channels.delete(this);
      super.close();
    }
  };
  undo.push(() => {
    globalThis.BroadcastChannel = Own;
  });
  return {
    names: () => [
      ...counted.flatMap((added) =>
        [...added].flatMap(([type, listeners]) => [...listeners].map(() => type)),
      ),
      ...[...channels].map(() => 'BroadcastChannel'),
    ],
    restore: () => {
      for (const step of undo) step();
    },
  };
}
