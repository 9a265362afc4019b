import { InvalidOptionError } from '@agent-memory/core';
import { invalid } from '../platform/check-argument.ts';
import { reachesDocuments } from '../records/document-namespaces.ts';
import type { MemoryType } from '../records/memory-record.ts';
import type { Refusal } from './refusal.ts';
import { WRITE_POLICY } from './write-policy.ts';

const USER = 'user:';
const SHARED = 'shared:';

/** Where a memory reads and writes [NS-1]. */
export interface NamespaceOptions {
  /** The user to whom records of the types `user` and `feedback` belong. Default: `local`. */
  readonly user?: string;
  /** Where records that may be shared go: `project:apollo`. Default: the user's own namespace. */
  readonly namespace?: string;
  /** The agent's name, without a ":": it may write `shared:<agent>:…`, which other agents may read. */
  readonly agent?: string;
  /** Namespaces that are read beside these; one that ends with `*` stands for all that begin so. */
  readonly alsoRead?: readonly string[];
}

/** The namespaces of a memory, as its options say. */
export interface Namespaces {
  readonly user: string;
  readonly shared: string;
  /** The beginning of the agent's own shared space. */
  readonly agentPrefix?: string;
  readonly alsoRead: readonly string[];
}

/** @throws InvalidOptionError if a name is empty or leads to another user's records. */
export function namespacesOf(options: NamespaceOptions): Namespaces {
  const { agent, alsoRead: given = [] } = options;
  const user = USER + named('user', options.user === undefined ? 'local' : options.user);
  const shared = named('namespace', options.namespace === undefined ? user : options.namespace);
  if (!Array.isArray(given)) {
    throw new InvalidOptionError('alsoRead', 'must be a list of namespaces.');
  }
  const alsoRead = given.map((name) => named('alsoRead', name));
  for (const name of [shared, ...alsoRead]) {
    const isForeign = name.startsWith(USER) && name !== user;
    if (isForeign || USER.startsWith(name.replace(/\*$/u, ''))) throw foreign(name);
    if (reachesDocuments(name)) throw ofDocuments(name);
  }
  if (typeof agent === 'string' && agent.includes(':')) throw ambiguous(agent);
  const agentPrefix = agent === undefined ? undefined : `${SHARED}${named('agent', agent)}:`;
  return { user, shared, alsoRead, ...(agentPrefix === undefined ? {} : { agentPrefix }) };
}

function named(option: string, value: unknown): string {
  const isName = typeof value === 'string' && value.trim() !== '' && value.length <= 200;
  if (!isName) throw new InvalidOptionError(option, 'must be a text of 1 to 200 characters.');
  return value;
}

/** An agent `a:b` would write what agent `a` shares under `b`. */
function ambiguous(agent: string): InvalidOptionError {
  return new InvalidOptionError(
    'agent',
    'must not contain a ":", which parts an agent from what it shares. What an agent of this name has ' +
      `written is read with \`alsoRead: ['${SHARED}${agent}:*']\`.`,
  );
}

function ofDocuments(name: string): InvalidOptionError {
  return new InvalidOptionError(
    'namespace',
    `must not lead to added documents, which are no records; got "${name}". They are found by \`createDocuments\`.`,
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
  if (name === namespaces.user || name === namespaces.shared) return true;
  if (namespaces.agentPrefix !== undefined && name.startsWith(namespaces.agentPrefix)) return true;
  return namespaces.alsoRead.some((read) =>
    read.endsWith('*') ? name.startsWith(read.slice(0, -1)) : name === read,
  );
}

/** Whether a namespace is one in which another agent shares: its word counts as text from outside [GRD-1]. */
export function isOfOtherAgent({ agentPrefix }: Namespaces, name: string): boolean {
  return name.startsWith(SHARED) && (agentPrefix === undefined || !name.startsWith(agentPrefix));
}

/** Whether the memory may write to a namespace. */
export function isWritable(namespaces: Namespaces, name: string): boolean {
  if (name === namespaces.user || name === namespaces.shared) return true;
  const { agentPrefix } = namespaces;
  return agentPrefix !== undefined && name.startsWith(agentPrefix) && name !== agentPrefix;
}

/** The namespace of a draft by the scope of its type, or the one that it names. */
export function namespaceOfDraft(
  namespaces: Namespaces,
  { type, namespace }: { readonly type: MemoryType; readonly namespace?: string },
): string {
  if (namespace !== undefined) return namespace;
  return WRITE_POLICY.types[type].scope === 'user' ? namespaces.user : namespaces.shared;
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
  if (isWritable(namespaces, name)) return undefined;
  return {
    rule: 'NAMESPACE_CLOSED',
    sentence: `This memory does not write to namespace "${name}".`,
    remedy: 'Make a memory for that namespace.',
    field: 'namespace',
  };
}

/**
 * An agent's shared namespace in its parts; `undefined` for any other.
 *
 * @example
 * for (const name of await memory.namespaces()) {
 *   const shared = sharedNamespace(name);
 *   if (shared) console.log(`${shared.agent} shares ${shared.key}.`);
 * }
 *
 * @throws InvalidOptionError if the name is no text.
 */
export function sharedNamespace(
  name: string,
): { readonly agent: string; readonly key: string } | undefined {
  if (typeof name !== 'string') throw invalid('name', 'must be the name of a namespace', name);
  if (!name.startsWith(SHARED)) return undefined;
  const end = name.indexOf(':', SHARED.length);
  if (end < 0) return undefined;
  return { agent: name.slice(SHARED.length, end), key: name.slice(end + 1) };
}
