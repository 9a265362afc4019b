const FIGURES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `12,480`. */
export function figure(value: number): string {
  return FIGURES.format(Math.round(value));
}

/** `message` for one, `messages` for any other number. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
