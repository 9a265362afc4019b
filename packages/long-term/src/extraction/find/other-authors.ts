import { quotationsIn } from './sentences.ts';

/** How a language shows that a text beside these words is somebody else's. Parts of patterns, read without case. */
interface OtherAuthors {
  /** Stands above a text that was passed on. */
  readonly passedOn: string;
  /** Greets several people. */
  readonly greetsAll: string;
  /** Asks to answer the author, to look at their words, or to put them otherwise; a whole sentence. */
  readonly asks: readonly string[];
}

const ENGLISH: OtherAuthors = {
  passedOn: '(?:begin )?(?:forwarded|original) (?:message|e?-?mail)',
  greetsAll:
    '(?:hi|hello|hey|good (?:morning|afternoon|evening)),? (?:all|everyone|everybody|team|folks|guys)',
  asks: [
    '(?:(?:can|could|would|will) you|please|help me(?: to)?|how (?:do|should|can|would) (?:i|we|you)|what (?:do|should) i|i (?:need|want|have) to)? ?(?:(?:reply|respond|answer|write back|get back)(?: to)? (?:him|her|them|this|that|it|the \\p{L}+)|(?:reply|respond|write) back|(?:draft|write|compose|suggest|prepare|send) (?:(?:him|her|them) )?(?:an?|the|my) (?:\\p{L}+ )?(?:answer|reply|response))(?!\\p{L}).*',
    '(?:is|was|does|would|do you think) ?(?:this|that|it|everything)?(?: (?:is|sound|look|read|seem|be))?(?: all)? (?:ok(?:ay)?|fine|alright|all right|right|good|appropriate|polite|clear|too \\p{L}+)(?: (?:like this|this way|so|then|to send|enough))?\\?',
    '(?:sounds?|looks?|reads?) (?:ok(?:ay)?|good|right|fine)\\?',
    'how (?:would|do|can|should|could) (?:you|i|one|we) (?:say|put|phrase|translate|write|word) (?:this|that|it|these)(?!\\p{L}).*',
    'what (?:does|did|do) (?:he|she|they|this|it) (?:mean|want|say|need)(?!\\p{L}).*',
    '(?:should|would|can|could|may) (?:you|i|we) send (?:this|that|it)(?!\\p{L}).*',
    'tl;?dr\\??',
  ],
};

const GERMAN: OtherAuthors = {
  passedOn: '(?:weitergeleitete|ursprüngliche) (?:nachricht|mail|e-mail)',
  greetsAll: '(?:hallo|hi|moin|guten (?:morgen|tag|abend)) (?:zusammen|alle|ihr lieben|leute|team)',
  asks: [
    '(?:(?:kannst|könntest|würdest|magst) du|bitte|hilf mir|(?:wie|was) (?:soll|kann|sollte) ich)? ?(?:ihm|ihr|ihnen|darauf|dem|der|denen|ihm|das)? ?(?:bitte )?(?:antworten?|schreib(?:en?)?|zurückschreiben|beantworten)(?: (?:ihm|ihr|ihnen|darauf|zurück|(?:mir )?eine (?:\\p{L}+ )?antwort))?(?: soll)?[.!?]+',
    '(?:passt|geht|klingt|ist|wäre|stimmt) (?:das|es|dies)(?: (?:so|alles))?(?: (?:ok(?:ay)?|gut|richtig|in ordnung|verständlich|höflich))?(?: so)?\\?',
    'wie (?:sagt|sage|würde|würdest|schreibt|formuliert|heißt|übersetzt)(?: (?:man|du|ich))? (?:das|dies|es)(?!\\p{L}).*',
    'was (?:meint|will|sagt|möchte|heißt) (?:er|sie|das|der|die)(?!\\p{L}).*',
  ],
};

