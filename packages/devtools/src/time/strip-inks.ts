/** The colours of the theme that the strip is drawn with, as a canvas understands them. */
const INKS = [
  'system',
  'archive',
  'working',
  'live',
  'edge',
  'grain',
  'text',
  'quiet',
  'line',
  'error',
  'shortened',
  'background',
] as const;

/** A colour of the theme, by its name without the hyphens. */
export type InkName = (typeof INKS)[number];

export type StripInks = Readonly<Record<InkName, string>>;

/**
 * Reads the theme's colours where an element stands: a canvas knows no custom properties, and those of
 * light and dark, or those that a system forces, are resolved only for an element.
 */
export function readInks(probe: HTMLElement): StripInks {
  const inks: Partial<Record<InkName, string>> = {};
  for (const name of INKS) {
    probe.style.color = `var(--${name})`;
    inks[name] = getComputedStyle(probe).color;
  }
  probe.style.color = '';
  // Every name was read in the loop.
  return inks as StripInks;
}

/** A colour with the pattern of a tier over it, for a canvas of this many device pixels a pixel. */
export type TierPattern = CanvasPattern | string;

type DrawGrain = (context: CanvasRenderingContext2D, pixel: number) => void;

/** The same patterns as `[data-part]` of the theme has; `edge` is the one of tiers it does not know. */
const GRAINS: Readonly<Record<string, { readonly tilePixels: number; readonly draw: DrawGrain }>> =
  {
    archive: {
      tilePixels: 6,
      draw: (context, pixel) => {
        context.lineWidth = 2 * pixel;
        context.strokeStyle = context.fillStyle;
        context.beginPath();
        // Once more beyond each corner, so that the lines continue from tile to tile.
        for (const shift of [-6, 0, 6]) {
          context.moveTo((shift - 1) * pixel, 7 * pixel);
          context.lineTo((shift + 7) * pixel, -1 * pixel);
        }
        context.stroke();
      },
    },
    working: {
      tilePixels: 4,
      draw: (context, pixel) => {
        context.beginPath();
        context.arc(2 * pixel, 2 * pixel, 1.1 * pixel, 0, 2 * Math.PI);
        context.fill();
      },
    },
    live: {
      tilePixels: 4,
      draw: (context, pixel) => context.fillRect(2 * pixel, 0, 2 * pixel, 4 * pixel),
    },
    edge: {
      tilePixels: 4,
      draw: (context, pixel) => context.fillRect(0, 2 * pixel, 4 * pixel, 2 * pixel),
    },
  };

/** Makes the fill of each tier. */
export function tierFills(
  context: CanvasRenderingContext2D,
  tiers: readonly string[],
  inks: StripInks,
): ReadonlyMap<string, TierPattern> {
  return new Map(tiers.map((tier) => [tier, tierFill(context, inkOf(tier), inks)]));
}

function inkOf(tier: string): InkName {
  return INKS.find((name) => name === tier) ?? 'edge';
}

function tierFill(context: CanvasRenderingContext2D, ink: InkName, inks: StripInks): TierPattern {
  const grain = GRAINS[ink];
  const pixel = context.canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
  const tile = context.canvas.ownerDocument.createElement('canvas');
  const brush = tile.getContext('2d');
  if (!grain || !brush) return inks[ink];
  tile.width = Math.round(grain.tilePixels * pixel);
  tile.height = tile.width;
  brush.fillStyle = inks[ink];
  brush.fillRect(0, 0, tile.width, tile.height);
  brush.fillStyle = inks.grain;
  grain.draw(brush, tile.width / grain.tilePixels);
  return context.createPattern(tile, 'repeat') ?? inks[ink];
}
