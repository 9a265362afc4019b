/**
 * The part of a model that the panel reads: its name, and where it has one, its state. A `LocalModel`, a
 * chain of `fallback` and a model at an endpoint of `@agent-memory/models` are such models as they are.
 */
export interface InspectableModel {
  readonly name: string;
  /** Tokens of one request and its answer together. */
  readonly contextWindow?: number | undefined;
  /** Absent for a model that has no state to tell, such as one at an endpoint. */
  readonly status?: ModelStatus;
  /** Calls back after each change of `status`; gives the function that ends it. */
  subscribe?(listener: () => void): () => void;
}

/** The state of a model: plain data. One of this device has a `phase`, a chain has `passedOver`. */
export interface ModelStatus {
  /** `unloaded`, `loading`, `ready`, `answering` or `disposed`. */
  readonly phase?: string;
  readonly progress?: ModelProgress | undefined;
  readonly engine?: ModelEngine | undefined;
  /** Requests that wait behind the one that is answered. */
  readonly waiting?: { readonly user: number; readonly background: number };
  readonly tokensPerSecond?: number | undefined;
  readonly failure?: { readonly kind: string } | undefined;
  /** The failure in words. */
  readonly failureText?: string | undefined;
  readonly restarts?: number | undefined;
  /** The member of a chain that answered; absent where none did. */
  readonly taken?: string;
  /** The members before it, and why each did not answer. */
  readonly passedOver?: readonly PassedOverModel[];
}

/** How far a load is. */
export interface ModelProgress {
  /** `download`, `compile` or `start`. */
  readonly phase: string;
  readonly loadedBytes?: number;
  readonly totalBytes?: number;
  readonly leftMs?: number;
}

/** The engine as it runs on this device. */
export interface ModelEngine {
  readonly contextWindow?: number;
  /** `webgpu` or `wasm`. */
  readonly backend: string;
  readonly threads?: number;
  /** Sentences about anything that is less than it could be. */
  readonly notes?: readonly string[];
}

/** A member of a chain that did not answer. */
export interface PassedOverModel {
  readonly name: string;
  readonly error: { readonly code?: string; readonly message: string };
  /** Whether it was asked this time; if not, it failed not long ago in a way that lasts. */
  readonly wasAsked: boolean;
}

/** A model as the panel shows it: plain data, that can be cloned. */
export interface ModelFacts {
  readonly name: string;
  readonly contextWindow?: number;
  readonly status?: ModelStatus;
}

/** The part of a model that is shown now; whatever else its state holds is left where it is. */
function modelFacts({ name, contextWindow, status }: InspectableModel): ModelFacts {
  const window = status?.engine?.contextWindow ?? contextWindow;
  return {
    name,
    ...(window !== undefined && { contextWindow: window }),
    ...(status && { status: statusFacts(status) }),
  };
}

/** The fields of a status that the panel knows, at any depth; what a model adds stays in its page. */
const STATUS_FIELDS: readonly string[] = [
  ...['phase', 'progress', 'loadedBytes', 'totalBytes', 'leftMs', 'engine', 'backend', 'threads'],
  ...[
    'notes',
    'waiting',
    'user',
    'background',
    'tokensPerSecond',
    'failure',
    'kind',
    'failureText',
  ],
  ...['restarts', 'taken', 'passedOver', 'name', 'error', 'code', 'message', 'wasAsked'],
];

function statusFacts(status: ModelStatus): ModelStatus {
  return JSON.parse(JSON.stringify(status, [...STATUS_FIELDS]));
}

/** Models whose states are read when they are asked for, and followed only while somebody listens. */
export function followedModels(models: readonly InspectableModel[]) {
  let latest: readonly ModelFacts[] = [];
  let latestText = '[]';
  let seen: readonly Seen[] = [];
  return {
    /** The same list until a model says something else. */
    facts: () => {
      const now = models.map(({ contextWindow, status }): Seen => ({ contextWindow, status }));
      if (seen.length === now.length && now.every((one, at) => isSame(one, seen[at]))) {
        return latest;
      }
      seen = now;
      const facts = models.map(modelFacts);
      // By what they say: a model may make its state again whenever it is read.
      const text = JSON.stringify(facts);
      if (text !== latestText) {
        latest = facts;
        latestText = text;
      }
      return latest;
    },
    /** Calls back after each change of any of them; gives the function that ends it. */
    subscribe: (listener: () => void) => {
      const stops = models.map((model) => model.subscribe?.(listener));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}

/** The parts of a model that change, as they were when it was last looked at. */
interface Seen {
  readonly contextWindow: InspectableModel['contextWindow'];
  readonly status: InspectableModel['status'] | undefined;
}

function isSame(one: Seen, other: Seen | undefined): boolean {
  return one.status === other?.status && one.contextWindow === other?.contextWindow;
}
