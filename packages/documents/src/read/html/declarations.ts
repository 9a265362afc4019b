import { withoutComments } from '../without-comments.ts';

/** The effect of declarations on the sight of an element, by property. */
export type Effects = ReadonlyMap<string, Effect>;

/** One property of a rule. */
export interface Effect {
  readonly hides: boolean;
  /** It takes its value from the element around: it says nothing of its own. */
  readonly inherits?: boolean;
  readonly isImportant: boolean;
}

/** Declarations that take an element out of sight, over one that has its blanks and letters evened out. */
const HIDING =
  /^(?:display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|opacity:0?(?:\.0+)?%?$|filter:.*opacity\(\+?0*(?:\.0*)?%?\)|(?:max-)?(?:width|height):[01](?:px)?$|clip:rect\((?:0|1px)|clip-path:(?:inset\((?:50|100)%|circle\(0)|text-indent:-\d{3,}|(?:left|top|right|bottom|margin-left|margin-top):-\d{3,}|transform:scale\(0(?:\.0+)?[,)]|color:(?:transparent|rgba\([^)]*,0?(?:\.0+)?\)|hsla\([^)]*,0?(?:\.0+)?\)|#[0-9a-f]{6}00$|#[0-9a-f]{3}0$))/u;
const PROPERTY =
  /^(?:display|visibility|content-visibility|opacity|filter|font-size|(?:max-)?(?:width|height)|clip|clip-path|text-indent|left|top|right|bottom|margin-left|margin-top|transform|color)$/u;
/** An element that is moved into sight begins out of it. */
const ANIMATED = /(?:^|;)(?:-webkit-)?animation(?:-name)?:(?!none)/u;
const MOVED =
  /^(?:visibility|opacity|filter|transform|clip-path|(?:max-)?(?:width|height)|left|top|right|bottom|margin-left|margin-top)$/u;
const INHERITED_VALUE = /^(?:inherit|unset|revert|revert-layer)$/u;
const IMPORTANT = '!important';
const WHITE = /^(?:white|#fff(?:fff)?|rgba?\(255,255,255(?:,1)?\))$/u;
/** A length: zero needs no unit, and a number without one is the weight of a font. */
const SIZE =
  /^\+?(?:0+(?:\.0+)?(?=$)|\.0+(?=$)|(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?=[a-z%]))(?!deg|grad|rad|turn)([a-z%]*)$/u;
/** By unit; of any other, nothing. */
const LARGEST_UNREAD: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1,
  em: 0.1,
  rem: 0.1,
  ex: 0.2,
  ch: 0.2,
  '%': 10,
};
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^\n\da-f]))/giu;
/** Longer declarations are not read: that would take too long. */
const MOST_CHARACTERS = 20_000;
const UNTOLD: Effects = new Map([['display', { hides: true, isImportant: true }]]);

/** Reads declarations; the last of a property counts, an important one before others. */
export function effectsOf(declarations: string): Effects {
  if (declarations.length > MOST_CHARACTERS) return UNTOLD;
  const even = withoutComments(declarations, '/*', '*/')
    .replaceAll(ESCAPE, unescaped)
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();
  const values = valuesOf(even);
  const isAnimated = ANIMATED.test(bare(even));
  const effects = new Map<string, Effect>();
  for (const [property, { value, isImportant }] of values) {
    if (!PROPERTY.test(property)) continue;
    const isInk = property === 'color' && isInvisibleInk(value, paperOf(values));
    const isTiny = property === 'font-size' && isTooSmall(value);
    const isOut = HIDING.test(`${property}:${value}`) || isInk || isTiny;
    const hides = isOut && !(isAnimated && MOVED.test(property));
    const inherits = INHERITED_VALUE.test(value);
    effects.set(property, { hides, isImportant, ...(inherits && { inherits }) });
  }
  return effects;
}

/** Whether a colour is that of white paper. */
export function isWhite(color: string): boolean {
  return WHITE.test(color);
}

type Values = ReadonlyMap<string, { readonly value: string; readonly isImportant: boolean }>;

function valuesOf(even: string): Values {
  const values = new Map<string, { value: string; isImportant: boolean }>();
  for (const given of even.split(';')) {
    const declaration = given.replace(/ ?! ?important ?$/u, IMPORTANT).trim();
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const name = bare(declaration.slice(0, colon)).replace(/^-webkit-(?=filter$)/u, '');
    const property = name === 'font' ? 'font-size' : name;
    const isImportant = declaration.endsWith(IMPORTANT);
    if (values.get(property)?.isImportant && !isImportant) continue;
    const value = declaration.slice(colon + 1, isImportant ? -IMPORTANT.length : undefined);
    values.set(property, { value: name === 'font' ? sizeOf(value) : bare(value), isImportant });
  }
  return values;
}

function paperOf(values: Values): string | undefined {
  return (values.get('background-color') ?? values.get('background'))?.value;
}

function bare(text: string): string {
  return text.replaceAll(' ', '');
}

/** The size in a shorthand such as `italic 700 12px/1.5 serif`, which stands before the names. */
function sizeOf(font: string): string {
  const words = font
    .replaceAll(/ ?\/ ?/gu, '/')
    .trim()
    .split(' ');
  const sizes = words.map((word) => word.split('/', 1)[0] ?? '').filter((word) => SIZE.test(word));
  return sizes[0] ?? (words.length === 1 ? (words[0] ?? '') : 'medium');
}

/** Smaller than anybody reads: a pixel, or so small a part of the size around it. */
function isTooSmall(size: string): boolean {
  const unit = SIZE.exec(size)?.[1];
  if (unit === undefined) return false;
  return Number.parseFloat(size) <= (LARGEST_UNREAD[unit] ?? 0);
}

/** A character that is written by its number, with the blank that ends it, or stands for itself. */
function unescaped(_all: string, number: string | undefined, itself: string | undefined): string {
  if (number === undefined) return itself ?? '';
  const code = Number.parseInt(number, 16);
  const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  // Written so, a sign has no meaning for the form of a declaration.
  return /[\w-]/u.test(character) ? character : '_';
}

/** Text in the colour of what is behind it, or white where nothing is said of that. */
function isInvisibleInk(ink: string, paper: string | undefined): boolean {
  if (paper === undefined) return isWhite(ink);
  return paper === ink || (isWhite(paper) && isWhite(ink));
}
