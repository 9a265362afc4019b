import type { ParsedResult, ParsingOption, ParsingReference } from 'chrono-node';

/** Finds dates in a text of one language. */
export interface DateParser {
  readonly locale: DateLocale;
  parse(text: string, reference: ParsingReference, options: ParsingOption): ParsedResult[];
}

/** A language whose dates are understood. */
export type DateLocale = keyof typeof LOCALES;

/** Each language is code of its own, fetched with the first text. */
const LOCALES = {
  de: () => import('chrono-node/de'),
  en: () => import('chrono-node/en'),
  es: () => import('chrono-node/es'),
  fr: () => import('chrono-node/fr'),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  pt: () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  uk: () => import('chrono-node/uk'),
  zh: () => import('chrono-node/zh'),
} as const;

/** The languages by name. */
export const DATE_LOCALES = Object.keys(LOCALES) as DateLocale[];

/** Rejects where the code cannot be fetched. */
export async function loadDateParser(locale: DateLocale): Promise<DateParser> {
  const { parse } = await LOCALES[locale]();
  return { locale, parse };
}
