import { indented } from '../live/indented.ts';
import type { LiveSection } from '../live/live-section.ts';
import { wholeLines } from '../live/whole-lines.ts';
import type { Notes } from './notes.ts';

/** The share of the input budget that notes may fill, unless they are told another one. */
export const NOTES_SHARE = 0.1;

const sections = new WeakMap<Notes, LiveSection>();

/** Notes as a section of the live tier; the same object for the same notes and share. */
export function notesSection(notes: Notes, share = NOTES_SHARE): LiveSection {
  const known = sections.get(notes);
  if (known?.share === share) return known;
  const section: LiveSection = {
    id: 'notes',
    kind: 'notes',
    share,
    lead: 'Notes from the app, as things are now',
    revision: () => notes,
    render: (room) => ({ text: wholeLines(notesText(notes), room) }),
  };
  sections.set(notes, section);
  return section;
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
