import type { CallMark } from '../../source/call-facts.ts';
import type { InkName, StripInks } from './strip-inks.ts';

/** The width and height of a mark. */
export const MARK_PIXELS = 8;

/** The middle of a mark, and how many device pixels a pixel has. */
interface MarkPlace {
  readonly x: number;
  readonly y: number;
  readonly pixel: number;
}

interface MarkGlyph {
  readonly ink: InkName;
  readonly isFilled: boolean;
  /** Its corners, in units of half its size around the middle; `round` is a disc. */
  readonly shape: readonly (readonly [x: number, y: number])[] | 'round';
}

const SQUARE = [
  [-0.85, -0.85],
  [0.85, -0.85],
  [0.85, 0.85],
  [-0.85, 0.85],
] as const;

/** Every mark has a shape of its own, so that none is told by colour alone. */
const GLYPHS: Readonly<Record<string, MarkGlyph>> = {
  refusal: { ink: 'error', isFilled: true, shape: SQUARE },
  error: { ink: 'error', isFilled: true, shape: 'round' },
  compaction: {
    ink: 'shortened',
    isFilled: true,
    shape: [
      [-1, -0.8],
      [1, -0.8],
      [0, 0.9],
    ],
  },
  undo: {
    ink: 'shortened',
    isFilled: false,
    shape: [
      [-1, 0.8],
      [1, 0.8],
      [0, -0.9],
    ],
  },
  retrieval: {
    ink: 'live',
    isFilled: true,
    shape: [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ],
  },
  'head-move': {
    ink: 'quiet',
    isFilled: true,
    shape: [
      [-0.8, -1],
      [0.9, 0],
      [-0.8, 1],
    ],
  },
  settings: { ink: 'quiet', isFilled: false, shape: SQUARE },
};

/** A mark of a newer source. */
const UNKNOWN: MarkGlyph = { ink: 'quiet', isFilled: false, shape: 'round' };

/** Draws the glyph of a mark around a place. */
export function drawMark(
  context: CanvasRenderingContext2D,
  mark: CallMark,
  { x, y, pixel }: MarkPlace,
  inks: StripInks,
): void {
  const { ink, isFilled, shape } = (Object.hasOwn(GLYPHS, mark) && GLYPHS[mark]) || UNKNOWN;
  const reach = (MARK_PIXELS / 2 - (isFilled ? 0 : 0.75)) * pixel;
  context.beginPath();
  if (shape === 'round') context.arc(x, y, 0.9 * reach, 0, 2 * Math.PI);
  else for (const [right, down] of shape) context.lineTo(x + right * reach, y + down * reach);
  context.closePath();
  context.fillStyle = inks[ink];
  context.strokeStyle = inks[ink];
  context.lineWidth = 1.5 * pixel;
  if (isFilled) context.fill();
  else context.stroke();
}
