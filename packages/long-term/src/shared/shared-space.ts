import type { KnownNames } from '@agent-memory/core/internal';
import type { CallOptions, LongTermMemory, WriteOutcome } from '../memory/long-term-memory.ts';
import { checkMade, checkName, fieldsOf, invalid } from '../platform/check-argument.ts';
import { sharedNamespace } from '../policy/namespaces.ts';
import type { Evidence, JsonValue } from '../records/memory-record.ts';
import { plainJson } from '../records/plain-json.ts';
import type { KnownRecord } from '../records/standing.ts';

/** Something that an agent shares. */
export interface SharedEntry {
  readonly agent: string;
  readonly key: string;
  readonly text: string;
  readonly value?: JsonValue;
  /** 0.3 at most, as of any text from outside, whoever wrote it. */
  readonly confidence: number;
  readonly recordId: string;
  readonly updatedAtMs: number;
}

/** Something that is shared. */
export interface SharedDraft {
  /** At most 4,000 characters. May be left out where there is a `value`. */
  readonly text?: string;
  readonly value?: JsonValue;
  /** The messages that it was drawn from. */
  readonly evidence?: readonly Evidence[];
  /** Not given out from then on. Default: until it is withdrawn. */
  readonly expiresAtMs?: number;
}

/** An agent's own key, or that of another one. */
export interface SharedKey {
  readonly agent: string;
  readonly key: string;
}

/** The notes that agents leave for each other about one task. */
export interface Blackboard {
  /** Writes a part in this agent's name. */
  write(part: string, draft: SharedDraft, options?: CallOptions): Promise<WriteOutcome>;
  /** The parts of all agents, oldest first; `key` is the name of the part. */
  entries(options?: CallOptions): Promise<readonly SharedEntry[]>;
  /** Takes this agent's parts away; gives how many there were. */
  clear(options?: CallOptions): Promise<number>;
}

/**
 * A space that agents share: each writes its own keys and reads those of all [NS-1].
 *
 * - What is shared is text from outside for whoever reads it: quoted, of the lowest confidence.
 * - Nothing that is about a user is taken in: no record of a user's own, and no text that repeats one.
 */
export interface SharedSpace {
  readonly agent: string;
  /** Writes a key of this agent; what stood under it is its history. */
  write(key: string, draft: SharedDraft, options?: CallOptions): Promise<WriteOutcome>;
  /** @returns `undefined` where nothing holds under the key. */
  read(place: SharedKey, options?: CallOptions): Promise<SharedEntry | undefined>;
  /** The keys of one agent, or of all, under which something holds. */
  keys(options?: CallOptions & { readonly agent?: string }): Promise<readonly SharedKey[]>;
  /** Everything that one agent shares, or all do, oldest first. */
  entries(options?: CallOptions & { readonly agent?: string }): Promise<readonly SharedEntry[]>;
  /** Takes a key of this agent back; gives whether something held under it. */
  withdraw(key: string, options?: CallOptions): Promise<boolean>;
  /** The part of the space that is about one task. */
  blackboard(task: string): Blackboard;
}

/** Whose space it is. */
export interface SharedSpaceOptions {
  /** The name of this agent, as the memory was given it. */
  readonly agent: string;
}

const OPTIONS = { agent: true } as const satisfies KnownNames<SharedSpaceOptions>;
const DRAFT = {
  text: true,
  value: true,
  evidence: true,
  expiresAtMs: true,
} as const satisfies KnownNames<SharedDraft>;
const PLACE = { agent: true, key: true } as const satisfies KnownNames<SharedKey>;
const ENTRIES = { agent: true, signal: true } as const;
/** PERSISTED: the key of a record in the namespace of what it shares. */
const RECORD_KEY = 'shared';
/** PERSISTED: the beginning of keys on a blackboard. */
const TASK = 'task:';
const LISTED_AT_ONCE = 200;
/**
 * Makes the shared space of an agent, over its memory.
 *
 * @param memory made with the same `agent`, and with `alsoRead: ['shared:*']` to read what others share.
 *
 * @example
 * const memory = createLongTermMemory({ agent: 'planner', alsoRead: ['shared:*'] });
 * const space = createSharedSpace(memory, { agent: 'planner' });
 * await space.write('deadline', { text: 'The report is due on 2026-12-04.' });
 * for (const { agent, key, text } of await space.entries()) console.log(agent, key, text);
 *
 * @throws InvalidOptionError if an option is not known, or the agent has no name or one with a ":".
 */
