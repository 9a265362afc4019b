import { expect, test } from 'vitest';
import { THEME } from './theme.ts';

type Scheme = 'light' | 'dark';

/** The colours of the theme by name, as they are in one scheme. */
function paletteOf(scheme: Scheme): ReadonlyMap<string, string> {
  const declaration = /--([a-z-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g;
  return new Map(
    [...THEME.matchAll(declaration)].map(([, name = '', light = '', dark = '']) => [
      name,
      scheme === 'light' ? light : dark,
    ]),
  );
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ['background', 'surface', 'raised', 'hover', 'selected'];
const ON_GROUNDS = ['text', 'quiet', 'accent', 'pinned', 'shortened', 'summarised'];
const TEXT_PAIRS: readonly (readonly [text: string, ground: string])[] = [
  ...ON_GROUNDS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ['text', 'mark'],
  ['quiet', 'pill'],
  ['quiet', 'track'],
  ['text', 'info-surface'],
  ['text', 'warning-surface'],
  ['text', 'error-surface'],
  ['error', 'background'],
  ['error', 'surface'],
  ['error', 'error-surface'],
  ['warning', 'warning-surface'],
];

const SHAPES = ['system', 'archive', 'working', 'live', 'edge'];

for (const scheme of ['light', 'dark'] as const) {
  const palette = paletteOf(scheme);
  const between = (one: string, other: string) =>
    contrast(palette.get(one) ?? '', palette.get(other) ?? '');

  test.for(TEXT_PAIRS)(`[DEV-10] in ${scheme}, %s on %s has AA contrast`, ([text, ground]) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.for(SHAPES)(`[DEV-10] in ${scheme}, the colour %s stands out from the ground`, (shape) => {
    expect(between(shape, 'background')).toBeGreaterThanOrEqual(3);
  });
}
