import type { DateLocale } from './date-parser.ts';

/** How exact a relative date is, which decides how it is written. */
export type RelativeKind = 'day' | 'day-part' | 'week' | 'period' | 'weekday' | 'count';

/** Patterns of one language, matched as whole words and in any case. */
interface RelativeWords {
  /** Days by name: "tomorrow". */
  readonly day: string;
  /** A part of today: "this morning". */
  readonly dayPart?: string;
  /** The week before, of now, and behind. */
  readonly week?: string;
  /** Months and years before, of now, and behind. */
  readonly period?: string;
  /** Beside a weekday, these make it one day: "next". */
  readonly weekday?: string;
  /** Counted from now: "in 3 days", "2 weeks ago". */
  readonly count?: string;
  /** Those of the words above that point back. */
  readonly last?: string;
  /** Those beside a weekday that may point back as well as ahead. */
  readonly near?: string;
  /** Right before the words: they mean something else then ("every morning"). */
  readonly notBehind?: string;
  /** The same for days by name alone. */
  readonly notBehindDay?: string;
  /** Anywhere ahead in the sentence: a count is how long it takes then ("was built in 3 days"). */
  readonly takesTime?: string;
  /** Right behind the words: one of several is meant ("the last Friday of the month"). */
  readonly notAhead?: string;
  /** The same for days by name. */
  readonly notAheadDay?: string;
}

const EN_UNIT = '(?:days?|weeks?|months?|years?)';
const EN_STARTS =
  '(?:is|are|ends?|starts?|begins?|leaves?|arrives?|opens?|closes?|expires?|returns?|moves?|due|back|again|over)';
const EN_MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december';

