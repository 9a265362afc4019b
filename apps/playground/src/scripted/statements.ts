/** Something about the user that is worth keeping, in the user's own words. */
export interface Statement {
  readonly kind: 'fact' | 'preference';
  /** A whole sentence: `I prefer an aisle seat.` */
  readonly text: string;
  /** Of two statements with one key the later one replaces the other. */
  readonly key?: string;
}

const SENTENCE_END = /(?<=[.!?])(?<!\b(?:dr|mr|mrs|ms|st|prof|no|nr)\.)\s+|\n+/i;
/** A new clause begins where a subject or a request follows, so that “Simon and Garfunkel” stays one value. */
const SUBJECT =
  "(?:my|i|i['’]m|we|you|your|it|the|this|that|he|she|they|please|can|could|do|what|where|when|who|which|how|is|are|tell|look|check|keep|track|remember)\\b";
const CLAUSE_END = new RegExp(
  `\\s*;\\s*|\\s*,?\\s+(?:and|but|so|because|though|although|which|who)\\s+(?=${SUBJECT})|\\s*,\\s*(?=${SUBJECT})|,\\s+(?=(?:by the way|please|thanks|thank you)\\b)`,
  'i',
);
const OPENING =
  /^(?:- |["“«])*(?:(?:no|actually|sorry|wait|yes|well|hello|hi|hey|ok|okay|so|and|but|by the way|remember(?: that)?|note(?: that)?|please)\b[,:!]*\s*)*/i;
const CONDITION = /^(?:if|when|whether|unless|suppose|imagine|what if)\b/i;
const OWN = /^my (?<name>[\p{L}\p{N}][\p{L}\p{N}'’ -]{0,40}?) (?:is|are|was|were) (?<value>.+)$/iu;
const ABOUT_ME =
  /^i(?:['’]m| am| have| own| live| work| like| love| hate| prefer| drive| play| speak| drink| eat)\b.+/i;
const NOTHING_TO_KEEP =
  /^i(?:['’]m| am| have) (?:not sure|sorry|fine|ok|okay|here|back|done|looking|trying|asking|a question|no idea)\b/i;
const PREFERS = /^i (?:now |really |always )?(?:prefer|like|love|hate) (?<what>.+)$/i;
/** Behind these words stands when or over what something is preferred. */
const END_OF_THING = / (?:over|to|for|when|in|on|at|by|with|than|rather|instead)\b.*$/i;
const VALUE_END = /(?:[\s,]+(?:please|thanks|thank you|by the way))*[\s.!…,"”»]*$/i;
const NO_VALUE = /^(?:not sure|unknown|what|which|where|when|who|here|there|gone|late|lost)\b/i;

/** The statements in a message, in order. A question states nothing, and neither does a condition. */
export function statementsIn(message: string): readonly Statement[] {
  return message
    .split(SENTENCE_END)
    .filter((sentence) => !/\?["”»\s]*$/.test(sentence))
    .flatMap((sentence) => sentence.split(CLAUSE_END))
    .flatMap(statementIn);
}

function statementIn(clause: string): readonly Statement[] {
  const said = clause.trim().replace(OPENING, '').replace(VALUE_END, '').trim();
  if (CONDITION.test(said)) return [];
  const own = OWN.exec(said)?.groups;
  if (own?.name && own.value) {
    if (NO_VALUE.test(own.value)) return [];
    return [{ kind: 'fact', text: sentence(said), key: own.name.toLowerCase() }];
  }
  const me = said.replace(/^i (?:now|really|always|also|actually) /i, 'I ');
  if (!ABOUT_ME.test(me) || NOTHING_TO_KEEP.test(me)) return [];
  const what = PREFERS.exec(me)?.groups?.what;
  if (what) return [{ kind: 'preference', text: sentence(me), key: `preference: ${thing(what)}` }];
  const key = keyOf(me);
  return [{ kind: 'fact', text: sentence(me), ...(key && { key }) }];
}

/** What there is only one of. */
function keyOf(said: string): string | undefined {
  if (/^i(?:['’]m| am) called\b/i.test(said)) return 'name';
  return /^i(?: am living| live) in\b/i.test(said) ? 'home' : undefined;
}

/** `a window seat over the wing` is about a `seat`. */
function thing(what: string): string {
  return wordsThatCount(what.replace(END_OF_THING, '')).at(-1) ?? what.toLowerCase();
}

/** The user's words as a sentence; names keep their capitals. */
function sentence(said: string): string {
  const text = said.replace(/^i(?=[ '’])/, 'I');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!…]$/.test(text) ? '' : '.'}`;
}

const SMALL_WORDS = new Set(
  (
    'a an the that this these those my mine your i me you we it is are was were be been am do does did have has had ' +
    'of to and or in on at for with about by from as again please what which who whom whose when where why how kind sort ' +
    'tell know remember say said told call called get user s many much'
  ).split(' '),
);
const SAME: Readonly<Record<string, string>> = { called: 'name', named: 'name', lives: 'live' };

/** The words of a text that say what it is about, each in a form in which they are compared. */
export function wordsThatCount(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => {
    const same = SAME[word];
    if (same) return [same];
    return SMALL_WORDS.has(word) ? [] : [singular(word)];
  });
}

function singular(word: string): string {
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.length > 3 ? word.replace(/(?<!s)s$/, '') : word;
}

/** Whether a text is about all of these words. */
export function isAbout(text: string, words: readonly string[]): boolean {
  const said = wordsThatCount(text);
  return words.length > 0 && words.every((word) => said.includes(word));
}
