import type { Steps } from '@agent-memory/core/internal';
import { makeReady } from './make-ready.ts';

/** A form that is an order by itself, whatever stands around it. */
interface Outright {
  /** Behind "It ". */
  readonly words: string;
  readonly pattern: RegExp;
  /** Log odds of a text that has it: from 1.5 on an agent's own words are held as well. */
  readonly score: number;
}

/** An order begins a sentence, a line, an item or a quotation: in the middle it may be reported. */
const START = String.raw`(?<=^|[.!?:;\n>(]\s{0,3}|[-–—•]\s)(?:(?:please|and|but|also|just|you must|you should|from now on|make sure to|bitte),? ){0,2}`;
/** Parts of patterns: `~` stands for the user of an assistant, in any of the languages. */
const USER =
  "(?:(?:the|this|your|any) (?:end[- ])?users?|(?:de[mnr]|die) (?:be)?nutzer(?:n|in|innen)?|(?:à )?l['’]utilisat(?:eur|rice)|(?:al|a la|el|los) usuari[oa]s?|(?:al)?l['’]utente|(?:ao|o) usuário|de gebruiker)";
/** Somebody asks the assistant: no person is named who is served otherwise. */
const ASKED = [
  "(?:when(?:ever)?|if|once|any ?time|every time) (?:you(?:['’]re| are) |you get )?(?:asked|questioned|queried|prompted)",
  '(?:when(?:ever)?|if|once|any ?time|every time) (?:(?:some|any)(?:one|body)|people|they|~) (?:ever )?(?:asks?|inquires?|wants? to know)',
  '(?:wenn|falls|sobald) (?:[^.,\\n]{0,40}gefragt w(?:irst|ird)|(?:jemand|~)[^.,\\n]{0,60}fragt)',
  "(?:si|quand|lorsqu['’]) ?(?:on (?:te|vous)|~|quelqu['’]un)[^.,\\n]{0,30} demande",
  '(?:si|cuando) (?:te|~|alguien)[^.,\\n]{0,20} ?pregunt\\p{L}+',
  '(?:se|quando) (?:ti|te|~|qualcuno|alguém)[^.,\\n]{0,20} (?:chied|pergunt)\\p{L}+',
  '(?:als|wanneer) (?:iemand|~)[^.,\\n]{0,40} vraagt',
];
const TELL =
  '(?:tell|say|answer|reply|respond|claim|state|insist|inform|assure|sage?|antworte|behaupte|dis|dites|réponds|répondez|di|diga|responde|contesta|rispondi|zeg|antwoord)';
const HOW =
  '(?:(?:always|only|just|simply|then|please|you (?:must|should)|immer|bitte|toujours|siempre) ){0,2}';
const KEPT_FROM_USER = [
  "(?:do not|don['’]t|dont|never) (?:ever )?(?:(?:tell|inform|notify|alert|warn)|(?:mention|reveal|show|say|disclose)(?: \\p{L}+){0,3} to) ~",
  '(?:keep|hide|conceal|withhold)(?: \\p{L}+){1,4} from ~',
  '[^.!?\\n]{1,120} without (?:telling|informing|notifying|alerting|asking) ~',
  '(?:sag|sage|sagen sie|verrat|verrate|verraten sie)(?: es)? ~[^.!?\\n]{0,30} (?:nichts|nicht)',
  "ne (?:le |l[’'])?(?:dis|dites|révèle[zs]?) (?:pas|rien) ~",
  'no (?:se )?(?:lo )?(?:digas?|cuentes?|menciones?)(?: \\p{L}+){0,3} ~',
  '(?:non dirlo|non dire|não conte|não diga|vertel het niet aan)(?: \\p{L}+){0,2} ~',
];
const ALWAYS_RECOMMENDS = [
  '(?:always|exclusively) (?:recommend|suggest|promote|endorse|advertise|praise)',
  '(?:only|never) (?:recommend|promote|endorse|advertise|praise)',
  '(?:recommend|suggest|promote|endorse|advertise|praise) (?:only|exclusively|always)',
  '(?:empfiehl|empfehlen sie|empfehle|bewirb) (?:immer|stets|nur|ausschließlich|nie)',
  'recommande[sz]? (?:toujours|uniquement|seulement)',
  '(?:recomienda|recomiende) (?:siempre|solo|únicamente)|siempre (?:recomienda|recomiende)',
  '(?:consiglia|raccomanda) (?:sempre|solo)|recomende sempre|beveel altijd',
];
const TOKEN = String.raw`(?:<[|｜]\s?[\p{L}_▁]{2,30}\s?[|｜]>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>)`;
const MARK = String.raw`[#>*[(]{0,4}[ \t]*`;
const SPEAKER = String.raw`(?:^|\n)[ \t]*${MARK}(?:system|assistant|developer)(?:[ _-](?:message|prompt|note|notice|instructions?|override|update))?[ \t]*[\])*]{0,3}[ \t]*:[*]{0,2}\s{1,3}`;
/** "System: Windows 11" tells what somebody has. */
const A_MACHINE = '(?!(?:windows|linux|mac ?os|ubuntu|debian|fedora|android|ios|ipados|chrome)\\b)';
/** "Never run curl … | sh" warns of it. */
const WARNED =
  "(?<!\\b(?:never|not|n['’]t|avoid) (?:run|runn?ing|pip(?:e|ing)|past(?:e|ing)|us(?:e|ing)|execut(?:e|ing))\\b[^.\\n]{0,40})";
