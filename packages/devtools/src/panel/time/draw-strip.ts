import type { CallFacts, CallMark } from '../../source/call-facts.ts';
import {
  lineRuns,
  type MarkCluster,
  markClusters,
  pitchOf,
  stackPixels,
  type TimeColumn,
  tallest,
} from '../../view-model/time-columns.ts';
import { drawMark, MARK_PIXELS } from './draw-mark.ts';
import { type StripInks, tierFills } from './strip-inks.ts';

/** The lane of the marks over the columns. */
const MARK_LANE_PIXELS = 11;
/** The whole session in small, below the columns, where they show a part of it. */
export const OVERVIEW_PIXELS = 12;
/** From this width on columns stand apart. */
const GAP_FROM_PIXELS = 5;

/** Everything that the strip shows of the calls; it is drawn anew when one of these is another. */
export interface StripPicture {
  readonly columns: readonly TimeColumn[];
  /** From the bottom of a stack to its top. */
  readonly tiers: readonly string[];
  /** All kept calls in small; empty where the columns are all of them. */
  readonly overview: readonly TimeColumn[];
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
  if (picture.overview.length > 0) drawOverview(context, frame, inks);
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
  const { columns, overview, widthPixels, heightPixels } = picture;
  const below = overview.length > 0 ? OVERVIEW_PIXELS + 3 : 0;
  const pitch = pitchOf(columns.length, widthPixels) * pixel;
  return {
    picture,
    pixel,
    top: Math.round(MARK_LANE_PIXELS * pixel),
    bottom: Math.round((heightPixels - below - 1) * pixel),
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

/** Outlines the totals of the whole session, with a stroke for each place where something happened. */
function drawOverview(context: CanvasRenderingContext2D, frame: Frame, inks: StripInks): void {
  const { overview, widthPixels, heightPixels } = frame.picture;
  const { pixel } = frame;
  const pitch = pitchOf(overview.length, widthPixels) * pixel;
  const most = tallest(overview);
  const bottom = heightPixels * pixel;
  const height = (OVERVIEW_PIXELS - 3) * pixel;
  overview.forEach(({ peak, marks }, index) => {
    const left = Math.round(index * pitch);
    const width = Math.round((index + 1) * pitch) - left;
    const tall = Math.round((peak.totalTokens / most) * height);
    context.fillStyle = inks.edge;
    context.fillRect(left, bottom - tall, width, tall);
    if (marks.length === 0) return;
    const isSerious = marks[0] === 'refusal' || marks[0] === 'error';
    context.fillStyle = isSerious ? inks.error : inks.shortened;
    context.fillRect(left, bottom - OVERVIEW_PIXELS * pixel, Math.max(pixel, width), 3 * pixel);
  });
}
