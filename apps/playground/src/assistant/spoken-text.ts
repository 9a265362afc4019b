import { createWatchedValue, type WatchedValue } from '../app/watched-value.ts';

/** A text that grows while it is being said, and can be watched. */
export type SpokenText = WatchedValue<string>;

export function createSpokenText(): SpokenText {
  return createWatchedValue('');
}
