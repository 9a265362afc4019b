import type { LivePart, LiveRoom, LiveSection, LiveText } from './live-section.ts';

/** A beginning of a line that is shorter than this says too little to be worth its place. */
const LEAST_CHARACTERS = 40;

/**
 * As many whole lines of a text as fit, from the start, and a last line that says how many are
 * missing. Where not even the first line fits, its beginning; '' where that would be hardly anything.
 * For the `render` of a section.
 */
export function wholeLines(text: string, room: LiveRoom): string {
  const fits = (candidate: string) => room.count(candidate) <= room.maxTokens;
  if (room.maxTokens === Number.POSITIVE_INFINITY || text === '' || fits(text)) return text;
  const lines = text.split('\n');
  const firstLines = (kept: number) =>
    `${lines.slice(0, kept).join('\n')}\n(cut: ${count(lines.length - kept, 'more line')})`;
  const kept = mostThatFit(lines.length, (few) => fits(firstLines(few)));
  return kept > 0 ? firstLines(kept) : startOfLine(lines, fits);
}

function startOfLine(
  [first = '', ...others]: readonly string[],
  fits: (candidate: string) => boolean,
): string {
  const behind = others.length > 0 ? ` and ${count(others.length, 'more line')}` : '';
  const start = (characters: number) =>
    `${first.slice(0, characters).toWellFormed()}… (cut: the rest of this line${behind})`;
  const kept = mostThatFit(first.length, (few) => fits(start(few)));
  return kept < LEAST_CHARACTERS ? '' : start(kept);
}

/** The largest number below `limit` that fits; halving, because there may be thousands. */
function mostThatFit(limit: number, fits: (kept: number) => boolean): number {
  let most = 0;
  let tooMany = limit;
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * The text that a section gives for a room; absent where it has nothing to say.
 *
 * @throws TypeError if it gives anything but a text, a promise of one for instance.
 */
export function renderedText(section: LiveSection, room: LiveRoom): LiveText | undefined {
  const rendered: unknown = section.render(room);
  if (rendered === undefined || rendered === null) return undefined;
  const { text, parts } = rendered as Partial<LiveText>;
  const areParts = parts === undefined || (Array.isArray(parts) && parts.every(isPart));
  if (typeof text === 'string' && areParts) return rendered as LiveText;
  throw new TypeError('`render` has to give `{ text }` at once, with `parts` at most.');
}

function isPart(part: Partial<LivePart> | undefined): boolean {
  const { id, fate, rule, sentence, text = '' } = part ?? {};
  return [id, fate, rule, sentence, text].every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
