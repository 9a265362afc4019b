import type { Clock } from '@agent-memory/core';
import type { Connection } from './connection.ts';
import { type Forwarded, MEMBERS, type MemberTable } from './members.ts';
import { fieldOf, type MemberPath } from './messages.ts';

/** The place of members: at a source or its past, on a line. */
export interface RemotePlace {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly past?: number;
}

/**
 * The members of a source at the other side of a line, as its shape says that they are there. One that
 * an older page has not got rejects when it is called, in words.
 */
export function remoteMembers(shape: unknown, place: RemotePlace): Forwarded {
  const members: unknown = membersOf(MEMBERS, shape, place, []);
  // The compiler holds the table against this interface, and each member is made as the table says.
  return members as Forwarded;
}

function membersOf(
  table: MemberTable,
  shape: unknown,
  place: RemotePlace,
  path: MemberPath,
): Readonly<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(table)) {
    const own = fieldOf(shape, name);
    const ownPath = [...path, name];
    if (typeof kind === 'object') {
      if (typeof own === 'object') members[name] = membersOf(kind, own, place, ownPath);
    } else if (kind === 'clock') members[name] = clockOf(own, place);
    else if (kind === 'follow') members[name] = followOf(ownPath, place);
    else if (own === true || !isOptional(ownPath)) members[name] = callOf(ownPath, place);
  }
  return members;
}

/** A command that many apps do not give: where it is not there, the panel must know. */
function isOptional(path: MemberPath): boolean {
  return OPTIONAL.has(path.join('.'));
}

const OPTIONAL: ReadonlySet<string> = new Set([
  'setBudget',
  'storage.keep',
  'storage.writeBack',
  'storage.reload',
  'storage.sessions',
  'storage.measured',
]);

function clockOf(lead: unknown, { clock }: RemotePlace): () => number {
  const leadMs = typeof lead === 'number' && Number.isFinite(lead) ? lead : 0;
  return () => clock.nowMs() + leadMs;
}

function followOf(path: MemberPath, { connection, past }: RemotePlace) {
  return (listener: () => void) =>
    connection.follow({ path, ...(past === undefined ? {} : { past }), onNews: () => listener() });
}

function callOf(path: MemberPath, { connection, past }: RemotePlace) {
  return (...given: readonly unknown[]): Promise<unknown> => {
    const signalAt = given.findIndex((argument) => signalIn(argument) !== undefined);
    const signal = signalIn(given[signalAt]);
    const args = given.map((argument, at) =>
      at === signalAt ? withoutSignal(argument) : argument,
    );
    return connection.ask(
      {
        ...{ type: 'call', path, args },
        ...(past === undefined ? {} : { past }),
        ...(signal && { signalAt }),
      },
      signal,
    );
  };
}

/** A signal cannot be cloned: it is taken out, and its abort is sent as a message. */
function withoutSignal(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'signal'));
}

function signalIn(argument: unknown): AbortSignal | undefined {
  const signal = fieldOf(argument, 'signal');
  return signal instanceof AbortSignal ? signal : undefined;
}
