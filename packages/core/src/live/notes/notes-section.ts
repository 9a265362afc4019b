import { indented } from '../indented.ts';
import type { LiveSection } from '../live-section.ts';
import { stateSection } from '../state-section.ts';
import type { Notes } from './notes.ts';

/** The share of the input budget that notes may fill, unless they are told another one. */
export const NOTES_SHARE = 0.1;

/** Notes as a section of the live tier; the same object for the same notes and share. */
export function notesSection(notes: Notes, share = NOTES_SHARE): LiveSection {
  const lead = 'Notes from the app, as things are now';
  return stateSection(notes, { kind: 'notes', share, lead }, () => notesText(notes));
}

/** A line a note; one of several lines stands under its name, further in. */
function notesText(notes: Notes): string {
  return Object.entries(notes)
    .map(([name, text]) => {
      const lines = indented(text);
      return lines.includes('\n') ? `${name}:\n  ${lines}` : `${name}: ${lines}`;
    })
    .join('\n');
}
