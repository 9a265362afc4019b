import type { MemoryFeature, PartHandle, StoredPart } from '@agent-memory/core';

declare module '@agent-memory/core' {
  interface LiveKinds {
    readonly visits: true;
  }
  interface MemoryEventMap {
    readonly 'visit-count': { readonly visits: number };
  }
}

const visits: StoredPart<number> = {
  name: 'outside-app/visits',
  initial: 0,
  read(value) {
    if (typeof value !== 'number') throw new TypeError('It is no number');
    return value;
  },
};

let part: PartHandle<number> | undefined;
let tell: ((count: number) => void) | undefined;

/** A feature of the app's own: a section of the context, a stored part and an event. */
export const visitCounter: MemoryFeature = {
  name: 'visit-counter',
  attach(host) {
    const handle = host.part(visits);
    part = handle;
    tell = (count) => host.emit({ type: 'visit-count', visits: count });
    return {
      liveSections: [
        {
          id: 'visits',
          kind: 'visits',
          share: 0.02,
          lead: 'How often the user was here',
          revision: () => handle.get(),
          render: () => ({ text: `${handle.get()} visits` }),
        },
      ],
    };
  },
};

/** Counts a visit; resolves when it is stored. */
export async function countVisit(): Promise<void> {
  const count = (part?.get() ?? 0) + 1;
  await part?.set(count);
  tell?.(count);
}