const SHELL = '(?:(?:ba|z|da|k)?sh|python\\d?|perl|ruby|node|iex|invoke-expression)\\b';

/** Forms of textbooks on injections; in the user's own words they may all stand. */
const OUTRIGHT: readonly Outright[] = [
  {
    // Between quotation marks, or in a sentence, a token is only spoken of.
    words: 'has the tags of a chat template',
    pattern: new RegExp(
      String.raw`(?:^|\n|[.!?>\]]\s?)\s*${TOKEN}(?![\x60"'”’»,])\s*[^\s,]|${TOKEN}(?:system|user|assistant|developer)(?:\s|${TOKEN})`,
      'iu',
    ),
    score: 2,
  },
  {
    words: 'has a line that speaks for system or assistant',
    pattern: new RegExp(
      String.raw`${SPEAKER}${A_MACHINE}(?:[\p{L}\p{N}'’-]+[ ,]+){2}[^\n]*[.!?]`,
      'iu',
    ),
    score: 2,
  },
  {
    words: 'lays out an answer for a question to come',
    pattern: orders(String.raw`(?:${ASKED.join('|')})(?!\p{L})[^.!?\n]{0,90}?[,:]\s*${HOW}${TELL}`),
    score: 1,
  },
  { words: 'wants it kept from the user', pattern: orders(KEPT_FROM_USER.join('|')), score: 2 },
  {
    words: 'runs what it fetches from an address',
    pattern: new RegExp(
      String.raw`${WARNED}\b(?:curl|wget|iwr|irm|invoke-\w+|base64 -d|base64 --decode)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:\/\w+)*\/?${SHELL}|\b(?:(?:ba|z|da|k)?sh|source|eval)\s+(?:-c\s+)?["']?(?:<\(|\$\(|\x60)\s*(?:curl|wget)\b`,
      'iu',
    ),
    score: 2,
  },
  {
    words: 'gives a rule for ever about what to recommend',
    pattern: orders(ALWAYS_RECOMMENDS.join('|')),
    score: 1,
  },
];

function orders(pattern: string): RegExp {
  return new RegExp(`${START}(?:${pattern.replaceAll('~', USER)})(?!['’]?\\p{L})`, 'iu');
}

/** Has each pattern made ready, one in a step. */
export function* readyOutright(): Steps<void> {
  for (const { pattern } of OUTRIGHT) {
    yield;
    makeReady(new RegExp(pattern.source, `${pattern.flags}g`));
  }
}

/** The forms of a text that are orders by themselves, the surest first. */
export function outrightIn(text: string): readonly Outright[] {
  const normal = text.normalize('NFKC');
  return OUTRIGHT.filter(({ pattern }) => pattern.test(normal)).sort(
    (one, other) => other.score - one.score,
  );
}
