import { InvalidMessageError } from '../errors/errors.ts';

/** Far deeper than any message is, and far from where serializing it would run out of stack. */
const DEEPEST_LEVELS = 500;

/** An object whose fields are being copied; all before `next` are done. */
interface Holder {
  readonly source: object;
  readonly target: object;
  readonly names: readonly string[];
  next: number;
}

/**
 * A deep copy of what JSON can say: text, numbers, booleans, null, lists and plain objects. It shares
 * nothing changeable with the original. Fields that are `undefined` stay.
 *
 * @throws InvalidMessageError for everything else (a function, a `Date`, an instance of a class, a
 * value that holds itself, more than 500 levels), naming the place by its path from `value`.
 */
export function copyPlainData(value: unknown): unknown {
  // A list of its own instead of recursion: a deep value must not exhaust the stack.
  const holders: Holder[] = [];
  const ancestors = new Set<object>();
  const whole = copy(value);
  for (let holder = holders.at(-1); holder; holder = holders.at(-1)) {
    const name = holder.names[holder.next];
    if (name === undefined) close(holder);
    else {
      holder.next += 1;
      keepField(holder.target, name, copy(Reflect.get(holder.source, name)));
    }
  }
  return whole;

  /** The copy of a primitive, or an empty one of an object that the loop fills. */
  function copy(source: unknown): unknown {
    const problem = problemOf(source);
    if (problem) throw new InvalidMessageError(place(), `${problem}.`);
    return typeof source === 'object' && source !== null ? open(source) : source;
  }

  function open(source: object): object {
    if (ancestors.has(source)) {
      throw new InvalidMessageError(place(), 'holds itself, which cannot be sent.');
    }
    if (holders.length === DEEPEST_LEVELS) {
      // The whole path would bury the sentence; its start leads to the part: `parts.0.value`.
      const field = holders.slice(0, 3).map(currentName).join('.');
      throw new InvalidMessageError(field, `is nested deeper than ${DEEPEST_LEVELS} levels.`);
    }
    const target = Array.isArray(source) ? [] : {};
    holders.push({ source, target, names: Object.keys(source), next: 0 });
    ancestors.add(source);
    return target;
  }

  function close(holder: Holder): void {
    holders.pop();
    ancestors.delete(holder.source);
  }

  function place(): string {
    return holders.map(currentName).join('.') || 'message';
  }
}

/** Whether the value is an object of fields and no instance of a class; that of another frame is one too. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const UNSENDABLE: ReadonlySet<string> = new Set(['function', 'symbol', 'bigint']);

function problemOf(value: unknown): string | undefined {
  if (UNSENDABLE.has(typeof value)) return `holds a ${typeof value}, which cannot be sent`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) || isPlainObject(value)) return undefined;
  return `holds an object of class ${classOf(value)}, which is no plain data`;
}

function classOf(value: object): string {
  const maker: unknown = Reflect.get(value, 'constructor');
  const name = typeof maker === 'function' ? maker.name : '';
  return name || Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function currentName({ names, next }: Holder): string {
  return names[next - 1] ?? '';
}

/** Plain assignment to `__proto__` would change the prototype instead of keeping the field. */
function keepField(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
