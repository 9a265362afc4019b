/** A time that a text names: a year, a month of any year, a day. */
export interface DateMention {
  readonly year?: number;
  /** 0 for January. */
  readonly month?: number;
  /** 1 for the first. */
  readonly day?: number;
}

interface MonthNames {
  readonly pattern: RegExp;
  readonly monthOf: ReadonlyMap<string, number>;
}

const YEAR = /(?<![\d.,-])(?:19|20)\d\d(?![\d,.]\d)(?!\d)/g;
const ISO_DAY = /\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b/g;

const namesByLanguage = new Map<string, MonthNames>();

/**
 * The months, days and years that a text names, by the month names of a language. A year that stands
 * alone in the text belongs to every month in it.
 */
export function dateMentionsIn(text: string, language: string): readonly DateMention[] {
  const iso = [...text.matchAll(ISO_DAY)].map(([, year, month, day]) => ({
    year: Number(year),
    month: Number(month) - 1,
    ...(day === undefined ? {} : { day: Number(day) }),
  }));
  const rest = text.replace(ISO_DAY, ' ');
  const years = [...new Set([...rest.matchAll(YEAR)].map(([year]) => Number(year)))];
  const months = monthsIn(rest, language);
  if (months.length === 0) return [...iso, ...years.map((year) => ({ year }))];
  const [onlyYear] = years.length === 1 ? years : [];
  const dated = months.map((mention) =>
    mention.year === undefined && onlyYear !== undefined ? { ...mention, year: onlyYear } : mention,
  );
  return [...iso, ...dated];
}

function monthsIn(text: string, language: string): readonly DateMention[] {
  const { pattern, monthOf } = monthNamesOf(language);
  const mentions: DateMention[] = [];
  for (const match of text.matchAll(pattern)) {
    const month = monthOf.get((match.groups?.month ?? '').toLowerCase());
    if (month === undefined) continue;
    const day = Number(match.groups?.before ?? match.groups?.behind ?? 0);
    const year = match.groups?.year;
    mentions.push({
      month,
      ...(day >= 1 && day <= 31 ? { day } : {}),
      ...(year === undefined ? {} : { year: Number(year) }),
    });
  }
  return mentions;
}

function monthNamesOf(language: string): MonthNames {
  let names = namesByLanguage.get(language);
  if (names === undefined) {
    names = makeMonthNames(language);
    namesByLanguage.set(language, names);
  }
  return names;
}

/**
 * The names as the platform writes them. English ones need their capital letter: "may" and "march" are
 * verbs. Short forms of three letters are too often another word.
 */
function makeMonthNames(language: string): MonthNames {
  const monthOf = new Map<string, number>();
  const written = new Set<string>();
  for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const) {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    for (let month = 0; month < 12; month += 1) {
      const name = monthNameIn(format.formatToParts(Date.UTC(2023, month, 1)));
      if (!/\p{L}/u.test(name)) continue;
      monthOf.set(name.toLowerCase(), month);
      written.add(name);
      if (!/^(?:en|de)$/.test(language)) written.add(name.toLowerCase());
    }
  }
  // The longest first: 12月 holds 2月.
  const names = [...written].sort((a, b) => b.length - a.length).map(escaped);
  const hasBlanks = ![...written].some((name) => /[\p{sc=Han}\p{sc=Hangul}]/u.test(name));
  const edge = hasBlanks ? '(?![\\p{L}\\p{N}])' : '';
  const start = hasBlanks ? '(?<![\\p{L}\\p{N}])' : '(?<!\\d)';
  const source = `${start}(?:(?<before>\\d{1,2})(?:st|nd|rd|th|er|\\.)?(?:\\s+(?:of|de))?\\s+)?(?<month>${names.join('|')})${edge}(?:\\s*(?<behind>\\d{1,2})(?!\\d)(?:st|nd|rd|th|日)?)?(?:,?\\s*(?:of\\s+|de\\s+)?(?<year>(?:19|20)\\d\\d))?`;
  return { pattern: new RegExp(names.length === 0 ? '(?!)' : source, 'gu'), monthOf };
}

/** The month as it is written; where it is a number, with the sign behind it: 5月. */
function monthNameIn(parts: readonly Intl.DateTimeFormatPart[]): string {
  const at = parts.findIndex(({ type }) => type === 'month');
  const name = parts[at]?.value.trim() ?? '';
  const [sign = ''] = parts[at + 1]?.value ?? '';
  return /^\d+$/.test(name) && /\p{L}/u.test(sign) ? `${name}${sign}` : name;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
