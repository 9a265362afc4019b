import type { ContextText } from '../context-texts.ts';
import { HOME } from './stated-facts.ts';

/** A record of long-term memory as it stands in the context. */
export interface RecalledRecord {
  /** Whence it is known and how sure: `preference; user stated on 2026-11-23; confidence 100 %`. */
  readonly facts: string;
  readonly text: string;
}

const RECORD_LINE = /^- \((?<facts>[^)\n]*)\) (?<text>.+)$/gm;

/** The records that were retrieved into the context, the likest first; quotations from outside are none about the user. */
export function recalledRecords(texts: readonly ContextText[]): readonly RecalledRecord[] {
  return texts
    .filter(({ origin }) => origin === 'long-term')
    .flatMap(({ text }) =>
      [...text.matchAll(RECORD_LINE)].flatMap(({ groups }) => {
        const { facts, text: said } = groups ?? {};
        return facts && said && !facts.includes('quoted from outside')
          ? [{ facts, text: said }]
          : [];
      }),
    );
}

/** Quotes a record, and tells where it was read. */
export function quoted({ facts, text }: RecalledRecord): string {
  return `${toTheUser(text)} I read that in long-term memory (${facts}).`;
}

/** `The user's order number is A-20417.`, `The user lives in Ghent.` */
export function factText(name: string, value: string): string {
  return name === HOME ? `The user lives in ${value}.` : `The user's ${name} is ${value}.`;
}

/** `The user prefers an aisle seat.` */
export function preferenceText(what: string): string {
  return `The user prefers ${what}.`;
}

/** Turns a record about the user into words to the user: one sentence, with its end. */
export function toTheUser(text: string): string {
  const sentence = /[.!?…]["”]?$/.test(text) ? text : `${text}.`;
  return sentence
    .replace(/^(?:The user prefers|I prefer) /, 'You prefer ')
    .replace(/^I am /, 'You are ')
    .replace(/^The user lives /, 'You live ')
    .replace(/^The user's /, 'Your ')
    .replace(/^The user said: /, 'You said: ');
}