const SPANISH: OtherAuthors = {
  passedOn: 'mensaje (?:reenviado|original)',
  greetsAll: '(?:hola|buen[oa]s (?:días|tardes|noches)) (?:a )?(?:tod[oa]s|equipo|gente)',
  asks: [
    '¿?(?:(?:me )?(?:puedes|podrías|ayúdame a|ayudas a|cómo (?:puedo|debería)|qué (?:puedo|debería)) )?(?:contest[aá](?:r)?les?|respond(?:er|e)les?|respóndeles?|contéstales?|(?:responder|contestar) (?:a )?(?:esto|eso|él|ella))(?!\\p{L}).*',
    '¿?(?:está|suena|queda|va|es) (?:bien|ok|correcto|mal|claro)(?: así)?\\?',
    '¿?cómo (?:se (?:dice|escribe|traduce)|dirías|digo|diría|dirías tú) (?:eso|esto)(?!\\p{L}).*',
    '¿?qué (?:quiere(?: decir)?|dice|significa)(?: (?:él|ella|esto|eso))?\\?',
  ],
};

const FRENCH: OtherAuthors = {
  passedOn: "message (?:transféré|d['’]origine)",
  greetsAll: "(?:bonjour|salut|bonsoir) (?:à )?(?:tous|toutes|tout le monde|l[’']équipe)",
  asks: [
    '(?:(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|aide-moi à|comment|que dois-je)? ?(?:(?:lui|leur|y|à ça|à ceci) répondre|réponds?[- ](?:lui|leur|y))(?!\\p{L}).*',
    "(?:c['’]est (?:bon|ok|correct|bien|clair)|ça (?:va|passe|sonne bien|te semble bien))(?: comme ça)? ?\\?",
    'comment (?:dit-on|dirais-tu|on dit|dire|traduire) (?:ça|cela|ceci)(?!\\p{L}).*',
    'que (?:veut-(?:il|elle)|veut dire)(?!\\p{L}).*',
  ],
};

const LANGUAGES = [ENGLISH, GERMAN, SPANISH, FRENCH];
const any = (parts: readonly string[]) => parts.join('|');

const OPENING =
  '(?:(?:so|and|also|now|ok(?:ay)?|und|also|y|et|alors|bitte|please|por favor)[,!:]? )*';
const ASKS_ABOUT_OTHERS = new RegExp(
  `^${OPENING}(?:${any(LANGUAGES.flatMap(({ asks }) => asks))})$`,
  'iu',
);
const HEAD = new RegExp(
  `^[->=*\\s]*(?:(?:fwd?|wg|rv|tr|re|aw|antw|sv|enc) ?: ?\\S.*|(?:${any(LANGUAGES.map(({ passedOn }) => passedOn))})(?!\\p{L}).*|(?:${any(LANGUAGES.map(({ greetsAll }) => greetsAll))})[,!.:]*)$`,
  'iu',
);

/** Whether a sentence asks to answer, judge or translate a text beside it, or what its author means. */
export function asksAboutOthers(sentence: string): boolean {
  return ASKS_ABOUT_OTHERS.test(sentence.trim());
}

/** Whether a line stands above a text that was passed on, or that greets several people. */
export function headsOthers(line: string): boolean {
  return HEAD.test(line.trim());
}

const SENSITIVE =
  /(?<!\p{L})(?:pay(?:s|ing|ments?|able)?|paid|invoices?|bank(?:s|ing)?|accounts?|iban|bic|swift|wire|transfers?|paypal|wallets?|bitcoin|credentials?|log-?ins?|user ?names?|zahl(?:e|en|t|ung(?:en)?)|bezahl\p{L}*|überweis\p{L}*|rechnung\p{L}*|konto\p{L}*|\p{L}*konto|bankverbindung|zugangsdaten|benutzername|pag(?:o|os|ar|a|amos)|cuentas?|banco|facturas?|transferencias?|usuario|paie(?:ment|ments|r)?|payer|comptes?|banque|factures?|virements?|identifiants?)(?!\p{L})/iu;
const ANOTHER_HAND = /```|^\s*>|https?:\/\/|:[ \t]*$|\n[ \t]*\n/mu;

/**
 * Whether a statement is about payment, banks or credentials and its message shows any sign of another
 * author, however weak: such a one is at most a hypothesis [GRD-1].
 *
 * @param own the words of the message that count as its writer's
 */
export function mayBeOfOthers(statement: string, message: string, own: string): boolean {
  if (!SENSITIVE.test(statement)) return false;
  return (
    own.trim() !== message.trim() || ANOTHER_HAND.test(message) || quotationsIn(message).length > 0
  );
}
