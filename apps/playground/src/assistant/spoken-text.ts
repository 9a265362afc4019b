/** A text that grows while it is being said, and can be watched. */
export interface SpokenText {
  get(): string;
  set(text: string): void;
  subscribe(listener: () => void): () => void;
}

export function createSpokenText(): SpokenText {
  const listeners = new Set<() => void>();
  let text = '';
  return {
    get: () => text,
    set: (next) => {
      text = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
