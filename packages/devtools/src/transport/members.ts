import type { DevtoolsSource } from '../source/devtools-source.ts';
import { fieldOf, type MemberPath } from './messages.ts';

type Subscribe = (listener: () => void) => () => void;

/** The way of a member over a channel: asked for, followed, or a clock that is read here. */
type MemberKind<Member> = Member extends Subscribe
  ? 'follow'
  : Member extends () => number
    ? 'clock'
    : Member extends (...args: never[]) => unknown
      ? 'call'
      : MembersOf<Member>;

/** Every member of a source, each with its way. */
type MembersOf<Source> = {
  readonly [Name in keyof Source]-?: MemberKind<NonNullable<Source[Name]>>;
};

/** Members that the protocol has messages of their own for. */
type OwnMessages = 'name' | 'sessionId' | 'past' | 'getState' | 'subscribe' | 'at';

/** The members of a source that are forwarded by this table, and by nothing else. */
export type Forwarded = Omit<DevtoolsSource, OwnMessages>;

/**
 * All that may be called over a channel. The compiler holds it against the interfaces: a member that is
 * missing here, or has another way, does not compile.
 */
export const MEMBERS = {
  calls: 'call',
  trace: 'call',
  decisions: 'call',
  sentMessage: 'call',
  entry: 'call',
  entryById: 'call',
  explain: 'call',
  find: 'call',
  contextIn: 'call',
  archived: 'call',
  lostValues: 'call',
  previewCompaction: 'call',
  compact: 'call',
  undoCompaction: 'call',
  setBudget: 'call',
  longTerm: {
    nowMs: 'clock',
    page: 'call',
    namespaces: 'call',
    record: 'call',
    history: 'call',
    audit: 'call',
    recall: 'call',
    pin: 'call',
    unpin: 'call',
    mute: 'call',
    unmute: 'call',
    verify: 'call',
    reject: 'call',
    correct: 'call',
    forget: 'call',
    restore: 'call',
    erase: 'call',
    namespaceList: 'call',
    namespaceExtent: 'call',
    eraseNamespace: 'call',
    exported: 'call',
    imported: 'call',
    held: 'call',
    heldCount: 'call',
    release: 'call',
    eraseHeld: 'call',
    drawnFrom: 'call',
    extraction: { log: 'call', subscribe: 'follow' },
    documents: {
      page: 'call',
      read: 'call',
      search: 'call',
      remove: 'call',
      subscribe: 'follow',
    },
    storage: 'call',
    subscribe: 'follow',
  },
  storage: {
    origin: 'call',
    keep: 'call',
    exported: 'call',
    writeBack: 'call',
    reload: 'call',
    sessions: 'call',
    measured: 'call',
  },
  runs: {
    subscribe: 'follow',
    list: 'call',
    request: 'call',
    block: 'call',
    setTitle: 'call',
    recalled: 'call',
  },
  checkpoints: {
    subscribe: 'follow',
    list: 'call',
    resumption: 'call',
    branchFrom: 'call',
    nowMs: 'clock',
  },
} as const satisfies MembersOf<Forwarded>;

/** A table like `MEMBERS`, or a part of it. */
export type MemberTable = {
  readonly [name: string]: 'call' | 'follow' | 'clock' | MemberTable;
};

/** The members that a source has: `true` for a function, for a clock its lead over this page's in ms. */
export type Shape = { readonly [name: string]: true | number | Shape };

/** Says which of the members of a table a source has. */
export function shapeOf(source: object, table: MemberTable = MEMBERS): Shape {
  const shape: Record<string, true | number | Shape> = {};
  for (const [name, kind] of Object.entries(table)) {
    const member = fieldOf(source, name);
    if (typeof kind === 'object') {
      if (typeof member === 'object' && member !== null) shape[name] = shapeOf(member, kind);
    } else if (typeof member === 'function') {
      shape[name] = kind === 'clock' ? Number(member()) - Date.now() : true;
    }
  }
  return shape;
}

/** A function of a source that may be reached over a channel; `undefined` for whatever may not. */
export function memberAt(
  source: object,
  path: MemberPath,
  kind: 'call' | 'follow',
): ((...args: readonly unknown[]) => unknown) | undefined {
  let table: unknown = MEMBERS;
  let member: unknown = source;
  for (const name of path) {
    if (typeof table !== 'object' || table === null || !Object.hasOwn(table, name))
      return undefined;
    table = fieldOf(table, name);
    member = fieldOf(member, name);
  }
  if (table !== kind || typeof member !== 'function') return undefined;
  const call: unknown = member.bind(undefined);
  // The table says that it is a function; that of a bound one TypeScript calls `any`.
  return call as (...args: readonly unknown[]) => unknown;
}
