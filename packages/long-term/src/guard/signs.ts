import type { Steps } from '@agent-memory/core/internal';
import { type Concept, type Place, placesOf } from './concepts.ts';
import { folded } from './fold.ts';
import { makeReady } from './make-ready.ts';

type Name = Concept | Form;

/** Pairs that belong together further apart: an offer of code and what the code does. */
const FAR_PAIRS: readonly (readonly [Name, Name])[] = [
  ['fence', 'reach'],
  ['examples', 'secret'],
  ['examples', 'systemText'],
  ['authority', 'noQuestion'],
  ['theUser', 'noQuestion'],
  ['advert', 'reply'],
  ['secret', 'sendOff'],
  ['authority', 'swap'],
  ['putIn', 'reach'],
  ['codeOffer', 'reach'],
  ['replyOrder', 'fence'],
  ['authorityTag', 'order'],
  ['unshown', 'order'],
  ['reply', 'fence'],
];

/** Characters between two places that belong together. */
const NEAR = 60;
const FAR = 600;

const OF_TEXT: readonly (readonly [string, RegExp])[] = [
  ['hiddenInWord', /\p{L}[\u200b-\u200f\u2060-\u2064\ufeff\u180e]+\p{L}/u],
  ['turnedDirection', /[\u202a-\u202e\u2066-\u2069]/u],
  // Flags of regions are written with three to six of them.
  ['hiddenTags', /[\u{e0020}-\u{e007e}]{7,}/u],
];

/** The signs of a text as a whole: characters that nobody sees. */
export function signsOfText(given: string): readonly string[] {
  return OF_TEXT.filter(([, pattern]) => pattern.test(given)).map(([sign]) => sign);
}

/** The signs of a short piece of text; each is there or it is not. */
export function signsOf(text: string): ReadonlySet<string> {
  // Folding one sign into one sign, it keeps the places of words and forms comparable.
  const normal = text.normalize('NFKC');
  const places = new Map<Name, readonly Place[]>([...placesOf(folded(normal)), ...formsOf(normal)]);
  const signs = new Set<string>(pairsOf(places));
  for (const [name, found] of places) if (found.length > 0) signs.add(name);
  for (const [one, other] of FAR_PAIRS) {
    if (isNear(places.get(one) ?? [], places.get(other) ?? [], FAR)) signs.add(`${one}++${other}`);
  }
  return signs;
}

/** Two things within a sentence say more together than apart: `override+rules`. */
function pairsOf(places: ReadonlyMap<Name, readonly Place[]>): readonly string[] {
  const inOrder = [...places]
    .flatMap(([name, found]) => found.map((place) => ({ name, ...place })))
    .sort((one, other) => one.start - other.start);
  return inOrder.flatMap(({ name, end }, at) => {
    const pairs: string[] = [];
    for (let next = at + 1; next < inOrder.length; next += 1) {
      const other = inOrder[next];
      if (other === undefined || other.start > end + NEAR) break;
      // The same words count once.
      if (other.name === name || other.start < end) continue;
      pairs.push(name < other.name ? `${name}+${other.name}` : `${other.name}+${name}`);
    }
    return pairs;
  });
}

/** Whether one of each stands within a distance of the other; the same words count once. */
function isNear(some: readonly Place[], others: readonly Place[], distance: number): boolean {
  return some.some((one) =>
    others.some(
      (other) =>
        (other.start >= one.end && other.start - one.end <= distance) ||
        (one.start >= other.end && one.start - other.end <= distance),
    ),
  );
}