const WORDS: Readonly<Record<DateLocale, RelativeWords>> = {
  en: {
    day: 'today|tomorrow|yesterday|tonight|last night|the day after tomorrow|the day before yesterday',
    dayPart: 'this (?:morning|afternoon|evening)',
    week: '(?:next|last|this) week',
    period: '(?:next|last|this) (?:month|year)',
    weekday: 'next|last|this|coming',
    count: `(?<!of )in (?:\\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) ${EN_UNIT}|(?<=${EN_STARTS} )in (?:an?|one) ${EN_UNIT}|ago`,
    last: 'last',
    near: 'this',
    notBehind:
      'the|next to|no|better|every|each|all|(?<!(?:as|end|rest|morning|afternoon|evening|start|beginning) )of',
    takesTime:
      'can|could|able|cannot|usually|always|often|once|twice|times|takes?|took|every|each|was|were|had|did|learnt|learned|reads?|wrote|built|made|finished|\\p{L}{2,}ed',
    notAhead: `of|in (?:each|every|a|the (?:month|year|quarter|season)|${EN_MONTHS})`,
  },
  de: {
    day: 'heute(?! nacht)|morgen|übermorgen|gestern|vorgestern',
    week: '(?:nächste[nr]?|kommende[nr]?|letzte[nr]?|vorige[nr]?|diese[nr]?) woche',
    period:
      '(?:nächste[nsmr]?|kommende[nsmr]?|letzte[nsmr]?|vorige[nsmr]?|diese[nsmr]?) (?:monats?|jahr(?:e?s)?)',
    weekday:
      'nächste[nr]?|nächster|kommende[nr]?|letzte[nr]?|vorige[nr]?|vergangene[nr]?|diese[nr]?',
    count:
      'in (?:\\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf) (?:tagen|wochen|monaten|jahren)|vor \\S+ (?:minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)',
    last: 'letzte[nsmr]?|vorige[nsmr]?|vergangene[nsmr]?',
    near: 'diese[nr]?',
    notBehind: 'jede[nrms]?|alle|pro',
    notBehindDay: 'am|guten|den|der|dieser|kein|keine[nr]?|ein|eines',
    takesTime:
      'kann|können|könnte|hat|haben|habe|hatten?|wurden?|war|waren|schafft|schaffte|braucht|brauchte|dauert|mal|einmal|zweimal|immer|oft|liest|las',
    notAhead:
      'des|eines|jedes|im (?:monat|jahr|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)',
  },
  es: {
    day: 'hoy|mañana|ayer|anoche',
    weekday: 'próximo|este',
    count: 'dentro de \\S+ (?:días?|semanas?|mes(?:es)?|años?)',
    notBehind: 'cada|todos los|todas las',
    notBehindDay: 'la|una|esta|de|media|pasado|buena|el|las',
    notAhead: 'del?|por|en la',
    notAheadDay: 'en día',
  },
  fr: {
    day: "aujourd['’]hui|demain|hier",
    week: 'semaine (?:prochaine|dernière)',
    period: '(?:mois|année|an) (?:prochaine?|derni(?:er|ère)|passée?)',
    weekday: 'prochain|dernier',
    count: '(?:dans|il y a) \\S+ (?:minutes?|heures?|jours?|semaines?|mois|ans?|années?)',
    last: 'derni(?:er|ère)|passée?',
    notBehind: 'chaque|tous les|toutes les',
    notBehindDay: "après-|avant-|le|d['’]",
    notAhead: 'du|de',
  },
  it: {
    day: 'oggi|domani|ieri|stasera|dopodomani',
    week: '(?:prossima settimana|settimana (?:prossima|scorsa)|scorsa settimana)',
    period: '(?:mese|anno) (?:prossimo|scorso)|(?:prossimo|scorso) (?:mese|anno)',
    weekday: 'prossim[oa]|scors[oa]',
    count:
      '(?:tra|fra) \\S+ (?:giorn[oi]|settiman[ae]|mes[ei]|ann[oi])|(?:giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa',
    last: 'scors[oa]',
    notBehind: 'ogni|tutti i|tutte le',
    notBehindDay: 'il|un',
    notAhead: 'del|della|di',
  },
  nl: {
    day: 'vandaag|morgen|overmorgen|gisteren|eergisteren|vanavond',
    week: '(?:volgende|vorige|deze|afgelopen) week',
    period: '(?:volgende|vorige|deze|afgelopen|volgend|vorig|dit) (?:maand|jaar)',
    weekday: 'volgende|vorige|deze|komende|afgelopen',
    count:
      'over \\S+ (?:dag(?:en)?|weken|week|maand(?:en)?|jaar)|(?:dag(?:en)?|weken|week|maand(?:en)?|jaar) geleden',
    last: 'vorige?|afgelopen',
    near: 'deze',
    notBehind: 'elke|iedere|per',
    notBehindDay: "de|deze|goede|['’]s|een",
    notAhead: 'van',
  },
  pt: { day: 'hoje|amanhã|ontem', notBehind: 'de|o|cada|depois de' },
  ru: {
    day: 'сегодня|завтра|послезавтра|вчера|позавчера',
    week: '(?:следующей|прошлой|этой) неделе',
    period: '(?:следующем|прошлом|этом) (?:месяце|году)',
    weekday: 'следующ\\p{L}+|прошл\\p{L}+|эт[оу]т?',
    count: 'через \\S+ (?:дн\\p{L}+|день|недел\\p{L}+|месяц\\p{L}*|год\\p{L}*|лет)|назад',
    last: 'прошл\\p{L}+',
    notBehind: 'кажд\\p{L}+',
  },
  uk: {
    day: 'сьогодні|завтра|післязавтра|вчора|позавчора',
    week: '(?:наступного|минулого|цього) тижня',
    period: '(?:наступного|минулого|цього) (?:місяця|року)',
    weekday: 'наступн\\p{L}+|минул\\p{L}+|ц[яі]є?ї?',
    count: 'через \\S+ (?:дн\\p{L}+|день|тижн\\p{L}+|місяц\\p{L}*|рок\\p{L}+|рік)|тому',
    last: 'минул\\p{L}+',
    notBehind: 'кожн\\p{L}+',
  },
  ja: { day: '今日|本日|明日|明後日|昨日|一昨日|今夜|今晩|昨夜|昨晩' },
  zh: { day: '今天|今日|明天|明日|后天|後天|昨天|昨日|前天|今晚|昨晚' },
};

/** Languages that write no space between words. */
const UNSPACED: readonly DateLocale[] = ['ja', 'zh'];

type Patterns = Readonly<Partial<Record<keyof RelativeWords, RegExp>>>;

