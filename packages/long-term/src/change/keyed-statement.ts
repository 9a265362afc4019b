import type { JsonValue, MemoryRecord } from '../records/memory-record.ts';
import { attributesIn, withoutSince } from './user/attributes.ts';
import { inFirstPerson } from './user/first-person.ts';

type Keyed = Pick<MemoryRecord, 'key' | 'aliases' | 'value'>;

/** "My time zone is Europe/Lisbon", "the deadline is now Friday", "meine Zeitzone ist …" */
const NAME_IS_VALUE =
  /^(?:my|our|the|mein\p{L}*|unser\p{L}*|mis?|nuestr\p{L}*|mon|ma|mes|notre|nos) (?<name>.{1,60}?)(?: (?:has changed to|changed to|is|are|ist|sind|es|est|son|sont)|:) (?:now |jetzt |ahora |maintenant )?(?<value>\S.{0,200})$/iu;

/** The value that a statement gives to what a record keeps under its key; `undefined`: it speaks of something else. */
export function valueSaidOf(text: string, record: Keyed): JsonValue | undefined {
  const said = inFirstPerson(text);
  const names = namesOf(record);
  const groups = NAME_IS_VALUE.exec(said)?.groups;
  if (groups && names.some((name) => bare(name) === bare(groups.name ?? ''))) {
    return typedAs(record.value, withoutSince(groups.value ?? ''));
  }
  const sure = attributesIn(said).filter((one) => one.isSure && !one.isOver && !one.isNarrowed);
  if (sure.length === 0 || typeof record.value === 'object') return undefined;
  const known = attributesOf(names, record.value);
  const attribute = sure.find(({ attributes }) => attributes.some((one) => known.includes(one)));
  return attribute && typedAs(record.value, asWritten(attribute.value, said));
}

/** A text as a value of the type that the one before had; `undefined`: it says none. */
export function typedAs(before: JsonValue | undefined, said: string): JsonValue | undefined {
  const plain = said.trim().replace(/^["“„«`](.*)["”“»`]$/u, '$1');
  if (typeof before === 'string') return plain === '' ? undefined : plain;
  if (typeof before === 'number') {
    const numbers = plain.match(/(?<![\p{L}\d.,])-?\d+(?:\.\d+)?(?![\d.,]*\d)/gu) ?? [];
    return numbers.length === 1 ? Number(numbers[0]) : undefined;
  }
  if (typeof before !== 'boolean') return undefined;
  if (/^(?:true|yes|on|ja|sí|oui)$/iu.test(plain)) return true;
  return /^(?:false|no|off|nein|non)$/iu.test(plain) ? false : undefined;
}

function namesOf({ key = '', aliases = [] }: Keyed): readonly string[] {
  return [key.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(/[-_.:/]+/gu, ' '), ...aliases];
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The attributes of the user that a key stands for: what "my <key> is <value>" would say. */
function attributesOf(names: readonly string[], value: JsonValue | undefined): readonly string[] {
  return names.flatMap((name) =>
    attributesIn(`my ${name} is ${String(value)}`).flatMap(({ attributes }) => attributes),
  );
}

/** The attribute has its value in lower case. */
function asWritten(value: string, said: string): string {
  const at = said.toLowerCase().indexOf(value);
  return at < 0 ? value : said.slice(at, at + value.length);
}
