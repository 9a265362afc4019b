import type { ParsedResult, ParsingOption, ParsingReference } from 'chrono-node';

/** Finds dates in a text of one language. */
export interface DateParser {
  readonly locale: DateLocale;
  parse(text: string, reference: ParsingReference, options: ParsingOption): ParsedResult[];
}

/** A language whose dates are understood. */
export type DateLocale = keyof typeof LOCALES;

/**
 * Each language is code of its own, fetched with the first text. Each has a file that names it in chrono-node's
 * main entry point, because Vite 6 and 7 do not resolve the package's subpaths.
 */
const LOCALES = {
  de: () => import('./locales/de.ts'),
  en: () => import('./locales/en.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  it: () => import('./locales/it.ts'),
  ja: () => import('./locales/ja.ts'),
  nl: () => import('./locales/nl.ts'),
  pt: () => import('./locales/pt.ts'),
  ru: () => import('./locales/ru.ts'),
  uk: () => import('./locales/uk.ts'),
  zh: () => import('./locales/zh.ts'),
} as const;

/** The languages by name. */
export const DATE_LOCALES = Object.keys(LOCALES) as DateLocale[];

/** Rejects where the code cannot be fetched. */
export async function loadDateParser(locale: DateLocale): Promise<DateParser> {
  const { parse } = (await LOCALES[locale]()).locale;
  return { locale, parse };
}
