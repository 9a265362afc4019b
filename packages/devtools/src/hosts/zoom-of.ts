/** By how much CSS `zoom` enlarges an element, with all around it; 1 where the browser cannot say. */
export function zoomOf(element: Element): number {
  // Not in every browser that the panel works in.
  const { currentCSSZoom } = element as { readonly currentCSSZoom?: number };
  return currentCSSZoom || 1;
}