/** Forms that a text has, beside its words. Each is looked for in the text as it was given, or folded. */
const FORMS = {
  /** Tags of templates that say who speaks: `<|im_start|>`, `[INST]`, `<<SYS>>`, `<start_of_turn>`. */
  template:
    /<\s*[|｜]\s*\w+\s*[|｜]\s*>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<\/?s>(?=\s|\[)|\[\/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]/iu,
  /** Tags that speak for somebody else: `<system>`, `<instructions>`, `<important>`, `###(system_message)`. */
  authorityTag:
    /<\/?(?:system|admin|developer|assistant|instructions?|important|information|directive|override|prompt|user_?query|new_?instructions?)[\s>/:]|[#*=[(]{1,4}\s*\(?\s*(?:system|admin|instructions?|developer|override|important instructions?)(?:[_\s-]*(?:message|prompt|note|notice|instructions?|update|override|alert|admin[^\]]{0,30}))?\s*[)\]:*#=]/iu,
  /** A line with a speaker of a conversation. */
  speaker:
    /(?:^|\n|["'>]\s*)\s*(?:system|assistant|human|user|developer|ai|bot|system\s?(?:prompt|instruction)s?)\s*:/iu,
  /** The edge of what came before, drawn. */
  edge: /(?:^|\s)(?:[-=_*#~]{5,})(?:\s|$)|<\/?end[\s_]of[^>]{0,30}>|\bend[ _]of[ _](?:document|context|session|prompt|text|message|conversation|data|input|file|page)\b|\bbegin(?:ning)?[ _](?:of[ _])?(?:new[ _])?(?:instructions?|prompt|session|task)\b/iu,
  shout:
    /!!!|\b(?:IMPORTANT|ATTENTION|URGENT|WARNING|NOTICE|CRITICAL|OVERRIDE|STOP|ALERT)\b\s*[:!*]/u,
  capitals: /(?:\b[A-Z][A-Z']{2,}\b[\s,.-]*){4,}/u,
  /** A call of a tool as data. */
  toolCall:
    /["']?(?:tool_calls?|function_call|tool_use|tool_name|recipient_name)["']?\s*[:=]|<\/?(?:tool_call|function_calls?|invoke|tool_use|antml:\w+|parameter)\b|\{\s*["'](?:name|function|action)["']\s*:\s*["'][\w.-]+["']\s*,\s*["'](?:arguments|parameters|args|input)["']/iu,
  /** Settings that take a check away, as a line of a file. */
  setting:
    /\b(?:auto_?approve|autonomous_mode|skip_?confirm\w*|bypass_\w+|disable_\w+|unsafe_mode)\s*[:=]\s*(?:true|1|yes|on)\b|\b(?:require_?confirm\w*|human_in_the_loop|safety\w*|guardrails?|confirm\w*)\s*[:=]\s*(?:false|0|no|off)\b|\b(?:role|permissions?|access)\s*[:=]\s*(?:admin|root|all|superuser)\b/iu,
  /** Code that reaches for the network, for files or for other programs. */
  reach:
    /\brequests\.(?:get|post|put)|\burllib|\bsocket\.|\bimport\s+socket|\bsubprocess|\bos\.(?:system|popen|environ|remove|walk|listdir)|\b(?:eval|exec|popen)\s*\(|\bsmtplib|\bparamiko|\bpynput|\bshutil\.(?:rmtree|move|copy)|\bscapy|\bhttp\.server|\bftplib|\bcryptography\.|\bkeyboard\b.{0,20}import|\bImageGrab|\bpyautogui|\bwinreg|\bctypes|\bselenium|\bpsutil|\bpyperclip|\bsqlite3|\bsounddevice|\bcv2\b|\byagmail|\bchild_process|\bfetch\(\s*["']https?:|\bcurl\s+-|\bwget\s|\brm\s+-rf|\bchmod\s+[0-7]{3}|\bnc\s+-|\/etc\/passwd|\bdocument\.cookie|\bpowershell|\bos\.environ/u,
  fence: /```|<code>|~~~/u,
  address:
    /[\w.+-]+@[\w-]+\.[a-z]{2,}|https?:\/\/|\bwww\.|\b0x[0-9a-z]{3,}\b|\b[A-Z]{2}\d{2}[A-Z0-9]{10,}\b|\b\w+\.(?:com|net|org|io|xyz|ru|info)(?:\/|\b)/iu,
  /** A picture whose address carries something out. */
  picture: /!\[[^\]]*\]\([^)]*(?:\?|=|\{|<|%7b|\[)[^)]*\)|<img[^>]+(?:\?\w+=|\{\{)/iu,
  /** Text that a page does not show. */
  unshown:
    /<!--|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|color\s*:\s*(?:white|#fff|transparent)|opacity\s*:\s*0\b|\bhidden\b[^<]{0,20}>|aria-hidden|\/\*[^*]{0,300}\*\/|alt=["'][^"']{30,}/iu,
  /** A name or text to be said word for word. */
  wordForWord:
    /\b(?:say|print|write|output|reply|respond|answer|state|repeat|echo|return|display|report|conclude|claim)\w*\b[^.\n]{0,40}["'“‘«「:<][^"'”’»」\n]{2,120}["'”’»」>]/iu,
  /** An example dialogue that leads to the real question. */
  examples: /\bQ\s*:[\s\S]{1,2000}?\bA\s*:[\s\S]{1,2000}?\bQ\s*:/u,
  todo: /(?:^|\n)\s*(?:TODO|TO-DO|ACTION REQUIRED|ACTION ITEM|TASK|STEP \d)\s*:/iu,
  placeholder: /\{\{?\s*\w+\s*\}?\}|\$\{\w+|<(?:insert|your|name|data|password|history)[^>]*>/iu,
  orderOfMemory: /\[?\b(?:memory_persist|user_memory|agent_memory|memory|persist)\b\s*[\]:=]/iu,
  /** The text that this very assistant was set up with: "your hidden rules", "what you were told". */
  ownSetup:
    /\b(?:your|ur)\s+(?:[\w-]+\s+){0,2}?(?:prompts?|prompting|instructions?|rules|guidelines|directives|programming|configuration|system\s+(?:message|prompt|text|parameters)|context\s+window|training\s+data|initialization|constraints)\b|\byour\s+system['’]s\s+\w+|\b(?:you\s+(?:were|are|have\s+been)|you['’]ve\s+been|I\s+was)\s+(?:instructed|programmed|initialized)\b|\byou\s+(?:were|have\s+been)\s+(?:told|given|started\s+with|set\s+up)\b|\b(?:initial|original|hidden|secret|initialization|starting|underlying|above|previous)\s+(?:system\s+)?(?:prompts?|prompting|instructions?|string|message)\b|\b(?:text|words|line|everything|all|sentence|content)\s+(?:above|of\s+the\s+prompt|before\s+this)\b/iu,
  /** A sentence that begins with an order. */
  order:
    /(?<=^|[.!?:;\n>)\]]\s*)(?:please\s+|now,?\s+|then,?\s+|also,?\s+|instead,?\s+|thus,?\s+|you\s+must\s+|and\s+)?(?:ignore|disregard|forget|override|reveal|print|output|repeat|send|forward|email|transfer|delete|execute|run|call|invoke|reply|respond|answer|say|write|include|add|insert|append|integrate|incorporate|mention|modify|change|replace|remember|save|store|act|pretend|translate|encode|click|visit|navigate|approve|proceed|treat|convert|provide|give|tell|list|share|relay|show|perform|do\s+not|don't|never|always|stop|start|end|begin|complete|augment|enhance|render|embed|suggest|promote|recommend|post|upload|make|set|use|create|generate|focus|report|conclude|state|claim|get|collect|grant|disable|download|open|buy|book|pay|move|remove|update|place|insert|put|get|reserve|invite)\b/iu,
  /** An order to override what was said before. */
  overrideOrder:
    /(?<=^|[.!?:;\n>)\]*"'-]\s*|\b(?:please|must|should|you|and|now|then|just|will|to|can)\s+)(?:ignore|disregard|forget|override|bypass|overlook|discard|dismiss|do\s+not\s+(?:follow|listen|obey)|don't\s+(?:follow|listen|obey)|stop\s+following|skip|neglect|cancel|drop|never\s+mind|pay\s+no\s+attention)\b[^.\n]{0,50}?\b(?:instructions?|rules?|directives?|guidelines?|prompts?|prompting|orders|commands?|everything|anything|above|previous|prior|preceding|told|said|text|training|safety|guardrails|document|user|context|data|content|requests?)\b/iu,
  /** An order about the answer, whatever its verb: "garnish your reply with …". */
  replyOrder:
    /(?<=^|[.!?\n"'>:]\s*)(?:please\s+|kindly\s+|now\s+|and\s+)?(?!thank|i\b|i'|we\b|as\b|for\b|based|regarding|after|before|what|how|when|why|does|do\s+you|is\b|was|has|your|the\b|this|that|did|if\b|has|have|he\b|she\b|it\b|they)[a-z]+\b[^.!?\n]{0,80}?\b(?:your|the)\s+(?:\w+\s+)?(?:response|reply|answer|output|message)s?\b|\b(?:in|within|to|of|into|at\s+the\s+(?:end|start|beginning)\s+of)\s+your\s+(?:\w+\s+)?(?:response|reply|answer|output|summary)\b/iu,
  /** Code that is offered for the answer. */
  codeOffer:
    /\b(?:following|below|subsequent|next|this|given|ensuing)\s+(?:\w+\s+)?(?:code|snippet|script|block|excerpt)\b[^`]{0,120}?\byour\b|\byour\s+(?:\w+\s+)?(?:solution|implementation|algorithm|codebase|code|program|project|response|answer|script|development)\b[^`]{0,80}?\b(?:following|below|subsequent|this|next|ensuing)\s+(?:\w+\s+)?(?:code|snippet|script|block|excerpt)\b/iu,
  /** Somebody's secret is asked for. */
  secretQuestion:
    /\b(?:what(?:['’]s|\s+is|\s+are|\s+was)|tell\s+me|give\s+(?:me|us)|show\s+me|send\s+me|say|share|reveal)\s+(?:\w+\s+){0,2}?(?:the|your|our|his|her|their|all|any|\w+['’]s|[A-Z]\w+\s+[A-Z]\w+['’]s)\s+(?:\w+\s+){0,2}?(?:passwords?|secrets?|secret\s+(?:key|code|word)|(?:bank\s+)?balances?|api\s+keys?|e-?mail\s+address(?:es)?|credentials?|credit\s+cards?|private\s+keys?|tokens?|user\s*names?|environment\s+variables?)\b/iu,
  aQuestion: /[?？؟]/u,
} as const satisfies Readonly<Record<string, RegExp>>;

export type Form = keyof typeof FORMS;

/** The first places of a form in a text; a few are enough to tell what stands near it. */
const MOST_PLACES = 20;

const FORM_FINDERS = Object.entries(FORMS).map(
  ([form, pattern]) => [form as Form, new RegExp(pattern.source, `${pattern.flags}g`)] as const,
);

/** Has each finder made ready, one in a step. */
export function* readyForms(): Steps<void> {
  for (const [, finder] of FORM_FINDERS) {
    yield;
    makeReady(finder);
  }
}

/** The places of every form. */
function formsOf(text: string): ReadonlyMap<Form, readonly Place[]> {
  return new Map(FORM_FINDERS.map(([form, finder]) => [form, firstPlaces(text, finder)]));
}

function firstPlaces(text: string, finder: RegExp): readonly Place[] {
  const places: Place[] = [];
  for (const { index, 0: found } of text.matchAll(finder)) {
    places.push({ start: index, end: index + found.length });
    if (places.length === MOST_PLACES) break;
  }
  return places;
}
