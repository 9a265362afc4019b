import { EVERYTHING, type LiveSection, type LiveText } from './live-section.ts';
import { renderedText } from './rendered-text.ts';
import { wholeLines } from './whole-lines.ts';

/**
 * A section as it is now, whatever becomes of it: what `run-start` sends while a run goes on. With
 * less room it gives the beginning of what was there.
 */
export function heldSection(section: LiveSection): LiveSection {
  const { id, kind, share, lead } = section;
  const taken = takenFrom(section);
  return {
    id,
    kind,
    share,
    lead,
    revision: () => taken,
    render(room) {
      const content = taken();
      return content && { ...content, text: wholeLines(content.text, room) };
    },
  };
}

/** Gives what the section said when this was called, or throws what it threw. */
function takenFrom(section: LiveSection): () => LiveText | undefined {
  try {
    const content = renderedText(section, EVERYTHING);
    return () => content;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