const KINDS = [
  ['dayPart', 'day-part'],
  ['day', 'day'],
  ['count', 'count'],
  ['week', 'week'],
  ['period', 'period'],
] as const satisfies readonly (readonly [keyof RelativeWords, RelativeKind])[];

const compiled = new Map<DateLocale, Patterns>();

/** A date that a parser found, where it stands. */
export interface FoundPhrase {
  /** From the beginning of its sentence. */
  readonly before: string;
  readonly text: string;
  /** To the end of the text. */
  readonly after: string;
  readonly hasWeekday: boolean;
}

/** The words that make a date a relative one. */
export interface SureWords {
  readonly kind: RelativeKind;
  /** The day is one before, whatever a parser prefers. */
  readonly pointsBack: boolean;
  /** "This Friday": the one before or behind. */
  readonly isNear: boolean;
  /** Where the words begin, from the beginning of the phrase. */
  readonly at: number;
}

/** The words that make a date a relative one, and how exact it is; `undefined`: none certainly do. */
export function relativeWords(
  { before, text, after, hasWeekday }: FoundPhrase,
  locale: DateLocale,
): SureWords | undefined {
  const words = patternsOf(locale);
  const lead = leadOf(before);
  const phrase = lead + text;
  const [kind, match] = hasWeekday ? weekdayIn(phrase, words) : kindIn(phrase, words);
  // "Yesterday 5 minutes": the word ahead is a date of its own.
  if (!match || (kind !== 'weekday' && endsIn(lead, match))) return undefined;
  if ((kind === 'day' ? words.notAheadDay : words.notAhead)?.test(after)) return undefined;
  const ahead = before.slice(0, before.length - lead.length) + phrase.slice(0, match.index);
  if (words.notBehind?.test(ahead)) return undefined;
  if (kind === 'day' && words.notBehindDay?.test(ahead)) return undefined;
  const isSpan = kind === 'count' && /^in\s/iu.test(match[0]);
  if (isSpan && words.takesTime?.test(before)) return undefined;
  return {
    kind,
    pointsBack: words.last?.test(phrase) ?? false,
    isNear: kind === 'weekday' && (words.near?.test(match[0]) ?? false),
    at: match.index - lead.length,
  };
}

function endsIn(lead: string, match: RegExpExecArray): boolean {
  return match.index + match[0].length <= lead.length;
}

function weekdayIn(phrase: string, words: Patterns): [RelativeKind, RegExpExecArray | null] {
  const count = words.count?.exec(phrase);
  if (count) return ['count', count];
  const day = words.day?.exec(phrase);
  return day ? ['day', day] : ['weekday', words.weekday?.exec(phrase) ?? null];
}

function kindIn(phrase: string, words: Patterns): [RelativeKind, RegExpExecArray | null] {
  for (const [field, kind] of KINDS) {
    const match = words[field]?.exec(phrase);
    if (match) return [kind, match];
  }
  return ['day', null];
}

/** The word before a phrase; a parser leaves out some that belong to it ("coming Tuesday"). */
function leadOf(before: string): string {
  return /[\p{L}\p{M}]+\s$/u.exec(before)?.[0] ?? '';
}

function patternsOf(locale: DateLocale): Patterns {
  const known = compiled.get(locale);
  if (known) return known;
  const { notBehind, notBehindDay, notAhead, notAheadDay, ...words } = WORDS[locale];
  const whole = (source: string) =>
    UNSPACED.includes(locale)
      ? new RegExp(source, 'u')
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${source.replaceAll(' ', '\\s+')})(?![\\p{L}\\p{N}])`,
          'iu',
        );
  const atEnd = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})\\s*$`, 'iu');
  const atStart = (source: string) => new RegExp(`^\\s+(?:${source})(?!\\p{L})`, 'iu');
  const patterns: Patterns = {
    ...Object.fromEntries(Object.entries(words).map(([name, source]) => [name, whole(source)])),
    ...(notBehind && { notBehind: atEnd(notBehind) }),
    ...(notBehindDay && { notBehindDay: atEnd(notBehindDay) }),
    ...(notAhead && { notAhead: atStart(notAhead) }),
    ...(notAheadDay && { notAheadDay: atStart(notAheadDay) }),
  };
  compiled.set(locale, patterns);
  return patterns;
}
