import { memo, type ReactNode } from 'react';
import type { CallFacts, CallMark } from '../source/call-facts.ts';
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
/** The width and height of a mark. */
const MARK_PIXELS = 8;

/** Everything that the strip shows of the calls; it is drawn again when one of these is another. */
export interface StripPicture {
  readonly columns: readonly TimeColumn[];
  /** From the bottom of a stack to its top. */
  readonly tiers: readonly string[];
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** Columns, lines and marks, in the theme's colours; the selected place lies over it and is not drawn. */
export const StripDrawing = memo(function StripDrawing({
  picture,
}: {
  readonly picture: StripPicture;
}): ReactNode {
  const { tiers, widthPixels, heightPixels } = picture;
  const stacks = stackPaths(picture);
  return (
    <svg className="time-drawing" width={widthPixels} height={heightPixels} aria-hidden="true">
      <defs>
        {tiers.map((tier, place) => (
          <TierPattern key={tier} id={`tier-${place}`} tier={tier} />
        ))}
      </defs>
      {tiers.map((tier, place) => (
        <path key={tier} d={stacks[place]} fill={`url(#tier-${place})`} />
      ))}
      <path className="time-floor" d={`M0 ${heightPixels - 0.5}H${widthPixels}`} />
      {LINES.map(({ name, tokensOf }) => {
        const path = linePath(picture, tokensOf);
        return (
          <g key={name}>
            {/* Over a stack as over the ground: the line stands on a rim of the ground's colour. */}
            <path className="time-line-rim" d={path} />
            <path className="time-line" data-mark={name} d={path} />
          </g>
        );
      })}
      <Marks picture={picture} />
    </svg>
  );
});

/** The same patterns as `[data-part]` of the theme has. */
const GRAINS: Readonly<Record<string, { readonly pixels: number; readonly grain?: ReactNode }>> = {
  system: { pixels: 4 },
  archive: { pixels: 9, grain: <circle className="grain" cx="4.5" cy="4.5" r="1.4" /> },
  working: { pixels: 4, grain: <circle className="grain" cx="2" cy="2" r="1.1" /> },
  live: { pixels: 4, grain: <rect className="grain" x="2" width="2" height="4" /> },
};
const UNKNOWN_GRAIN = {
  pixels: 4,
  grain: <rect className="grain" y="2" width="4" height="2" />,
};

function TierPattern({ id, tier }: { readonly id: string; readonly tier: string }): ReactNode {
  const known = Object.hasOwn(GRAINS, tier) ? GRAINS[tier] : undefined;
  const { pixels, grain } = known ?? UNKNOWN_GRAIN;
  return (
    <pattern id={id} width={pixels} height={pixels} patternUnits="userSpaceOnUse">
      <rect
        width={pixels}
        height={pixels}
        style={{ fill: known ? `var(--${tier})` : 'var(--edge)' }}
      />
      {grain}
    </pattern>
  );
}

/** The columns of each tier as one path. */
function stackPaths(picture: StripPicture): readonly string[] {
  const { columns, tiers, widthPixels, heightPixels } = picture;
  const pitch = pitchOf(columns.length, widthPixels);
  const gap = pitch >= GAP_FROM_PIXELS ? 1 : 0;
  const bottom = heightPixels - 1;
  const scale = { tallestTokens: tallest(columns), heightPixels: bottom - MARK_LANE_PIXELS };
  const paths = tiers.map((): string[] => []);
  columns.forEach(({ peak }, index) => {
    const left = Math.round(index * pitch);
    const width = Math.round((index + 1) * pitch) - left - gap;
    let base = bottom;
    stackPixels(peak, tiers, scale).forEach((height, place) => {
      base -= height;
      if (height > 0) paths[place]?.push(`M${left} ${base}h${width}v${height}h${-width}z`);
    });
  });
  return paths.map((rectangles) => rectangles.join(''));
}

/** Solid for the limit, dashed and dotted for the watermarks, as on the bar. */
const LINES: readonly {
  readonly name: string;
  readonly tokensOf: (call: CallFacts) => number;
}[] = [
  { name: 'low', tokensOf: ({ lowTokens }) => lowTokens },
  { name: 'high', tokensOf: ({ highTokens }) => highTokens },
  { name: 'limit', tokensOf: ({ inputTokens }) => inputTokens },
];

function linePath(picture: StripPicture, tokensOf: (call: CallFacts) => number): string {
  const { columns, widthPixels, heightPixels } = picture;
  const pitch = pitchOf(columns.length, widthPixels);
  const bottom = heightPixels - 1;
  const most = tallest(columns);
  return lineRuns(columns, tokensOf)
    .filter(({ tokens }) => tokens <= most)
    .map(({ fromColumn, toColumn, tokens }) => {
      const y = Math.round(bottom - (tokens / most) * (bottom - MARK_LANE_PIXELS)) - 0.5;
      return `M${Math.round(fromColumn * pitch)} ${y}H${Math.round((toColumn + 1) * pitch)}`;
    })
    .join('');
}

/** As many glyphs side by side as there is room for; a dot says that there are more. */
function Marks({ picture }: { readonly picture: StripPicture }): ReactNode {
  const { columns, widthPixels } = picture;
  const clusters = markClusters(columns, widthPixels, MARK_PIXELS + 2);
  return clusters.map((cluster, index) => {
    const end = clusters[index + 1]?.atPixels ?? widthPixels + MARK_PIXELS;
    const shown = glyphsWithin(cluster, end);
    const left = Math.max(MARK_PIXELS / 2, cluster.atPixels);
    return (
      <g key={cluster.fromCall}>
        {shown.map((mark, place) => (
          <Glyph key={mark} mark={mark} x={left + place * (MARK_PIXELS + 2)} />
        ))}
        {shown.length < cluster.marks.length && (
          <rect className="time-more" x={cluster.atPixels - 0.5} y="9" width="2" height="2" />
        )}
      </g>
    );
  });
}

function glyphsWithin({ atPixels, marks }: MarkCluster, endPixels: number): readonly CallMark[] {
  return marks.slice(0, Math.max(1, Math.floor((endPixels - atPixels) / (MARK_PIXELS + 2))));
}

const SQUARE = 'M-.85-.85H.85V.85H-.85Z';
const DISC = 'M.9 0A.9.9 0 1 1-.9 0A.9.9 0 1 1 .9 0Z';

/** Every mark has a shape of its own, in units of half its size, so that none is told by colour alone. */
const GLYPHS: Readonly<Record<string, readonly [ink: string, path: string, isOpen?: true]>> = {
  refusal: ['error', SQUARE],
  error: ['error', DISC],
  compaction: ['shortened', 'M-1-.8H1L0 .9Z'],
  undo: ['shortened', 'M-1 .8H1L0-.9Z', true],
  retrieval: ['live', 'M0-1L1 0L0 1L-1 0Z'],
  'head-move': ['quiet', 'M-.8-1L.9 0L-.8 1Z'],
  settings: ['quiet', SQUARE, true],
};

/** One glyph around its place. */
function Glyph({ mark, x }: { readonly mark: CallMark; readonly x: number }): ReactNode {
  const known = Object.hasOwn(GLYPHS, mark) ? GLYPHS[mark] : undefined;
  // A mark of a newer source is an open disc.
  const [ink, path, isOpen] = known ?? ['quiet', DISC, true];
  const colour = `var(--${ink})`;
  const style = isOpen ? { fill: 'none', stroke: colour } : { fill: colour };
  return (
    <path
      className="time-glyph"
      d={path}
      transform={`translate(${x} 4.5) scale(${MARK_PIXELS / 2 - (isOpen ? 0.75 : 0)})`}
      style={style}
    />
  );
}
