import type { LiveSection } from '../live/live-section.ts';
import { wholeLines } from '../live/whole-lines.ts';
import { scratchpadText } from './scratchpad-text.ts';

/** The share of the input budget that a scratchpad may fill, unless it is told another one [PAD-3]. */
export const SCRATCHPAD_SHARE = 0.1;

const sections = new WeakMap<object, LiveSection>();

/** The scratchpad as a section of the live tier; the same object for the same pad and share. */
export function scratchpadSection(pad: unknown, share = SCRATCHPAD_SHARE): LiveSection {
  if (typeof pad !== 'object' || pad === null) return sectionOf(pad, share);
  const known = sections.get(pad);
  if (known?.share === share) return known;
  const section = sectionOf(pad, share);
  sections.set(pad, section);
  return section;
}

function sectionOf(pad: unknown, share: number): LiveSection {
  let text: string | undefined;
  return {
    id: 'scratchpad',
    kind: 'scratchpad',
    share,
    lead: 'Scratchpad, notes you keep for yourself',
    revision: () => pad,
    render(room) {
      text ??= scratchpadText(pad);
      return { text: wholeLines(text, room) };
    },
  };
}
