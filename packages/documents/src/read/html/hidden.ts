import { effectsOf, isWhite } from './declarations.ts';
import type { HidingStyles, Sight } from './hiding-styles.ts';
import type { LightNode } from './light-tree.ts';

/** Elements that no browser shows as text of the page. */
const UNSHOWN = new Set(
  (
    'head script style template noscript noembed noframes iframe object embed applet audio video canvas ' +
    'datalist param source track map area desc metadata defs symbol annotation annotation-xml rp frameset ' +
    'select dialog'
  ).split(' '),
);

/** Whether an element, with all that is in it, has no text of the page: it is code, or another form of what it shows. */
export function isUnshown({ name, namespace, attributes }: LightNode): boolean {
  if (name === 'dialog') return !attributes.some((one) => one.name === 'open');
  return UNSHOWN.has(name) || (name === 'title' && namespace.endsWith('svg'));
}

/** Follows what is seen from element to element. */
export class SeenPart {
  readonly #styles: HidingStyles;
  #goneIn: LightNode | undefined;
  /** Elements that say whether they are visible, the innermost last. */
  readonly #saying: { readonly element: LightNode; readonly isVisible: boolean }[] = [];

  constructor(styles: HidingStyles) {
    this.#styles = styles;
  }

  get isSeen(): boolean {
    return this.#goneIn === undefined && this.#saying.at(-1)?.isVisible !== false;
  }

  enter(element: LightNode): void {
    if (this.#goneIn !== undefined) return;
    const sight = sightOf(element, this.#styles);
    if (sight === 'gone') this.#goneIn = element;
    else if (sight !== 'as-around') {
      this.#saying.push({ element, isVisible: sight === 'visible' });
    }
  }

  leave(element: LightNode): void {
    if (this.#goneIn === element) this.#goneIn = undefined;
    if (this.#saying.at(-1)?.element === element) this.#saying.pop();
  }
}

function sightOf(element: LightNode, styles: HidingStyles): Sight {
  const { name, attributes } = element;
  let own = '';
  for (const { name: attribute, value } of attributes) {
    if (attribute === 'hidden' || attribute === 'popover') return 'gone';
    if (attribute === 'style') own = value;
    if (name === 'font' && attribute === 'color' && isWhite(value.toLowerCase())) return 'gone';
  }
  return styles.sightOf(element, effectsOf(own));
}
