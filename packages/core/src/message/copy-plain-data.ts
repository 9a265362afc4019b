import { InvalidMessageError } from '../ground/errors/errors.ts';
import { runToEnd, type Steps } from '../ground/platform/steps.ts';
import { DEEPEST_LEVELS, isPlainObject } from './plain-object.ts';
import { HEAVY_VALUES, readyData } from './ready-data.ts';

/** More are copied in steps, or not at all. */
const MOST_AT_ONCE = 50_000;

/**
 * A deep copy of what JSON can say: text, numbers, booleans, null, lists and plain objects. It shares
 * nothing changeable with the original. Each field is read once, so that one that answers differently
 * the second time cannot pass as what it is not. Fields that are `undefined` stay.
 *
 * @throws InvalidMessageError for everything else (a function, a `Date`, an instance of a class, a
 * value that holds itself, more than 500 levels, more than `most` values, a field that throws when it
 * is read), naming the place by its path from `value`.
 */
export function copyPlainData(value: unknown, most = MOST_AT_ONCE): unknown {
  return runToEnd(copying(value, { most }));
}

/** What a copy may hold, and what becomes of it. */
interface CopyRules {
  readonly most: number;
  /** Of one object. Default: as many as values. */
  readonly mostNames?: number;
  /** Continues the sentence about too much. */
  readonly advice?: string;
  /** Gives the value that is taken for one, in which `undefined` is left out. Default: others are refused. */
  readonly taken?: (value: unknown, name: string) => unknown;
  /** Called with each list and object that is copied, how many values it holds and how deep it stands. */
  readonly finish?: (copy: object, values: number, level: number) => Steps<void>;
}

/** The same copy by other rules, in steps. What changes in the value between them may be in the copy. */
export function* copying(value: unknown, rules: CopyRules): Steps<unknown> {
  const { most, mostNames = most, advice = '', taken, finish } = rules;
  const path: string[] = [];
  const ancestors = new Set<object>();
  let values = 0;
  let turns = 0;
  try {
    return yield* copyOf(value);
  } catch (error) {
    if (error instanceof InvalidMessageError) throw error;
    const refusal = refusalAt(path, 'cannot be read: reading it threw an error');
    throw Object.assign(refusal, { cause: error });
  }

  function* copyOf(given: unknown): Steps<unknown> {
    const source = taken ? taken(given, path.at(-1) ?? '') : given;
    const problem = taken ? undefined : unsendable(source);
    if (problem) throw refusalAt(path, problem);
    if (typeof source !== 'object' || source === null || readyData.has(source)) return source;
    if (ancestors.has(source)) throw refusalAt(path, 'holds itself, which cannot be sent');
    if (path.length === DEEPEST_LEVELS) {
      throw refusalAt(start(), `is nested deeper than ${DEEPEST_LEVELS} levels`);
    }
    const before = values;
    ancestors.add(source);
    const names = Array.isArray(source) ? undefined : Object.keys(source);
    const fields = yield* copyOfFields(source, names);
    ancestors.delete(source);
    const copy = names ? objectOf(names, fields) : fields;
    if (finish) yield* finish(copy, values - before, path.length);
    return copy;
  }

  /** One by one: a list may bring methods of its own, and may have gaps. */
  function* copyOfFields(source: object, names: readonly string[] | undefined): Steps<unknown[]> {
    const length = counted(names?.length ?? (source as readonly unknown[]).length, names);
    const fields: unknown[] = [];
    for (let at = 0; at < length; at += 1) {
      turns += 1;
      if (turns % HEAVY_VALUES === 0) yield;
      const name = names?.[at] ?? `${at}`;
      path.push(name);
      const field: unknown = Reflect.get(source, name);
      const isPlain = !taken && PLAIN.has(typeof field);
      const copy = isPlain ? field : yield* copyOf(field);
      fields.push(copy === undefined && taken && !names ? null : copy);
      path.pop();
    }
    return fields;
  }

  /** Unlike assignments, `fromEntries` keeps a field named `__proto__` as a field. */
  function objectOf(names: readonly string[], fields: readonly unknown[]): object {
    const entries = names.map((name, at) => [name, fields[at]] as const);
    return Object.fromEntries(taken ? entries.filter(([, field]) => field !== undefined) : entries);
  }

  function counted(length: number, names: readonly string[] | undefined): number {
    if (names && length > mostNames) throw tooMuch(`an object of more than ${mostNames} names`);
    values += length;
    // Said this way round, it also refuses a proxy whose length is no number.
    if (values <= most) return length;
    throw tooMuch(`more than ${most} values`);
  }

  function tooMuch(what: string): InvalidMessageError {
    return refusalAt(start(), `holds ${what}${advice}`);
  }

  /** The whole path would bury the sentence; its start leads to the part: `parts.0.value`. */
  function start(): readonly string[] {
    return path.slice(0, 3);
  }
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'undefined']);

function refusalAt(path: readonly string[], problem: string): InvalidMessageError {
  return new InvalidMessageError(path.join('.') || 'message', `${problem}.`);
}

/** Why a value is no plain data, in words that continue from its name. */
function unsendable(value: unknown): string | undefined {
  const kind = typeof value;
  if (kind === 'function' || kind === 'symbol' || kind === 'bigint') {
    return `holds a ${kind}, which cannot be sent`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) || isPlainObject(value)) return undefined;
  return `holds an object of class ${classOf(value)}, which is no plain data`;
}

function classOf(value: object): string {
  const maker: unknown = Reflect.get(value, 'constructor');
  const name = typeof maker === 'function' ? maker.name : '';
  return name || Object.prototype.toString.call(value).slice('[object '.length, -1);
}
