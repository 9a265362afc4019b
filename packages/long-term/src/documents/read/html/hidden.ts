import { effectsOf, isWhite } from './declarations.ts';
import type { HidingStyles } from './hiding-styles.ts';
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

/** Whether an element, with all that is in it, is out of sight. */
export function isHidden(element: LightNode, styles: HidingStyles): boolean {
  const { name, attributes } = element;
  let own = '';
  for (const { name: attribute, value } of attributes) {
    if (attribute === 'hidden' || attribute === 'popover') return true;
    if (attribute === 'style') own = value;
    if (name === 'font' && attribute === 'color' && isWhite(value.toLowerCase())) return true;
  }
  return styles.hide(element, effectsOf(own));
}
