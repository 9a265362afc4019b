import { InvalidOptionError } from '@agent-memory/core';

/** The two letters of a language tag: `pt` of `pt-BR`. @throws InvalidOptionError if it is none. */
export function languageOfTag(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    throw new InvalidOptionError(
      'language',
      `must be a language tag such as 'en' or 'pt-BR'; got '${String(tag)}'.`,
    );
  }
}
