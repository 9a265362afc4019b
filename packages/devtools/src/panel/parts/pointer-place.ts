/**
 * The place of a pointer in an element, in the pixels that its styles are written in. They are other ones
 * than those of the pointer where the page is drawn larger or smaller: `zoom`, `transform: scale()`.
 */
export function pointerPlace(
  element: Element | null,
  clientX: number,
  widthPixels: number,
): number {
  if (!element) return clientX;
  const { left, width } = element.getBoundingClientRect();
  return width === 0 ? clientX - left : ((clientX - left) * widthPixels) / width;
}