export function createSharedSpace(
  memory: LongTermMemory,
  options: SharedSpaceOptions,
): SharedSpace {
  checkMade(memory, 'memory', 'store', 'list', 'forget', 'namespaces');
  const { agent } = fieldsOf(options, OPTIONS, 'createSharedSpace');
  if (typeof agent !== 'string' || agent.trim() === '' || agent.includes(':')) {
    throw invalid('agent', 'must be the name of the agent, without a ":"', agent);
  }
  return new AgentSpace(memory, agent);
}

class AgentSpace implements SharedSpace {
  readonly agent: string;
  readonly #memory: LongTermMemory;

  constructor(memory: LongTermMemory, agent: string) {
    this.#memory = memory;
    this.agent = agent;
  }

  async write(key: string, draft: SharedDraft, options: CallOptions = {}): Promise<WriteOutcome> {
    fieldsOf(draft, DRAFT, 'write.draft');
    const { text = textOf(draft.value), ...rest } = draft;
    const shared = {
      ...rest,
      text,
      // Lowest trust from the beginning: whoever reads it, nothing makes it surer [GRD-1].
      type: 'reference',
      kind: 'artifact',
      nature: 'statement',
      source: 'external',
      namespace: this.#namespaceOf(key),
      key: RECORD_KEY,
    } as const;
    return this.#memory.store(shared, options);
  }

  async read(place: SharedKey, options: CallOptions = {}) {
    const { agent, key } = fieldsOf(place, PLACE, 'read');
    checkName(agent, 'read.agent');
    const namespace = `shared:${agent}:${named('read.key', key)}`;
    const { items } = await this.#memory.list({ namespaces: [namespace] }, options);
    const own = items.find(({ record }) => record.key === RECORD_KEY) ?? items[0];
    return own && entryOf(own);
  }

  async keys(options: CallOptions & { readonly agent?: string } = {}) {
    const entries = await this.entries(options);
    const keys = new Map(entries.map(({ agent, key }) => [`${agent}:${key}`, { agent, key }]));
    return [...keys].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key);
  }

  async entries(given: CallOptions & { readonly agent?: string } = {}) {
    fieldsOf(given, ENTRIES, 'entries');
    const { agent, ...options } = given;
    if (agent !== undefined) checkName(agent, 'entries.agent');
    const names = await this.#memory.namespaces(options);
    const namespaces = names.filter((name) => {
      const shared = sharedNamespace(name);
      return shared !== undefined && (agent === undefined || shared.agent === agent);
    });
    if (namespaces.length === 0) return [];
    const entries: SharedEntry[] = [];
    let after: string | undefined;
    do {
      const page = await this.#memory.list(
        { namespaces },
        { ...options, limit: LISTED_AT_ONCE, ...(after === undefined ? {} : { after }) },
      );
      entries.push(...page.items.flatMap((known) => entryOf(known) ?? []));
      after = page.next;
    } while (after !== undefined);
    return entries.sort((one, other) => one.updatedAtMs - other.updatedAtMs);
  }

  async withdraw(key: string, options: CallOptions = {}): Promise<boolean> {
    const ref = { key: RECORD_KEY, namespace: this.#namespaceOf(key) };
    return (await this.#memory.forget(ref, options)).kind === 'changed';
  }

  blackboard(task: string): Blackboard {
    const name = named('task', task);
    if (name.includes(':')) throw invalid('task', 'must not contain a ":"', name);
    const prefix = `${TASK}${name}:`;
    const entries = async (options: CallOptions = {}) => {
      const all = await this.entries(options);
      return all
        .filter(({ key }) => key.startsWith(prefix))
        .map((entry) => ({ ...entry, key: entry.key.slice(prefix.length) }));
    };
    return {
      entries,
      write: async (part, draft, options) =>
        this.write(prefix + named('part', part), draft, options),
      clear: async (options) => {
        const own = (await entries(options)).filter(({ agent }) => agent === this.agent);
        for (const { key } of own) await this.withdraw(prefix + key, options);
        return own.length;
      },
    };
  }

  #namespaceOf(key: string): string {
    return `shared:${this.agent}:${named('key', key)}`;
  }
}

/** The text of a value; none where it is no JSON: the write policy says why. */
function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  const copy = plainJson(value);
  if (copy.problem !== undefined) return '';
  return typeof copy.value === 'string' ? copy.value : JSON.stringify(copy.value);
}

function entryOf({ record, confidence }: KnownRecord): SharedEntry | undefined {
  const shared = sharedNamespace(record.namespace);
  if (!shared || record.muted) return undefined;
  const { id, text, value, updatedAtMs } = record;
  return {
    ...shared,
    text,
    ...(value === undefined ? {} : { value }),
    confidence,
    recordId: id,
    updatedAtMs,
  };
}

function named(option: string, name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '' && name.length <= 150) return name;
  throw invalid(option, 'must be a text of 1 to 150 characters', name);
}
