import type { Steps } from '@agent-memory/core/internal';
import { RefusedDocument } from '../../refusal.ts';
import { withoutComments } from '../without-comments.ts';
import type { LightNode } from './light-tree.ts';

/** Elements that no browser shows as text of the page. */
const UNSHOWN = new Set(
  (
    'head script style template noscript noembed noframes iframe object embed applet audio video canvas ' +
    'datalist param source track map area desc metadata defs symbol annotation annotation-xml rp frameset ' +
    'select dialog'
  ).split(' '),
);

/** Declarations that take an element out of sight, over one that has its blanks and letters evened out. */
const HIDING =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|opacity:0?(?:\.0+)?%?(?:!|;|$)|font-size:(?:0|0?\.\d+|1)(?:px|pt|em|rem|%)?(?:!|;|$)|(?:max-)?(?:width|height):[01](?:px)?(?:!|;|$)|clip:rect\((?:0|1px)|clip-path:(?:inset\((?:50|100)%|circle\(0)|text-indent:-\d{3,}|(?:left|top|right|bottom|margin-left|margin-top):-\d{3,}|transform:scale\(0(?:\.0+)?[,)]|color:(?:transparent|rgba\([^)]*,0?(?:\.0+)?\)|hsla\([^)]*,0?(?:\.0+)?\)|#[0-9a-f]{6}00(?:!|;|$)|#[0-9a-f]{3}0(?:!|;|$)))/u;
const COLOR = /(?:^|;)color:([^;!]+)/u;
const BACKGROUND = /(?:^|;)background(?:-color)?:([^;!]+)/u;
const WHITE = /^(?:white|#fff(?:fff)?|rgba?\(255,255,255(?:,1)?\))$/u;

/** Longer styles are not looked through: what they hide could not be told in good time. */
const MOST_STYLE_CHARACTERS = 1_000_000;
const MOST_INLINE_CHARACTERS = 20_000;

/** Whether declarations take an element, with all that is in it, out of sight. */
function hides(declarations: string): boolean {
  if (declarations.length > MOST_INLINE_CHARACTERS) return true;
  const even = withoutComments(declarations, '/*', '*/')
    .replaceAll(/\\/gu, '')
    .replaceAll(/\s+/gu, '')
    .toLowerCase();
  return HIDING.test(even) || isInvisibleInk(even);
}

/** Text in the colour of what is behind it, or white where nothing is said of that. */
function isInvisibleInk(even: string): boolean {
  const ink = COLOR.exec(even)?.[1];
  if (ink === undefined) return false;
  const paper = BACKGROUND.exec(even)?.[1];
  return paper === undefined
    ? WHITE.test(ink)
    : paper === ink || (WHITE.test(paper) && WHITE.test(ink));
}

/** A selector without a space, in its parts; every part has to fit. */
interface Selector {
  readonly name?: string;
  readonly id?: string;
  readonly classes: readonly string[];
}

/** What the style sheets of a page take out of sight, as far as simple selectors say it. */
export class HidingStyles {
  readonly #byKey = new Map<string, Selector[]>();

  /** Looks through the `style` elements of a page. @throws RefusedDocument if they are too long for that. */
  static *of(sheets: readonly string[]): Steps<HidingStyles> {
    const styles = new HidingStyles();
    const length = sheets.reduce((sum, sheet) => sum + sheet.length, 0);
    if (length > MOST_STYLE_CHARACTERS) {
      throw new RefusedDocument(
        'HOSTILE',
        'The style sheets in the page are too long to tell what they hide; nothing was stored.',
        'Give the text of the page without its markup.',
      );
    }
    for (const sheet of sheets) {
      for (const rule of withoutComments(sheet, '/*', '*/').split('}')) {
        styles.#add(rule);
        yield;
      }
    }
    return styles;
  }

  hide({ name, attributes }: LightNode): boolean {
    if (this.#byKey.size === 0) return false;
    const id = attributeOf(attributes, 'id');
    const classes = new Set(attributeOf(attributes, 'class')?.split(/\s+/u));
    const fits = (one: Selector) =>
      (one.name === undefined || one.name === name) &&
      (one.id === undefined || one.id === id) &&
      one.classes.every((wanted) => classes.has(wanted));
    const keys = [name, `#${id ?? ''}`, ...[...classes].map((one) => `.${one}`)];
    return keys.some((key) => this.#byKey.get(key)?.some(fits));
  }

  /** A rule without its closing brace; of one within `@media` the innermost part counts. */
  #add(rule: string): void {
    const open = rule.lastIndexOf('{');
    if (open === -1 || !hides(rule.slice(open + 1))) return;
    const ahead = rule.slice(0, open);
    // Styles for print and the like say nothing of what a reader of the page sees.
    const media = /@media([^{]*)\{/iu.exec(ahead)?.[1];
    if (media !== undefined && !/screen|all|width/iu.test(media)) return;
    for (const selector of ahead.slice(ahead.lastIndexOf('{') + 1).split(',')) {
      const last =
        selector
          .trim()
          .split(/[\s>+~]+/u)
          .at(-1) ?? '';
      const read = selectorOf(last);
      if (read) this.#byKey.set(read.key, [...(this.#byKey.get(read.key) ?? []), read.selector]);
    }
  }
}

function selectorOf(
  text: string,
): { readonly key: string; readonly selector: Selector } | undefined {
  if (!/^[a-z][\w-]*$|^(?:[a-z][\w-]*)?(?:[.#][\w-]+)+$/iu.test(text)) return undefined;
  const name = /^[a-z][\w-]*/iu.exec(text)?.[0].toLowerCase();
  const id = /#([\w-]+)/u.exec(text)?.[1];
  const classes = [...text.matchAll(/\.([\w-]+)/gu)].map(([, one = '']) => one);
  const [first] = classes;
  const key = id !== undefined ? `#${id}` : first !== undefined ? `.${first}` : (name ?? '');
  return {
    key,
    selector: {
      classes,
      ...(name === undefined ? {} : { name }),
      ...(id === undefined ? {} : { id }),
    },
  };
}

/** Whether an element, with all that is in it, is out of sight. */
export function isHidden(element: LightNode, styles: HidingStyles): boolean {
  const { name, attributes } = element;
  if (UNSHOWN.has(name)) {
    return name !== 'dialog' || attributeOf(attributes, 'open') === undefined;
  }
  if (name === 'title' && element.namespace.endsWith('svg')) return true;
  for (const { name: attribute, value } of attributes) {
    if (attribute === 'hidden' || attribute === 'popover') return true;
    if (attribute === 'style' && hides(value)) return true;
    if (name === 'font' && attribute === 'color' && WHITE.test(value.toLowerCase())) return true;
  }
  return styles.hide(element);
}

/** The value of an attribute; the names of a page are in lower case. */
function attributeOf(attributes: LightNode['attributes'], name: string): string | undefined {
  return attributes.find((one) => one.name === name)?.value;
}
