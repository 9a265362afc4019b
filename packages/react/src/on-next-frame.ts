/** How long a change waits in a page that draws no frames, because it is hidden. */
const WITHOUT_FRAMES_MS = 100;

/**
 * Calls back once, with the next frame; in a page that draws none, a little later. Gives the function
 * that takes it back.
 */
export function onNextFrame(callback: () => void): () => void {
  // Not every place that has timers has frames.
  const frame = globalThis.requestAnimationFrame?.(run);
  const timer = setTimeout(run, WITHOUT_FRAMES_MS);

  function cancel(): void {
    globalThis.cancelAnimationFrame?.(frame);
    clearTimeout(timer);
  }

  function run(): void {
    cancel();
    callback();
  }

  return cancel;
}
