import type { BarTick } from './budget-bar.ts';

/** A tick's label with its place under the bar, in pixels from the bar's start. */
export interface TickLabel {
  readonly mark: BarTick['mark'];
  readonly text: string;
  readonly left: number;
  readonly width: number;
}

export interface LabelledTick {
  readonly tick: BarTick;
  readonly text: string;
}

const PIXELS_PER_CHARACTER = 6.2;
const GAP_PIXELS = 10;
const PRIORITY: readonly BarTick['mark'][] = ['limit', 'due', 'low', 'high'];

/**
 * Places labels under their ticks so that none overlaps another or leaves the bar. What finds no
 * room is left out: the legend says it as well.
 */
export function placeTickLabels(
  labelled: readonly LabelledTick[],
  barPixels: number,
): readonly TickLabel[] {
  const placed: TickLabel[] = [];
  const byPriority = [...labelled].sort(
    (a, b) => PRIORITY.indexOf(a.tick.mark) - PRIORITY.indexOf(b.tick.mark),
  );
  for (const { tick, text } of byPriority) {
    const width = Math.ceil(text.length * PIXELS_PER_CHARACTER);
    const at = tick.at * barPixels;
    const left = [at - width / 2, at, at - width]
      .map((preferred) => Math.min(Math.max(0, preferred), barPixels - width))
      .find((candidate) => candidate >= 0 && isFree(placed, candidate, width));
    if (left !== undefined) placed.push({ mark: tick.mark, text, left, width });
  }
  return placed;
}

function isFree(placed: readonly TickLabel[], left: number, width: number): boolean {
  return placed.every(
    (other) =>
      left + width + GAP_PIXELS <= other.left || other.left + other.width + GAP_PIXELS <= left,
  );
}
