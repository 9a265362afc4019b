// What is put back into a context stands in an envelope such as `<earlier-conversation>`. All of
// our envelopes have a hyphen in their name, which no HTML element has, so ordinary markup passes
// untouched.
const envelopeTag = /<(?=\s{0,8}\/?\s{0,8}[a-z]+-[a-z])/gi;

/** Says whether a text holds something that a model could take for the edge of an envelope. */
export function hasEnvelopeTag(text: string): boolean {
  return text.search(envelopeTag) >= 0;
}

/**
 * Makes such edges harmless and leaves all else as it was: `</earlier-conversation>` becomes
 * `‹/earlier-conversation>`.
 */
export function neutraliseEnvelopeTags(text: string): string {
  return text.replace(envelopeTag, '‹');
}
