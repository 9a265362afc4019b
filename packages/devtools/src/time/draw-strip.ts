import type { CallFacts, CallMark } from '../source/call-facts.ts';
import { type InkName, type StripInks, tierFills } from './strip-inks.ts';
import {
  lineRuns,
  type MarkCluster,
  markClusters,
  pitchOf,
  stackPixels,
  type TimeColumn,
  tallest,
} from './time-columns.ts';

/** The lane of the marks over the columns. */
const MARK_LANE_PIXELS = 11;
/** From this width on columns stand apart. */
const GAP_FROM_PIXELS = 5;

/** Everything that the strip shows of the calls; it is drawn again when one of these is another. */
export interface StripPicture {
  readonly columns: readonly TimeColumn[];
  /** From the bottom of a stack to its top. */
  readonly tiers: readonly string[];
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** A line of the strip: solid for the limit, dashed and dotted for the watermarks, as on the bar. */
interface StripLine {
  readonly tokensOf: (call: CallFacts) => number;
  readonly dash: readonly number[];
}

const LINES: readonly StripLine[] = [
  { tokensOf: ({ lowTokens }) => lowTokens, dash: [1, 3] },
  { tokensOf: ({ highTokens }) => highTokens, dash: [4, 3] },
  { tokensOf: ({ inputTokens }) => inputTokens, dash: [] },
];

/** Draws the columns, the lines and the marks; the place that is selected lies over it and is not drawn. */
export function drawStrip(canvas: HTMLCanvasElement, picture: StripPicture, inks: StripInks): void {
  const context = canvas.getContext('2d');
  const pixel = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
  if (!context || picture.widthPixels === 0) return;
  canvas.width = Math.round(picture.widthPixels * pixel);
  canvas.height = Math.round(picture.heightPixels * pixel);
  const frame = frameOf(picture, pixel);
  drawStacks(context, frame, inks);
  drawLines(context, frame, inks);
  drawMarks(context, frame, inks);
}

/** The measures of a picture in device pixels. */
interface Frame {
  readonly picture: StripPicture;
  readonly pixel: number;
  readonly top: number;
  readonly bottom: number;
  readonly tallestTokens: number;
  /** Left edge of a column. */
  readonly leftOf: (index: number) => number;
}

function frameOf(picture: StripPicture, pixel: number): Frame {
  const { columns, widthPixels, heightPixels } = picture;
  const pitch = pitchOf(columns.length, widthPixels) * pixel;
  return {
    picture,
    pixel,
    top: Math.round(MARK_LANE_PIXELS * pixel),
    bottom: Math.round((heightPixels - 1) * pixel),
    tallestTokens: tallest(columns),
    leftOf: (index) => Math.round(index * pitch),
  };
}

function drawStacks(context: CanvasRenderingContext2D, frame: Frame, inks: StripInks): void {
  const { picture, pixel, top, bottom, tallestTokens, leftOf } = frame;
  const { columns, tiers } = picture;
  const scale = { tallestTokens, heightPixels: bottom - top };
  const stacks = columns.map(({ peak }) => stackPixels(peak, tiers, scale));
  const bases = columns.map(() => bottom);
  const gap = gapOf(frame);
  const fills = tierFills(context, tiers, inks);
  // Tier by tier: to change the pattern for each rectangle takes longer than to draw it.
  tiers.forEach((tier, place) => {
    context.fillStyle = fills.get(tier) ?? inks.edge;
    stacks.forEach((heights, index) => {
      const height = heights[place] ?? 0;
      if (height === 0) return;
      const base = (bases[index] ?? bottom) - height;
      bases[index] = base;
      const left = leftOf(index);
      context.fillRect(left, base, leftOf(index + 1) - left - gap, height);
    });
  });
  context.fillStyle = inks.line;
  context.fillRect(0, bottom, context.canvas.width, Math.max(1, Math.round(pixel)));
}

function gapOf({ picture: { columns, widthPixels }, pixel }: Frame): number {
  return pitchOf(columns.length, widthPixels) >= GAP_FROM_PIXELS ? Math.round(pixel) : 0;
}

function drawLines(context: CanvasRenderingContext2D, frame: Frame, inks: StripInks): void {
  const { picture, pixel, top, bottom, tallestTokens, leftOf } = frame;
  for (const { tokensOf, dash } of LINES) {
    context.setLineDash(dash.map((length) => length * pixel));
    for (const { fromColumn, toColumn, tokens } of lineRuns(picture.columns, tokensOf)) {
      const at = bottom - (tokens / tallestTokens) * (bottom - top);
      const y = Math.round(at) - (Math.round(pixel) % 2) / 2;
      // Over a stack as over the ground: the line stands on a rim of the ground's colour.
      for (const [ink, width] of [
        [inks.background, 3],
        [inks.text, 1],
      ] as const) {
        context.strokeStyle = ink;
        context.lineWidth = width * pixel;
        context.globalAlpha = width === 3 ? 0.55 : 1;
        context.beginPath();
        context.moveTo(leftOf(fromColumn), y);
        context.lineTo(leftOf(toColumn + 1), y);
        context.stroke();
      }
    }
  }
  context.setLineDash([]);
}

/** As many glyphs side by side as there is room for; a dot says that there are more. */
function drawMarks(context: CanvasRenderingContext2D, frame: Frame, inks: StripInks): void {
  const { columns, widthPixels } = frame.picture;
  const clusters = markClusters(columns, widthPixels, MARK_PIXELS + 2);
  clusters.forEach((cluster, index) => {
    const shown = glyphsWithin(cluster, clusters[index + 1]?.atPixels ?? widthPixels + MARK_PIXELS);
    shown.forEach((mark, place) => {
      const x = Math.max(MARK_PIXELS / 2, cluster.atPixels) + place * (MARK_PIXELS + 2);
      drawMark(
        context,
        mark,
        { x: x * frame.pixel, y: 4.5 * frame.pixel, pixel: frame.pixel },
        inks,
      );
    });
    if (shown.length === cluster.marks.length) return;
    context.fillStyle = inks.text;
    const left = (cluster.atPixels - 0.5) * frame.pixel;
    context.fillRect(left, 9 * frame.pixel, 2 * frame.pixel, 2 * frame.pixel);
  });
}

function glyphsWithin({ atPixels, marks }: MarkCluster, endPixels: number): readonly CallMark[] {
  return marks.slice(0, Math.max(1, Math.floor((endPixels - atPixels) / (MARK_PIXELS + 2))));
}

/** The width and height of a mark. */
const MARK_PIXELS = 8;

/** The middle of a mark, and how many device pixels a pixel has. */
interface MarkPlace {
  readonly x: number;
  readonly y: number;
  readonly pixel: number;
}

interface MarkGlyph {
  readonly ink: InkName;
  readonly isFilled: boolean;
  /** A path around the middle, in units of half the size of a mark. */
  readonly path: string;
}

const SQUARE = 'M-.85-.85H.85V.85H-.85Z';
const DISC = 'M.9 0A.9.9 0 1 1-.9 0A.9.9 0 1 1 .9 0Z';

/** Every mark has a shape of its own, so that none is told by colour alone. */
const GLYPHS: Readonly<Record<string, MarkGlyph>> = {
  refusal: { ink: 'error', isFilled: true, path: SQUARE },
  error: { ink: 'error', isFilled: true, path: DISC },
  compaction: { ink: 'shortened', isFilled: true, path: 'M-1-.8H1L0 .9Z' },
  undo: { ink: 'shortened', isFilled: false, path: 'M-1 .8H1L0-.9Z' },
  retrieval: { ink: 'live', isFilled: true, path: 'M0-1L1 0L0 1L-1 0Z' },
  'head-move': { ink: 'quiet', isFilled: true, path: 'M-.8-1L.9 0L-.8 1Z' },
  settings: { ink: 'quiet', isFilled: false, path: SQUARE },
};

/** A mark of a newer source. */
const UNKNOWN: MarkGlyph = { ink: 'quiet', isFilled: false, path: DISC };

/** Draws the glyph of a mark around a place. */
function drawMark(
  context: CanvasRenderingContext2D,
  mark: CallMark,
  { x, y, pixel }: MarkPlace,
  inks: StripInks,
): void {
  const { ink, isFilled, path } = (Object.hasOwn(GLYPHS, mark) && GLYPHS[mark]) || UNKNOWN;
  const reach = (MARK_PIXELS / 2 - (isFilled ? 0 : 0.75)) * pixel;
  context.save();
  context.translate(x, y);
  context.scale(reach, reach);
  context.fillStyle = inks[ink];
  context.strokeStyle = inks[ink];
  context.lineWidth = (1.5 * pixel) / reach;
  if (isFilled) context.fill(new Path2D(path));
  else context.stroke(new Path2D(path));
  context.restore();
}
