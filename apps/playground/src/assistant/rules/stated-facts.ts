import type { Place, Words } from '../user-words.ts';

/** Something the user said about themself: `order number` is `A-20417`. */
export interface StatedFact {
  readonly name: string;
  readonly value: string;
  readonly place: Place;
}

/** Persons say of where they live no more than its name; whether that is a city is not said. */
export const HOME = 'city';

const SENTENCE_END = /(?<=[.!?])(?<!\b(?:dr|mr|mrs|ms|st|prof|no|nr)\.)\s+|\n+/i;
/** A new clause begins where a subject or an order follows, so that "Simon and Garfunkel" stays one value. */
const SUBJECT =
  "(?:my|i|i['’]m|we|you|your|it|the|this|that|he|she|they|please|can|could|do|what|where|when|who|which|how|is|are|tell|look|check|keep|track|remember)\\b";
const CLAUSE_END = new RegExp(
  `\\s*;\\s*|\\s*,?\\s+(?:and|but|so|because|though|although|which|who)\\s+(?=${SUBJECT})|\\s*,\\s*(?=${SUBJECT})|,\\s+(?=(?:and|but|so|because|though|although|which|who|by the way|please|thanks|thank you)\\b)`,
  'i',
);
const OPENING =
  /^(?:- |["“«])*(?:(?:no|actually|sorry|wait|yes|well|hello|hi|hey|ok|okay|so|and|but|by the way|remember(?: that)?|note(?: that)?|please)\b[,:!]*\s*)*/i;
const OWN = /^my (?<name>[a-z][a-z' -]{0,40}?) (?:is|are|=)(?: now| actually)? (?<value>.+)$/i;
/** A name that nobody wrote as a name is no name: "I live in a small house" states none. */
const LIVES = /^[Ii] (?:now |actually )?(?:live|am living) in (?<value>\p{Lu}.*)$/u;
const CALLED = /^(?:[Ii] am|[Ii]['’]m) called (?<value>\p{Lu}.*)$/u;
const CONDITION = /^(?:if|when|whether|unless|suppose|imagine|what if)\b/i;
const VALUE_END = /(?:[\s,]+(?:please|thanks|thank you|now|again|by the way))*[\s.!…,"”»]*$/i;

/** The facts that words state, in their order. A question states none, and neither does a condition. */
export function statedFacts(words: readonly Words[]): readonly StatedFact[] {
  return words.flatMap(({ text, place }) =>
    text
      .split(SENTENCE_END)
      .filter((sentence) => !/\?["”»\s]*$/.test(sentence))
      .flatMap((sentence) => sentence.split(CLAUSE_END))
      .flatMap((clause) => factIn(clause, place)),
  );
}

function factIn(clause: string, place: Place): readonly StatedFact[] {
  const said = clause.trim().replace(OPENING, '');
  if (CONDITION.test(said)) return [];
  const own = OWN.exec(said)?.groups;
  const name = own?.name ?? (LIVES.test(said) ? HOME : 'name');
  const value = own?.value ?? (LIVES.exec(said) ?? CALLED.exec(said))?.groups?.value;
  const whole = value?.replace(VALUE_END, '').trim();
  return whole ? [{ name: factName(name), value: whole, place }] : [];
}

/** The name of a fact as facts are compared by. */
export function factName(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** The newest fact of a name. "Order" and "order number" mean the same where the value is a number or code. */
export function factOf(facts: readonly StatedFact[], name: string): StatedFact | undefined {
  const isThat = (fact: StatedFact): boolean =>
    fact.name === name || (/\d/.test(fact.value) && bareName(fact.name) === bareName(name));
  return facts.findLast(isThat);
}

function bareName(name: string): string {
  return name.replace(/ (?:number|id|code|no)$/, '');
}
