const TYPES = ['keydown', 'keypress', 'keyup'] as const;

/** Controls that Enter and Space press. */
const PRESSED = 'button, a[href], summary, select, input, textarea';
/** Controls that take every key: somebody types in them. */
const TYPED_IN = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Keeps the keys that the panel uses from the page around it, which sees them come from an element that
 * nobody types in and would take them for its own hotkeys: those that something in the panel answered to,
 * letters typed in a field, and Enter or Space on a control. Other keys, and all with Ctrl, Alt or Meta that
 * the panel has no use for, continue as anywhere on the page. What listens while an event is on its way down
 * (`capture`) hears every key.
 *
 * @returns the function that stops it
 */
export function keepUsedKeys(host: HTMLElement): () => void {
  const listening = new AbortController();
  const kept = new Set<string>();
  function hear(event: KeyboardEvent): void {
    if (event.type === 'keydown') {
      if (isUsed(event)) kept.add(event.code);
      else kept.delete(event.code);
    }
    if (kept.has(event.code)) event.stopPropagation();
    if (event.type === 'keyup') kept.delete(event.code);
  }
  for (const type of TYPES) host.addEventListener(type, hear, { signal: listening.signal });
  return () => listening.abort();
}

function isUsed(event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return true;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  // A shadow root names its host as the target; the path begins at the element that has the focus.
  const control = event.composedPath()[0] as Element | undefined;
  if (!control) return false;
  if (event.key === 'Enter' || event.key === ' ') return control.matches(PRESSED);
  return control.matches(TYPED_IN) && event.key !== 'Tab';
}
