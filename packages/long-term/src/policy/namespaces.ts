import { InvalidOptionError } from '@agent-memory/core';
import type { MemoryType } from '../records/memory-record.ts';
import { isSetApart } from '../records/set-apart.ts';
import type { CheckedDraft } from './memory-draft.ts';
import type { Refusal } from './refusal.ts';
import { WRITE_POLICY } from './write-policy.ts';

const SEPARATOR = ':';
const USER = `user${SEPARATOR}`;

/** Where a memory reads and writes [NS-1]. */
export interface NamespaceOptions {
  /** The user to whom records of the types `user` and `feedback` belong, without ":". Default: `local`. */
  readonly user?: string;
  /** Where records that may be shared go: `project:apollo`. Default: the user's own namespace. */
  readonly namespace?: string;
  /** Namespaces that are read beside these and never written to, as of other projects. Default: none. */
  readonly alsoRead?: readonly string[];
  /**
   * The most that another user's statement in a shared namespace counts for this one, 0 to 1; for a team
   * whose members trust each other. It is a claim all the same. Default: 0.3, as for text from outside [NS-3].
   */
  readonly trustInOthers?: number;
  /**
   * Whether this memory may correct, confirm, pin, mute, forget and erase what other users wrote in a shared
   * namespace. Default: false; such a change is refused (`OF_ANOTHER_USER`) [NS-3].
   */
  readonly mayChangeOthers?: boolean;
}

/** The namespaces of a memory, as its options say. */
export interface Namespaces {
  readonly user: string;
  readonly shared: string;
  readonly alsoRead: readonly string[];
}

/**
 * The namespaces that a memory reads and writes.
 *
 * @throws InvalidOptionError if a name is empty or leads to another user's records, or a user's has a separator.
 */
export function namespacesOf(options: NamespaceOptions): Namespaces {
  const user = USER + userIn(options);
  const shared = named('namespace', options.namespace === undefined ? user : options.namespace);
  const { alsoRead: given = [] } = options;
  if (!Array.isArray(given)) {
    throw new InvalidOptionError('alsoRead', 'must be a list of namespaces.');
  }
  const alsoRead = given.map((name) => named('alsoRead', name));
  for (const name of [shared, ...alsoRead]) {
    if (name.startsWith(USER) && name !== user) throw foreign(name);
    if (isSetApart(name)) throw setApart(name);
  }
  return { user, shared, alsoRead };
}

function userIn({ user = 'local' }: NamespaceOptions): string {
  const name = named('user', user);
  if (!name.includes(SEPARATOR)) return name;
  const problem = `must not contain "${SEPARATOR}", which separates the parts of a namespace; got "${name}". Leave it out, or write something else for it.`;
  throw new InvalidOptionError('user', problem);
}

function named(option: string, value: unknown): string {
  const isName = typeof value === 'string' && value.trim() !== '' && value.length <= 200;
  if (!isName) throw new InvalidOptionError(option, 'must be a text of 1 to 200 characters.');
  return value;
}

function setApart(name: string): InvalidOptionError {
  return new InvalidOptionError(
    'namespace',
    `must not lead to added documents or pauses, which are no records; got "${name}". Documents are found by \`createDocuments\`.`,
  );
}

function foreign(name: string): InvalidOptionError {
  return new InvalidOptionError(
    'namespace',
    `must not lead to records of other users; got "${name}". They belong to one user each.`,
  );
}

/** Whether the memory may give out records of a namespace. */
export function isReadable(namespaces: Namespaces, name: string): boolean {
  return isOwn(namespaces, name) || namespaces.alsoRead.includes(name);
}

/** Whether the memory reads and writes a namespace. */
function isOwn({ user, shared }: Namespaces, name: string): boolean {
  return name === user || name === shared;
}

/** A namespace and the user's own: what its user erases in one of them is erased for them in every one. */
export function withOwn({ user }: Namespaces, namespace: string): readonly string[] {
  return [...new Set([namespace, user])];
}

/** The user of the memory, as the author of a record in a namespace; `undefined` in their own, where it says so. */
export function authorIn({ user }: Namespaces, namespace: string): string | undefined {
  return namespace === user ? undefined : user.slice(USER.length);
}

/** The namespace of a draft by its scope or that of its type, or the one that it names. */
export function namespaceOfDraft(
  namespaces: Namespaces,
  { type, namespace, scope }: Pick<CheckedDraft, 'type' | 'namespace' | 'scope'>,
): string {
  if (namespace !== undefined) return namespace;
  const isForUser = scope === 'user' || WRITE_POLICY.types[type].scope === 'user';
  return isForUser ? namespaces.user : namespaces.shared;
}

/** The refusal of a record of this type in a namespace; `undefined`: there is none. */
export function refusalOfNamespace(
  namespaces: Namespaces,
  type: MemoryType,
  name: string,
): Refusal | undefined {
  if (WRITE_POLICY.types[type].scope === 'user' && name !== namespaces.user) {
    return {
      rule: 'PRIVATE',
      sentence: `Records of type ${type} belong to one user and are never shared; "${name}" is not that user's namespace.`,
      remedy: `Leave \`namespace\` out, or use type project or reference.`,
      field: 'namespace',
    };
  }
  return refusalOfClosed(namespaces, name);
}

/** The refusal of a namespace that the memory does not write to. */
export function refusalOfClosed(namespaces: Namespaces, name: string): Refusal | undefined {
  if (isOwn(namespaces, name)) return undefined;
  return {
    rule: 'NAMESPACE_CLOSED',
    sentence: `This memory does not write to namespace "${name}".`,
    remedy: 'Make a memory for that namespace.',
    field: 'namespace',
  };
}
