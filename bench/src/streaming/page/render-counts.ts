/** How often each component has rendered since the last call of `takeRenderCounts`. */
const counts = new Map<string, number>();

/** To be called in a component's body. */
export function countRender(component: string): void {
  counts.set(component, (counts.get(component) ?? 0) + 1);
}

/** The counts so far; counting begins anew. */
export function takeRenderCounts(): Readonly<Record<string, number>> {
  const taken = Object.fromEntries(counts);
  counts.clear();
  return taken;
}
