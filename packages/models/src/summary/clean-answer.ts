/** Words in front of a summary that are not of it: "Sure! Here is a summary of the conversation:". */
const LEAD_IN =
  /^(?:(?:sure|certainly|of course|okay|ok|absolutely|got it)\b[^\n:]{0,40}?[.!,:]?\s+)?(?:here(?:'s|’s| is| are)|below is|this is|the following is|i(?:'ve| have) (?:written|made|prepared))\b[^\n:]{0,160}\b(?:summar|merge)[^\n:]{0,120}:\s*/iu;
const HEADING =
  /^(?:#{1,6}\s*|\*\*\s*)?(?:(?:new|updated|merged|final|conversation|brief)\s+)*summary(?:\s+of\s+[^\n:]{0,80})?\s*(?::\s*(?:\*\*)?|\*\*:?|(?=\n))\s*/iu;
const GREETING =
  /^(?:sure|certainly|of course|okay|ok|absolutely|got it)\b[^\n]{0,40}[.!:]\s*\n+/iu;
/** Words behind it: "Let me know if you need anything else!" */
const CLOSING =
  /\n[^\S\n]*(?:let me know|i hope (?:this|that)|feel free|please let me know|would you like)\b[^\n]*$/iu;
const FENCE = /^(`{3,}|~{3,})[^\n]*\n/u;
const OPENED_THOUGHT = /<(?:think|thinking|thought|reasoning)>/iu;
const CLOSED_THOUGHT = /<\/(?:think|thinking|thought|reasoning)>/giu;
const TAG = /^<([a-z][\w-]{0,40})>/iu;
const OPENING_TAGS = /^(?:<[a-z][\w-]{0,40}>\s*)+/iu;

/**
 * The summary in what a model answered: without its thoughts, without a fence or tags around it, without
 * words that speak of it. What a model says in between stays as it is.
 */
export function cleanAnswer(answer: string): string {
  let text = withoutThoughts(answer).trim();
  for (const unwrap of [withoutLeadIn, withoutFence, withoutTags, withoutLeadIn])
    text = unwrap(text);
  return text.replace(CLOSING, '').trim();
}

/**
 * The text behind the last thought. Some templates open the thoughts themselves, and some answers end in
 * the middle of them.
 */
function withoutThoughts(text: string): string {
  let start = 0;
  for (const match of text.matchAll(CLOSED_THOUGHT)) start = match.index + match[0].length;
  const said = text.slice(start);
  const end = said.search(OPENED_THOUGHT);
  return end < 0 ? said : said.slice(0, end);
}

function withoutLeadIn(text: string): string {
  const bare = text.replace(LEAD_IN, '').replace(GREETING, '').replace(HEADING, '').trim();
  // A text that is nothing but such words is left for the checks to refuse.
  return bare === '' ? text : bare;
}

/** Takes a fence off that is around all of it; one that is not closed as well. */
function withoutFence(text: string): string {
  const [opening, mark] = FENCE.exec(text) ?? [];
  if (opening === undefined || mark === undefined) return text;
  const inside = text.slice(opening.length);
  const end = inside.lastIndexOf(`\n${mark}`);
  const isLast = end >= 0 && inside.slice(end + 1 + mark.length).trim() === '';
  return (isLast ? inside.slice(0, end) : inside).trim();
}

function withoutTags(text: string): string {
  const [opening, name] = TAG.exec(text) ?? [];
  const closing = `</${name}>`;
  if (opening === undefined) return text;
  if (text.endsWith(closing)) return text.slice(opening.length, -closing.length).trim();
  // An answer that was cut closes none of them.
  return text.includes('</') ? text : text.replace(OPENING_TAGS, '');
}
