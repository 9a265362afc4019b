/** The wait in place of a frame in a page that draws none because it is hidden. */
const WITHOUT_FRAMES_MS = 100;

/**
 * Calls back once, with the next frame; in a page that draws none, a little later. Gives the function
 * that cancels it.
 */
export function onNextFrame(callback: () => void): () => void {
  // Not every platform has frames.
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
