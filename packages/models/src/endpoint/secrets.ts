/** Stands where a key was. */
const MASK = '•••';

/** Headers whose values are secrets, whatever server they are for. */
const SECRET_HEADER = /authorization|key|token|secret|cookie|password/i;

/**
 * A key of one plain word, such as `ollama`, is one for a server that wants none. Answers may hold the
 * word, and keep it.
 */
const PLAIN_WORD = /^[a-z_-]{1,15}$/i;
const SHORTEST_IN_ANSWERS = 6;

/** An answer that ends with so many characters of a key was cut in the middle of it. */
const TELLING_BEGINNING = 4;

/** Takes keys out of all that a server sends: some repeat the one that they refuse. */
export interface Secrets {
  /** Whether there are any: a key was sent. */
  readonly hasKey: boolean;
  /** Takes each of them out of a text about a request, such as a refusal. */
  hide(text: string): string;
  /** Takes those out of an answer that cannot be meant as words in it. */
  hideInAnswer(text: string): string;
  /** The same for an answer that arrives in pieces; a key may be cut anywhere. */
  hideInPieces(): PieceFilter;
}

/** Takes secrets out of a text that arrives in pieces. */
export interface PieceFilter {
  /** The next piece; an end of it that may begin a secret is held back. */
  next(piece: string): string;
  /** The rest that was held back; masked where it tells of a secret. */
  end(): string;
}

/** @param headers the caller's own; of some of them the values are secrets too. */
export function secretsOf(
  apiKey: string | undefined,
  headers: Readonly<Record<string, string>>,
): Secrets {
  const values = Object.entries(headers)
    .filter(([name]) => SECRET_HEADER.test(name))
    .map(([, value]) => value.replace(/^(?:Basic|Bearer)\s+/i, '').trim());
  const keys = [...(apiKey === undefined ? [] : [apiKey]), ...values].filter((key) => key !== '');
  const copies = keys.filter(isNoPlainWord).flatMap(copiesOf);
  const forms = longestFirst([...keys, ...copies].flatMap(writtenForms));
  const formsInAnswers = longestFirst(copies.flatMap(writtenForms));
  return {
    hasKey: keys.length > 0,
    hide: (text) => endHidden(without(text, forms), forms),
    hideInAnswer: (text) => endHidden(without(text, formsInAnswers), formsInAnswers),
    hideInPieces: () => pieceFilter(formsInAnswers),
  };
}

function isNoPlainWord(key: string): boolean {
  return key.length >= SHORTEST_IN_ANSWERS && !PLAIN_WORD.test(key);
}

/** The key, and what some servers make of it. */
function copiesOf(key: string): readonly string[] {
  return [key, key.toLowerCase(), key.toUpperCase(), btoa(key).replace(/=+$/, '')];
}

/** The key as it is, within a text of JSON, and within an address. */
function writtenForms(key: string): readonly string[] {
  const inJson = JSON.stringify(key).slice(1, -1);
  return [key, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(key)];
}

function longestFirst(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort((left, right) => right.length - left.length);
}

function without(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, MASK), text);
}

function pieceFilter(forms: readonly string[]): PieceFilter {
  let held = '';
  return {
    next(piece) {
      const known = without(held + piece, forms);
      const keptLength = known.length - lengthOfBeginning(known, forms);
      held = known.slice(keptLength);
      return known.slice(0, keptLength);
    },
    end() {
      const rest = endHidden(held, forms);
      held = '';
      return rest;
    },
  };
}

/** A text that nothing follows, without the beginning of a secret at its end. */
function endHidden(text: string, forms: readonly string[]): string {
  const length = lengthOfBeginning(text, forms);
  return length < TELLING_BEGINNING ? text : text.slice(0, -length) + MASK;
}

/** How much of a text's end may be the beginning of a secret. */
function lengthOfBeginning(text: string, forms: readonly string[]): number {
  const lengths = forms.map((form) => {
    let length = Math.min(form.length - 1, text.length);
    while (length > 0 && !text.endsWith(form.slice(0, length))) length -= 1;
    return length;
  });
  return Math.max(0, ...lengths);
}
