import { bareText } from '../../records/bare-text.ts';

/**
 * A number of 53 bits for what a text says: texts that differ in case, blanks and punctuation alone have
 * the same, and signs of numbers, operators and symbols count. It takes the place of the text, which would have to be held twice.
 */
export function fingerprintOf(text: string): number {
  const plain = bareText(text, ' ');
  let high = 0x811c9dc5;
  let low = 0x2545f491;
  for (let at = 0; at < plain.length; at += 1) {
    const unit = plain.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
