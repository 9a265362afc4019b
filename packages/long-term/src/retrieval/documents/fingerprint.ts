import { bareText } from '../../records/bare-text.ts';
import type { RetrievalDocument } from '../retrieval-index.ts';

const fingerprints = new WeakMap<RetrievalDocument, number>();

/**
 * A number of 53 bits for what a document says: texts that differ in case, blanks and punctuation alone
 * have the same; signs of numbers, operators and symbols count. Made when it is first asked for, because
 * an index that opens would wait for all of them.
 */
export function fingerprintOf(document: RetrievalDocument): number {
  let fingerprint = fingerprints.get(document);
  if (fingerprint === undefined) {
    fingerprint = hashOf(document.text);
    fingerprints.set(document, fingerprint);
  }
  return fingerprint;
}

function hashOf(text: string): number {
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
