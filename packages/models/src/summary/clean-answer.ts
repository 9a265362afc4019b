/** Words in front of a summary that are none of it: "Sure! Here is a summary of the conversation:". */
const LEAD_IN =
  /^(?:(?:sure|certainly|of course|okay|ok|absolutely|got it)\b[^\n:]{0,40}?[.!,:]?\s+)?(?:here(?:'s|’s| is| are)|below is|this is|the following is|i(?:'ve| have) (?:written|made|prepared))\b[^\n:]{0,160}\b(?:summar|merge)[^\n:]{0,120}:\s*/iu;
const HEADING =
  /^(?:#{1,6}\s*|\*\*\s*)?(?:(?:new|updated|merged|final|conversation|brief)\s+)*summary(?:\s+of\s+[^\n:]{0,80})?\s*(?::\s*(?:\*\*)?|\*\*:?|(?=\n))\s*/iu;
const GREETING =
  /^(?:sure|certainly|of course|okay|ok|absolutely|got it)\b[^\n]{0,40}[.!:]\s*\n+/iu;
/** Words behind it: "Let me know if you need anything else!" */
const CLOSING =
  /\n\s*(?:let me know|i hope (?:this|that)|feel free|please let me know|would you like)\b[^\n]*$/iu;
const FENCE = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:\n\1\s*)?$/u;
const THOUGHT = /<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/giu;
const TAGGED = /^<([a-z][\w-]*)>\s*([\s\S]*?)\s*<\/\1>$/iu;

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

/** Some templates open the thoughts themselves, and some answers end in the middle of them. */
function withoutThoughts(text: string): string {
  const said = text.replace(THOUGHT, '');
  const closed = said.replace(/^[\s\S]*<\/(?:think|thinking|thought|reasoning)>/iu, '');
  return closed.replace(/<(?:think|thinking|thought|reasoning)>[\s\S]*$/iu, '');
}

function withoutLeadIn(text: string): string {
  const bare = text.replace(LEAD_IN, '').replace(GREETING, '').replace(HEADING, '').trim();
  // A text that is nothing but such words is left for the checks to refuse.
  return bare === '' ? text : bare;
}

function withoutFence(text: string): string {
  return FENCE.exec(text)?.[2]?.trim() ?? text;
}

function withoutTags(text: string): string {
  return TAGGED.exec(text)?.[2] ?? text;
}
