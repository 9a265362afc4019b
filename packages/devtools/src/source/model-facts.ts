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
  /** The members ahead of it, and why each did not answer. */
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
export function modelFacts({ name, contextWindow, status }: InspectableModel): ModelFacts {
  const window = status?.engine?.contextWindow ?? contextWindow;
  return {
    name,
    ...(window !== undefined && { contextWindow: window }),
    ...(status && { status: statusFacts(status) }),
  };
}

function statusFacts(status: ModelStatus): ModelStatus {
  const { phase, progress, engine, waiting, tokensPerSecond, failure, failureText } = status;
  const { restarts, taken, passedOver } = status;
  return {
    ...(phase !== undefined && { phase }),
    ...(progress && { progress: progressFacts(progress) }),
    ...(engine && { engine: engineFacts(engine) }),
    ...(waiting && { waiting: { user: waiting.user, background: waiting.background } }),
    ...(tokensPerSecond !== undefined && { tokensPerSecond }),
    ...(failure && { failure: { kind: failure.kind } }),
    ...(failureText !== undefined && { failureText }),
    ...(restarts !== undefined && { restarts }),
    ...(taken !== undefined && { taken }),
    ...(passedOver && { passedOver: passedOver.map(passedOverFacts) }),
  };
}

function progressFacts({ phase, loadedBytes, totalBytes, leftMs }: ModelProgress): ModelProgress {
  return {
    phase,
    ...(loadedBytes !== undefined && { loadedBytes }),
    ...(totalBytes !== undefined && { totalBytes }),
    ...(leftMs !== undefined && { leftMs }),
  };
}

function engineFacts({ backend, threads, notes = [] }: ModelEngine): ModelEngine {
  return { backend, notes: [...notes], ...(threads !== undefined && { threads }) };
}

function passedOverFacts({ name, error, wasAsked }: PassedOverModel): PassedOverModel {
  const { code, message } = error;
  return { name, error: { message, ...(code !== undefined && { code }) }, wasAsked };
}
