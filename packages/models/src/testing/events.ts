/** One event of a stream. */
export function event(value: unknown): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

/** An event with a piece of the answer. */
export function chunk(delta: object, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta, finish_reason: finish }] });
}

/** An event with words. */
export function words(content: string): string {
  return chunk({ content });
}

export const DONE = event('[DONE]');
