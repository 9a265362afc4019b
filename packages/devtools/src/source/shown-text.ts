import { withHiddenCharactersShown } from '@agent-memory/core/internal';

/** A text as a person may look at it, whoever wrote it: characters that are not seen by their number, `⟨U+200B⟩`. */
export function shownText(text: string): string {
  // Each system's end of a line is one, and nothing that hides.
  return withHiddenCharactersShown(text.replace(/\r\n?/g, '\n'));
}

/** The same on one line. */
export function shownLine(text: string): string {
  return withHiddenCharactersShown(text.replace(/\s+/g, ' '));
}
