import type { Steps } from '../ground/platform/steps.ts';
import { type JsonToken, readingTokens } from './json-tokens.ts';
import { DEEPEST_LEVELS } from './plain-object.ts';
import { HEAVY_VALUES, isReady, MOST_NAMES, MOST_VALUES, readyData } from './ready-data.ts';
import { setOwn } from './set-own.ts';

/**
 * The value of a JSON text as `JSON.parse` gives it, but frozen, and read in steps; `undefined` where it
 * is none, or has more levels, values or names in one object than anything here can walk.
 */
export function* readingJson(text: string): Steps<{ readonly value: unknown } | undefined> {
  const reader = new JsonReader(text);
  const isJson = yield* readingTokens(text, reader);
  return isJson && !reader.isTooMuch ? { value: reader.value } : undefined;
}

/** A list or an object that is not closed yet. */
interface OpenHolder {
  readonly holder: unknown[] | Record<string, unknown>;
  /** Those inside it, at every level. */
  values: number;
  /** The one that the next value gets. */
  name: string;
  names: number;
}

/** Builds the value that a JSON text stands for. */
class JsonReader {
  value: unknown;
  isTooMuch = false;
  readonly #text: string;
  readonly #open: OpenHolder[] = [];
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  open(isList: boolean): void {
    if (this.#open.length === DEEPEST_LEVELS) this.isTooMuch = true;
    if (!this.isTooMuch)
      this.#open.push({ holder: isList ? [] : {}, values: 0, name: '', names: 0 });
  }

  close(): void {
    const closed = this.isTooMuch ? undefined : this.#open.pop();
    if (!closed) return;
    Object.freeze(closed.holder);
    if (closed.values >= HEAVY_VALUES) readyData.set(closed.holder, undefined);
    this.#add(closed.holder, closed.values);
  }

  token({ from, to, kind }: JsonToken): void {
    if (this.isTooMuch) return;
    const said = this.#text.slice(from, to);
    if (kind === 'name') this.#name(String(JSON.parse(said)));
    else this.#add(kind === 'number' ? Number(said) : JSON.parse(said));
  }

  word(word: string): void {
    if (!this.isTooMuch) this.#add(JSON.parse(word));
  }

  #name(name: string): void {
    const holder = this.#open.at(-1);
    if (!holder) return;
    holder.name = name;
    holder.names += 1;
    if (holder.names > MOST_NAMES) this.isTooMuch = true;
  }

  #add(value: unknown, inside = 0): void {
    this.#values += 1;
    if (this.#values > MOST_VALUES) this.isTooMuch = true;
    const into = this.#open.at(-1);
    if (!into) {
      this.value = value;
      return;
    }
    into.values += inside + 1;
    if (Array.isArray(into.holder)) into.holder.push(value);
    else setOwn(into.holder, into.name, value);
  }
}

/** So many pieces are joined at once. */
const PIECES_AT_ONCE = 1_000;
/** So many are written in a millisecond. */
const CHARACTERS_PER_STEP = 16_384;

/** A value as `JSON.stringify` writes it; what is ready is written in steps. */
export function* writingJson(value: unknown): Steps<string | undefined> {
  if (!isReady(value)) return JSON.stringify(value);
  const known = readyData.get(value);
  if (known !== undefined) return known;
  const isList = Array.isArray(value);
  const joined: string[] = [];
  let pieces: string[] = [];
  let characters = 0;
  for (const [name, item] of isList ? value.entries() : Object.entries(value)) {
    const said = isReady(item) ? yield* writingJson(item) : JSON.stringify(item);
    if (isList) pieces.push(said ?? 'null');
    else if (said !== undefined) pieces.push(`${JSON.stringify(name)}:${said}`);
    characters += said?.length ?? 0;
    if (characters > CHARACTERS_PER_STEP) {
      characters = 0;
      yield;
    }
    if (pieces.length < PIECES_AT_ONCE) continue;
    joined.push(pieces.join(','));
    pieces = [];
  }
  if (pieces.length > 0) joined.push(pieces.join(','));
  return isList ? `[${joined.join(',')}]` : `{${joined.join(',')}}`;
}
