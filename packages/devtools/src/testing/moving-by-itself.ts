/**
 * The animations that time drives and that end.
 * One driven by scrolling, like the fade of the tab list, lasts for as long as the list stands.
 */
export function movingByItself(shadow: ShadowRoot): readonly Animation[] {
  return shadow.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline);
}
