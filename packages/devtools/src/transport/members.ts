import type { DevtoolsSource } from '../source/devtools-source.ts';
import { fieldOf } from '../source/field-of.ts';
import type { MemberPath } from './messages.ts';

type Subscribe = (listener: () => void) => () => void;

/**
 * How a member is reached over a channel: called, followed, or a clock that is read here. One that changes
 * something, or costs the app a model call, is never reached: it is `refused` with a sentence, or `absent`
 * where it may be.
 */
type MemberKind<Member, IsOptional> = Member extends Subscribe
  ? 'follow'
  : Member extends () => number
    ? 'clock'
    : Member extends (...args: never[]) => unknown
      ? IsOptional extends true
        ? 'call-if-there' | 'absent'
        : 'call' | 'refused'
      : MembersOf<Member>;

/** Every member of a source, and how it is reached. */
type MembersOf<Source> = {
  readonly [Name in keyof Source]-?: MemberKind<
    NonNullable<Source[Name]>,
    undefined extends Source[Name] ? true : false
  >;
};

/** Members that the protocol has messages of their own for, or that each side has for itself. */
type OwnMessages = 'name' | 'sessionId' | 'past' | 'readOnly' | 'getState' | 'subscribe' | 'at';

/** The members of a source that are forwarded by this table, and by nothing else. */
export type Forwarded = Omit<DevtoolsSource, OwnMessages>;

/**
 * All that may be reached over a channel, which any page of the origin can post to: it reads. The compiler
 * checks it against the interfaces, so that a new member does not compile before it stands here.
 */
export const MEMBERS = {
  calls: 'call',
  trace: 'call',
  decisions: 'call',
  sentMessage: 'call',
  entry: 'call',
  entryById: 'call',
  explain: 'call',
  remedies: 'call-if-there',
  find: 'call',
  contextIn: 'call',
  archived: 'call',
  lostValues: 'call',
  previewCompaction: 'refused',
  compact: 'refused',
  undoCompaction: 'refused',
  setBudget: 'absent',
  bringBack: 'absent',
  longTerm: {
    nowMs: 'clock',
    page: 'call',
    namespaces: 'call',
    record: 'call',
    history: 'call',
    audit: 'call',
    recall: 'call',
    pin: 'refused',
    unpin: 'refused',
    mute: 'refused',
    unmute: 'refused',
    verify: 'refused',
    reject: 'refused',
    correct: 'refused',
    forget: 'refused',
    restore: 'refused',
    erase: 'refused',
    namespaceList: 'call',
    namespaceExtent: 'call',
    eraseNamespace: 'refused',
    exported: 'call',
    imported: 'refused',
    held: 'call',
    heldCount: 'call',
    release: 'refused',
    eraseHeld: 'refused',
    extraction: { log: 'call', subscribe: 'follow' },
    documents: { page: 'call', read: 'call', remove: 'refused', subscribe: 'follow' },
    subscribe: 'follow',
  },
  storage: {
    origin: 'call',
    exported: 'call',
    writeBack: 'absent',
    reload: 'absent',
    sessions: 'call-if-there',
  },
  runs: {
    subscribe: 'follow',
    list: 'call',
    request: 'call',
    block: 'call',
    setTitle: 'refused',
    recalled: 'call',
  },
  checkpoints: {
    subscribe: 'follow',
    list: 'call',
    resumption: 'call',
    branchFrom: 'refused',
    nowMs: 'clock',
  },
} as const satisfies MembersOf<Forwarded>;

/** A table like `MEMBERS`, or a part of it. */
export type MemberTable = {
  readonly [name: string]:
    | 'call'
    | 'call-if-there'
    | 'refused'
    | 'absent'
    | 'follow'
    | 'clock'
    | MemberTable;
};

/** What the other side must know of a source: the optional functions that it has, and the lead of its clocks over this page's in ms. */
export type Shape = { readonly [name: string]: true | number | Shape };

/** Says which of the members of a table a source has. */
export function shapeOf(source: object, table: MemberTable = MEMBERS): Shape {
  const shape: Record<string, true | number | Shape> = {};
  for (const [name, kind] of Object.entries(table)) {
    const member = fieldOf(source, name);
    if (typeof kind === 'object') {
      if (typeof member === 'object' && member !== null) shape[name] = shapeOf(member, kind);
    } else if (typeof member === 'function') {
      if (kind === 'clock') shape[name] = Number(member()) - Date.now();
      if (kind === 'call-if-there') shape[name] = true;
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
  const isReached = table === kind || (table === 'call-if-there' && kind === 'call');
  if (!isReached || typeof member !== 'function') return undefined;
  const call: unknown = member.bind(undefined);
  // The table says that it is a function; that of a bound one TypeScript calls `any`.
  return call as (...args: readonly unknown[]) => unknown;
}
