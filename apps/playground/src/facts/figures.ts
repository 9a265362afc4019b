/** `12,480`. */
export function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `message` for one, `messages` for any other number. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
