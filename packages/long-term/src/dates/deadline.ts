import type { DateLocale } from './date-parser.ts';

const AHEAD: Readonly<Partial<Record<DateLocale, string>>> = {
  en: 'deadline (?:for|of) (?:\\p{L}+ ){1,3}is|by|due|until|till|before|no later than|at the latest|ends?|expires?',
  de: 'bis|spätestens|fällig|frist|endet|enden',
  es: 'antes del?|hasta|vence',
  fr: "avant|jusqu['’]au|jusqu['’]à",
  it: 'entro|scade|fino al?',
  nl: 'voor|uiterlijk|tot',
  ru: 'до|к|срок',
};
/** Between the word and its date. */
const BETWEEN =
  'on|is|are|the|end|of|at|zum|zu|am|ist|der|den|dem|das|le|la|au|el|al|il|lo|del?|est|es|è|op|het';
/** A rule, a habit, a condition or a denial: it holds when the day is over. */
const STANDING =
  /(?<!\p{L})(?:every|each|all|any|always|usually|daily|weekly|monthly|yearly|annual(?:ly)?|quarterly|per|if|when|whenever|unless|not|never|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|jede[nrms]?|alle|immer|stets|täglich|wöchentlich|monatlich|jährlich|pro|wenn|falls|nicht|nie|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|chaque|tous|toutes|toujours|par|quand|pas|jamais|cada|todos|todas|siempre|cuando|nunca|ogni|tutti|tutte|sempre|quando|non|elke|ieder|iedere|altijd|als|niet|кажд\p{L}+|всегда|еже\p{L}+|если|не)(?!\p{L})|n['’]t(?!\p{L})/iu;
/** Something that is over, or that did not come about. */
const PAST =
  /(?<!\p{L})(?:was|were|had|did|missed|passed|met|went|said|made|\p{L}{3,}ed|war|waren|wurden?|hatten?|verpasst|versäumt|verstrichen|était|étaient|manqué|raté|era|fue|perdió|perdimos|mancato|scaduto|gemist|verlopen|был\p{L}*|пропустил\p{L}*)(?!\p{L})/iu;
/** A second clause, which may hold afterwards. */
const CLAUSE_BEHIND =
  /[;,:–—(/]|(?<!\p{L})(?:and|but|or|nor|then|from|after|afterwards|thereafter|und|aber|oder|dann|danach|ab|et|mais|ou|puis|après|ensuite|y|pero|o|luego|después|e|ma|oppure|poi|dopo|en|maar|of|daarna|dan|и|но|или|потом|затем)(?!\p{L})/iu;
const CLAUSE_AHEAD =
  /[;]|,\s*(?:and|but|die|der|das|den|dem|was|und|aber|et|mais|y|pero|e|ma|en|maar|а|и|но)\s|(?<!\p{L})(?:what|which|that|who|whom|whose|where|either|qui|que|dont|quien(?:es)?|che|cui|wat|dat|что|котор\p{L}+|from|since|after|and (?:it|they|he|she|we|I)|seit|ab|und (?:es|er|sie|wir)|depuis|desde|dal|vanaf|sinds|после)(?!\p{L})/iu;
/** A verb behind the date is that of the clause in which the date is not: "what is due by then is in …". */
const VERB_BEHIND =
  /(?<!\p{L})(?:is|are|will|shall|must|should|can|could|may|might|has|have|needs?|lies?|stays?|goes|go)(?!\p{L})/iu;
/** "By Friday": nothing but the word before the date, so that the verb behind is the only one. */
const WORD_ALONE = /^\s*\p{L}*\s*$/u;

const MORE_SENTENCES = /[.!?。！？][)"”’]*\s+\S|\n\s*\S/u;
const compiled = new Map<DateLocale, RegExp>();

/** Whether a word like "by" or "due" stands before a date. */
export function isDeadlineWord(before: string, locale: DateLocale): boolean {
  return deadlineWord(locale).test(before);
}

/**
 * Whether a text states one event that is over with its day, and nothing else. Rules that recur, what
 * is past and texts with a second clause or sentence stay true: in doubt there is no deadline.
 */
export function isOneEvent(before: string, after: string): boolean {
  return (
    !MORE_SENTENCES.test(before) &&
    !MORE_SENTENCES.test(after) &&
    !STANDING.test(before) &&
    !STANDING.test(after) &&
    !PAST.test(before) &&
    !PAST.test(after) &&
    !CLAUSE_AHEAD.test(before) &&
    !CLAUSE_BEHIND.test(after) &&
    (WORD_ALONE.test(before) || !VERB_BEHIND.test(after))
  );
}

function deadlineWord(locale: DateLocale): RegExp {
  const known = compiled.get(locale);
  if (known) return known;
  const own = AHEAD[locale];
  const words = own === undefined ? 'deadline' : `deadline|${own}`;
  const made = new RegExp(`(?<!\\p{L})(?:${words})[\\s:,]*(?:(?:${BETWEEN})[\\s:]+){0,3}$`, 'iu');
  compiled.set(locale, made);
  return made;
}
