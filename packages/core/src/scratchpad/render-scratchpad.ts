/**
 * The scratchpad as the model reads it: a line a field, a dash a list item, empty fields left out.
 * Whole lines from the start, as many as fit; '' when nothing is in it or nothing fits.
 */
export function renderScratchpad(
  pad: unknown,
  maxTokens: number,
  count: (text: string) => number,
): string {
  const lines = padLines(pad);
  const textOfFirst = (kept: number) =>
    kept === 0 ? '' : framed(lines.slice(0, kept), kept < lines.length);
  const whole = textOfFirst(lines.length);
  if (count(whole) <= maxTokens) return whole;
  return textOfFirst(mostThatFit(lines.length, (kept) => count(textOfFirst(kept)) <= maxTokens));
}

/** The largest number below `limit` that fits; halving, because a pad may have thousands of lines. */
function mostThatFit(limit: number, fits: (kept: number) => boolean): number {
  let most = 0;
  let tooMany = limit;
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

function framed(lines: readonly string[], isCut: boolean): string {
  const note = isCut ? '\n(cut: no room for the rest)' : '';
  return `Scratchpad (notes kept by the agent):\n${lines.join('\n')}${note}`;
}

function padLines(pad: unknown): readonly string[] {
  if (typeof pad !== 'object' || pad === null) return [];
  return Object.entries(pad).flatMap(([field, value]) => fieldLines(label(field), value));
}

function fieldLines(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) return [`${name}: ${plain(value)}`];
  return value.length === 0 ? [] : [`${name}:`, ...value.map((item) => `- ${plain(item)}`)];
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** `currentStep` → `Current step`. */
function label(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
