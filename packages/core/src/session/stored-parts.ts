import { errorText } from '../ground/errors/error-text.ts';
import { checkOption, InvalidMessageError, InvalidOptionError } from '../ground/errors/errors.ts';
import { copyPlainData } from '../message/copy-plain-data.ts';
import { frozenCopy } from '../message/frozen-copy.ts';
import { deepFieldIn } from '../message/plain-object.ts';
import type { PartHandle, StoredPart } from '../store/stored-part.ts';
import { checkPart } from './check-part.ts';
import type { EffectRunner } from './store/effect-runner.ts';

/** The objects of a session that its stored parts work with. */
interface StoredPartsHost<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly lifecycle: { open(): Promise<void> };
  /** @throws AgentMemoryError `TEXT_HELD` if a feature holds what is new. */
  checkSent<V>(sent: (value: V) => unknown, before: V, after: V | undefined): Promise<void>;
}

/**
 * The named parts of one session's stored state.
 *
 * - A part that is known when the session is loaded is read and checked then; one that cannot be read
 *   stays in the store until it is set, is reported, and counts as its first value.
 * - A part that nobody asks for is handed on as it is.
 */
export class StoredParts<Pad> {
  readonly #host: StoredPartsHost<Pad>;
  readonly #known = new Map<string, StoredPart<unknown>>();
  /** The value last read of each part, so that the same part is the same value. */
  readonly #read = new Map<string, { readonly stored: unknown; readonly value: unknown }>();

  constructor(host: StoredPartsHost<Pad>) {
    this.#host = host;
  }

  /**
   * @throws InvalidOptionError if the name is empty, taken or this library's own, or a field is not
   * known.
   */
  of<Value>(definition: StoredPart<Value>): PartHandle<Value> {
    checkPart(definition, this.#known.get(definition?.name));
    const deep = deepFieldIn({ initial: definition.initial });
    checkOption(!deep, 'part', `"${definition.name}" cannot be taken: ${deep}.`);
    const handle = this.own(definition);
    // The session may be loaded already: a part that cannot be read is reported now.
    handle.get();
    return handle;
  }

  /** A part of the library's own. */
  own<Value>(definition: StoredPart<Value>): PartHandle<Value> {
    const { name } = definition;
    this.#known.set(name, definition as StoredPart<unknown>);
    // It is given to anyone who asks, so that nobody may change it for the others.
    const initial = frozenCopy(definition.initial);
    return {
      get: () => this.#valueOf(definition, initial),
      set: async (value) => {
        const copy = value === undefined ? undefined : storable(name, value);
        await this.#host.lifecycle.open();
        const before = this.#valueOf(definition, initial);
        if (definition.sent) await this.#host.checkSent(definition.sent, before, copy);
        await this.#host.runner.dispatch({ type: 'part-set', name, value: copy });
      },
    };
  }

  /** The parts that are asked for, or will be. */
  known(): Iterable<StoredPart<unknown>> {
    return this.#known.values();
  }

  /** Gives what is read of a part; one that nobody asks for as it is. @throws where it cannot be read. */
  read(name: string, value: unknown): unknown {
    const known = this.#known.get(name);
    return known ? known.read(value) : value;
  }

  #valueOf<Value>({ name, damaged, read }: StoredPart<Value>, initial: Value): Value {
    const { parts } = this.#host.runner.snapshot;
    if (!parts.has(name)) return initial;
    const stored = parts.get(name);
    const known = this.#read.get(name);
    if (known && known.stored === stored) return known.value as Value;
    let value: Value;
    try {
      value = read(stored);
    } catch (error) {
      value = damaged ?? initial;
      const message = `${damageOf(name, error)} Its first value is used; what is stored stays until the part is set.`;
      void this.#host.runner.tell('STORED_STATE_DAMAGED', message);
    }
    this.#read.set(name, { stored, value });
    return value;
  }
}

export function damageOf(name: string, error: unknown): string {
  return `The part "${name}" is damaged: ${errorText(error)}.`;
}

/** A log of everything that happened is long. */
const MOST_VALUES = 1_000_000;

/** A copy that nobody can change. @throws InvalidOptionError if it is no plain data. */
function storable<Value>(name: string, value: Value): Value {
  try {
    return frozenCopy(copyPlainData(value, MOST_VALUES)) as Value;
  } catch (error) {
    if (!(error instanceof InvalidMessageError)) throw error;
    throw new InvalidOptionError(
      `part "${name}"`,
      `cannot be stored: \`${error.field}\` is no plain data.`,
    );
  }
}
