import type { Place } from './concepts.ts';

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
  aQuestion: /[?？؟]/u,
} as const satisfies Readonly<Record<string, RegExp>>;

export type Form = keyof typeof FORMS;

/** The first places of a form in a text; a few are enough to tell what stands near it. */
const MOST_PLACES = 20;

const FORM_FINDERS = Object.entries(FORMS).map(
  ([form, pattern]) => [form as Form, new RegExp(pattern.source, `${pattern.flags}g`)] as const,
);

/** The places of every form. */
export function formsOf(text: string): ReadonlyMap<Form, readonly Place[]> {
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
