import { fieldOf } from '../source/field-of.ts';

/**
 * The version of this protocol. Everything within a version may be added to; whatever one side does not
 * know it leaves alone. Only `look` and `source` are read across versions.
 */
export const PROTOCOL_VERSION = 1;

/** Marks a message as one of ours; its value is the protocol's version. */
const MARK = 'agentMemoryDevtools';

/** Names the member of a source, through its parts: `['longTerm', 'page']`. */
export type MemberPath = readonly string[];

/** An error on its way: there is no class on the other side. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
}

/** Everything that the page with the panel says. */
export type PanelMessage =
  /** Which sources are there? */
  | { readonly type: 'look' }
  /** Describe the source, or its past at a call, and give its whole state. */
  | { readonly type: 'attach'; readonly id: number; readonly past?: number }
  | {
      readonly type: 'call';
      readonly id: number;
      readonly past?: number;
      readonly path: MemberPath;
      readonly args: readonly unknown[];
      /** Place among the arguments of the options that have a `signal`. */
      readonly signalAt?: number;
    }
  | { readonly type: 'abort'; readonly id: number }
  /** Tell once when this changes; an empty path stands for the state, held as of `version`. */
  | {
      readonly type: 'follow';
      readonly id: number;
      readonly past?: number;
      readonly path: MemberPath;
      readonly version?: number;
    }
  | { readonly type: 'unfollow'; readonly id: number }
  /** Still here. */
  | { readonly type: 'alive' }
  | { readonly type: 'leave' };

/** Everything that the page with the memory says. */
export type SourceMessage =
  | { readonly type: 'source'; readonly name: string; readonly page: string }
  | { readonly type: 'gone' }
  /** It takes longer. */
  | { readonly type: 'working'; readonly id: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly error: SentError }
  | { readonly type: 'news'; readonly id: number; readonly state?: SentState }
  | { readonly type: 'alive' };

/** A state, as a change of the one that the other side holds. */
export interface SentState {
  readonly version: number;
  /** The version that is changed; 0: the change is the whole state. */
  readonly base: number;
  readonly change: unknown;
}

/** A message with its sender, and its addressee where it is for one only. */
export interface Envelope<Body> {
  readonly version: number;
  readonly from: string;
  readonly to?: string;
  readonly body: Body;
}

export function sealed(from: string, to: string | undefined, body: PanelMessage | SourceMessage) {
  return { [MARK]: PROTOCOL_VERSION, from, ...(to === undefined ? {} : { to }), body };
}

/** Reads what arrived on a channel; `undefined` for whatever is not one of ours or damaged. */
export function opened(message: unknown): Envelope<unknown> | undefined {
  const version = fieldOf(message, MARK);
  const from = fieldOf(message, 'from');
  const to = fieldOf(message, 'to');
  const body = fieldOf(message, 'body');
  if (!isCount(version) || typeof from !== 'string' || typeof body !== 'object') return undefined;
  if (to !== undefined && typeof to !== 'string') return undefined;
  return { version, from, body, ...(to === undefined ? {} : { to }) };
}

/** A panel's message; `undefined` where it is not one. */
export function readPanelMessage(body: unknown): PanelMessage | undefined {
  const type = fieldOf(body, 'type');
  if (type === 'look' || type === 'alive' || type === 'leave') return { type };
  const id = fieldOf(body, 'id');
  if (!isCount(id)) return undefined;
  if (type === 'abort' || type === 'unfollow') return { type, id };
  const past = fieldOf(body, 'past');
  if (past !== undefined && !isCount(past)) return undefined;
  const of = { id, ...(past === undefined ? {} : { past }) };
  if (type === 'attach') return { type, ...of };
  const path = fieldOf(body, 'path');
  if (!isPath(path)) return undefined;
  if (type === 'follow') {
    const version = fieldOf(body, 'version');
    return { type, ...of, path, ...(isCount(version) ? { version } : {}) };
  }
  const args = fieldOf(body, 'args');
  const signalAt = fieldOf(body, 'signalAt');
  if (type !== 'call' || !Array.isArray(args)) return undefined;
  return { type, ...of, path, args, ...(isCount(signalAt) ? { signalAt } : {}) };
}

/** A source's message; `undefined` where it is not one. */
export function readSourceMessage(body: unknown): SourceMessage | undefined {
  const type = fieldOf(body, 'type');
  if (type === 'gone' || type === 'alive') return { type };
  if (type === 'source') {
    const name = fieldOf(body, 'name');
    const page = fieldOf(body, 'page');
    return typeof name === 'string' && typeof page === 'string' ? { type, name, page } : undefined;
  }
  const id = fieldOf(body, 'id');
  if (!isCount(id)) return undefined;
  if (type === 'working') return { type, id };
  if (type === 'answer') return { type, id, value: fieldOf(body, 'value') };
  if (type === 'failure') return { type, id, error: readError(fieldOf(body, 'error')) };
  if (type !== 'news') return undefined;
  const state = readState(fieldOf(body, 'state'));
  return { type, id, ...(state && { state }) };
}

/** An error as it can be sent. */
export function sentError(error: unknown): SentError {
  const name = fieldOf(error, 'name');
  const message = fieldOf(error, 'message');
  const code = fieldOf(error, 'code');
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : String(error),
    ...(typeof code === 'string' ? { code } : {}),
  };
}

function readError(error: unknown): SentError {
  return sentError(typeof error === 'object' && error !== null ? error : { message: 'No reason.' });
}

function readState(state: unknown): SentState | undefined {
  const version = fieldOf(state, 'version');
  const base = fieldOf(state, 'base');
  if (!isCount(version) || !isCount(base)) return undefined;
  return { version, base, change: fieldOf(state, 'change') };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isPath(value: unknown): value is MemberPath {
  return Array.isArray(value) && value.every((part) => typeof part === 'string');
}
