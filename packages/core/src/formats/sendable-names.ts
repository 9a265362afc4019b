/** Letters of names and ids, and how long they are, at most providers. */
const LONGEST_NAME = 64;

/** A name of letters, digits, `_` and `-` alone, as providers take those of tools. */
export function sendableName(name: string, longest = LONGEST_NAME): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest);
}

/**
 * An id of at most so many characters. It is made of the id alone, so that a call and its result are
 * named alike, in every context; those of two long ids differ, however they begin or end.
 */
export function shortId(id: string, longest: number): string {
  if (id.length <= longest) return id;
  // Two sums of 32 bits: by one of them alone two calls of a message would come to have one id.
  let [one, other] = [0, 0];
  for (let at = 0; at < id.length; at += 1) {
    one = Math.imul(one ^ id.charCodeAt(at), 0x01000193);
    other = Math.imul(other, 31) + id.charCodeAt(at);
  }
  const sum = (one >>> 0).toString(36) + (other >>> 0).toString(36);
  return `${id.slice(0, longest - 15)}_${sum}`;
}
