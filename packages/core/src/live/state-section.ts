import type { LiveSection } from './live-section.ts';
import { wholeLines } from './whole-lines.ts';

const sections = new WeakMap<object, LiveSection>();

/** A section that shows a value of the session's state; the same object for the same value and share. */
export function stateSection(
  state: object,
  { kind, share, lead }: Pick<LiveSection, 'kind' | 'share' | 'lead'>,
  textOf: () => string,
): LiveSection {
  const known = sections.get(state);
  if (known?.share === share) return known;
  let text: string | undefined;
  const section: LiveSection = {
    id: kind,
    kind,
    share,
    lead,
    revision: () => state,
    render(room) {
      text ??= textOf();
      return { text: wholeLines(text, room) };
    },
  };
  sections.set(state, section);
  return section;
}
