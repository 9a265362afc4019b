import { type Analyzer, isStopWord } from '../text/analyzer.ts';
import { fold } from '../text/fold.ts';
import { isWithoutBlanks } from '../text/scripts.ts';
import { splitWords, type Word } from '../text/split-words.ts';
import { isOneSlip } from './one-slip.ts';

/** A name as it is compared. */
interface Name {
  readonly written: string;
  readonly words: readonly Word[];
  /** It is looked for sign by sign: "C++", "IT", "東京". */
  readonly isVerbatim: boolean;
}

/** The documents that a text names. */
export interface Named {
  /** By number: the name that stands in the text. */
  readonly names: ReadonlyMap<number, string>;
  /** The stems of the words that name something; what a document says of them is no news. */
  readonly stems: ReadonlySet<string>;
}

/** What a search for names needs to know of the texts. */
interface NamesAsked {
  /** Whether a word stands in some text: then it is no slip of another one. */
  isKnown(stem: string): boolean;
  isAllowed(document: number): boolean;
}

const NOBODY: Named = { names: new Map(), stems: new Set() };
/** Longer names are titles, and found by their words. */
const MOST_WORDS = 8;

/** The names of documents, found in a text as phrases: in any inflection, with a blank more or less, with one slip. */
export class NameTable {
  readonly #analyzer: Analyzer;
  readonly #namesOf = new Map<number, readonly Name[]>();
  /** Documents by each form of their names without blanks. */
  readonly #byForm = new Map<string, Map<number, Name>>();
  readonly #byLetter = new Map<string, Map<Name, number>>();
  readonly #verbatim = new Map<Name, number>();

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
  }

  add(document: number, names: readonly string[]): void {
    const own = names.map((written) => this.#nameOf(written));
    this.#namesOf.set(document, own);
    for (const name of own) {
      if (name.isVerbatim) this.#verbatim.set(name, document);
      else this.#enter(document, name);
    }
  }

  remove(document: number): void {
    for (const name of this.#namesOf.get(document) ?? []) {
      this.#verbatim.delete(name);
      for (const form of formsOf(name.words, this.#analyzer)) leave(this.#byForm, form, document);
      leave(this.#byLetter, letterOf(name.words), name);
    }
    this.#namesOf.delete(document);
  }

  /** The documents that a text names, of those that are allowed. */
  namedIn(text: string, { isKnown, isAllowed }: NamesAsked): Named {
    if (this.#namesOf.size === 0) return NOBODY;
    const words = splitWords(text, this.#analyzer.language);
    const names = new Map<number, string>();
    const stems = new Set<string>();
    const take = (name: Name, document: number, spoken: readonly Word[]) => {
      if (!isAllowed(document)) return;
      if (!names.has(document)) names.set(document, name.written);
      for (const { folded } of spoken) stems.add(this.#analyzer.stem(folded));
    };
    for (const [name, document] of this.#verbatim) {
      if (standsIn(text, name.written)) take(name, document, name.words);
    }
    words.forEach((word, at) => {
      for (let length = 1; length <= MOST_WORDS && at + length <= words.length; length += 1) {
        const spoken = words.slice(at, at + length);
        for (const form of formsOf(spoken, this.#analyzer)) {
          for (const [document, name] of this.#byForm.get(form) ?? []) take(name, document, spoken);
        }
      }
      for (const [name, document] of this.#byLetter.get(word.folded.charAt(0)) ?? []) {
        const spoken = words.slice(at, at + name.words.length);
        if (this.#isSlip(spoken, name.words, isKnown)) take(name, document, spoken);
      }
    });
    return { names, stems };
  }

  /** The same words but for one of them, which nobody else has written so. */
  #isSlip(
    spoken: readonly Word[],
    meant: readonly Word[],
    isKnown: NamesAsked['isKnown'],
  ): boolean {
    if (spoken.length !== meant.length) return false;
    const { stem, language } = this.#analyzer;
    const others = spoken.filter(
      ({ folded }, at) => stem(folded) !== stem(meant[at]?.folded ?? ''),
    );
    const [other] = others;
    if (other === undefined || others.length > 1) return false;
    const isWord = isStopWord(other.folded, language) || isKnown(stem(other.folded));
    return !isWord && isOneSlip(other.folded, meant[spoken.indexOf(other)]?.folded ?? '');
  }

  #nameOf(written: string): Name {
    const { language } = this.#analyzer;
    const words = splitWords(written, language);
    const [first] = words;
    const isSign = words.length === 1 && [...(first?.folded ?? '')].length === 1;
    const isCommon = words.every(({ folded }) => isStopWord(folded, language));
    const isVerbatim = isSign || isCommon || /[+#]/u.test(written) || isWithoutBlanks(written);
    return { written, words, isVerbatim };
  }

  #enter(document: number, name: Name): void {
    for (const form of formsOf(name.words, this.#analyzer)) {
      const own = this.#byForm.get(form) ?? new Map<number, Name>();
      this.#byForm.set(form, own.set(document, name));
    }
    const letter = letterOf(name.words);
    const own = this.#byLetter.get(letter) ?? new Map<Name, number>();
    this.#byLetter.set(letter, own.set(name, document));
  }
}

/** As written and as stems, without blanks: "time zone" is "timezone", "error handlers" is "error handler". */
function formsOf(words: readonly Word[], { stem }: Analyzer): ReadonlySet<string> {
  const folded = words.map((word) => word.folded);
  return new Set([folded.join(''), folded.map(stem).join('')]);
}

function letterOf([first]: readonly Word[]): string {
  return first?.folded.charAt(0) ?? '';
}

function leave<Key, Member>(all: Map<Key, Map<Member, unknown>>, key: Key, member: Member): void {
  const own = all.get(key);
  own?.delete(member);
  if (own?.size === 0) all.delete(key);
}

/** Anywhere in a script without blanks, else as a word. In its own case, since "it" and "go" are in every text. */
function standsIn(text: string, written: string): boolean {
  if (isWithoutBlanks(written)) return fold(text).includes(fold(written));
  const isIn = /[\p{L}\p{N}]/u;
  const isSign = /[+#]/u.test(written);
  const [plain, name] = [text, written.trim()].map((one) =>
    isSign ? fold(one) : one.normalize('NFC'),
  ) as [string, string];
  for (let at = plain.indexOf(name); at >= 0; at = plain.indexOf(name, at + 1)) {
    const [before, behind] = [plain.charAt(at - 1), plain.charAt(at + name.length)];
    if (!isIn.test(before) && !/[\p{L}\p{N}+#]/u.test(behind)) return true;
  }
  return false;
}
