import { asksAboutOthers, headsOthers } from './other-authors.ts';

const NAME = String.raw`\p{Lu}[\p{L}.'’-]*`;
const NAMES = `${NAME}(?: ${NAME}){0,2}`;

/** Opens a letter, alone on its line. */
const SALUTATION =
  /^(?:(?<letter>my dear(?:est)?|dear(?:est)?|liebe[rs]?|sehr geehrte[rs]?|querid[oa]s?|estimad[oa]s?|ch(?:er|ère)s?)|hi|hello|hey|greetings|good (?:morning|afternoon|evening)|hallo|moin|guten (?:morgen|tag|abend)|hola|buen[oa]s (?:días|tardes|noches)|bonjour|bonsoir|salut) (?<whom>[^,!:]{1,60}?)[,!.:]*$/iu;
const NAMED = new RegExp(`^${NAME}(?: (?:${NAME}|and|or|und|oder|y|o|et|ou|&))*$`, 'u');
/** Nobody else is written to by these names. */
const ASSISTANT = /^(?:assistant|ai|(?:chat)?bot|assistentin?|assistent|ki|asistente|ia)$/iu;

const CLOCK = /\[?(?<!\d)\d{1,2}[:.h]\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?(?!\d)\]?/iu;
const DATE = /\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?|(?<!\d)\d{1,4}(?:st|nd|rd|th)?(?!\d)/giu;
const WHEN =
  /(?<!\p{L})(?:today|yesterday|at|on|am|pm|um|uhr|heute|gestern|hoy|ayer|a las?|aujourd['’]hui|hier|à|app|via)(?!\p{L})/giu;
/** "[10:02] Tom: I moved." */
const SPEAKER_AT = new RegExp(
  String.raw`^[\[(]?[^\]\n]{0,30}?\d{1,2}[:.]\d{2}[^\]\n]{0,20}?[\])]?[ \t–—-]*${NAMES}: `,
  'u',
);
/** A handle or an address, alone on its line or behind a name. */
const ADDRESS =
  /^(?:@[\p{L}\d._-]+|[^\s@<>]+@[^\s@<>]+\.\p{L}{2,}|[^<\n]{0,60}<[^\s@<>]+@[^\s@<>]+>[^\n]{0,40})[ \t]*:?$/u;
const STARS =
  /[★☆⭐✩✭✮]|^(?:rating:? )?\d(?:[.,]\d)? ?(?:\/ ?(?:5|10)|out of (?:5|10)|stars?|sterne?|estrellas?|étoiles?)(?![\p{L}\d])/iu;

/** Ahead of the words of somebody else: "A customer wrote.", "Got this today.", "Lesson 3.", "You are Eva." */
const ANNOUNCING: readonly RegExp[] = [
  /^(?!.*(?<!\p{L})(?:i|we|you|ich|wir|du|yo|je|j['’]|tu|vous)(?!\p{L}))\p{L}.{1,60} (?:wrote|writes|says|said|asks|asked|sent (?:me |us )?(?:this|it)|schrieb|schreibt|sagte?|fragte?|escribió|escribe|dice|dijo|écrit|a dit|dit|demande)(?: (?:(?:to )?(?:me|us)|this|mir|uns|das|esto|ceci|today|yesterday|heute|gestern|hoy|ayer|hier))*[.:!…]*$/iu,
  /^(?:(?:i|we|ich|wir|je|nous)(?: have|['’]ve| habe(?:n)?)? |j['’])?(?:just )?(?:got|received|found|saw|habe?|bekam|erhielt|recibí|encontré|me llegó|ai reçu|ai trouvé|reçu) (?:just |gerade )?(?:this|the following|das|dies|folgendes|esto|lo siguiente|ceci|ça)(?: (?:gerade|eben|today|yesterday|just now|this (?:morning|week)|in my inbox|by e?-?mail|from .{2,30}|heute|gestern|bekommen|erhalten|hoy|ayer|aujourd['’]hui|hier|de .{2,30}|von .{2,30}))*[.:!…]*$/iu,
  /^(?:lesson|exercise|unit|chapter|scene|act|verse|dialogue|example|task|lektion|übung|kapitel|szene|dialog|beispiel|aufgabe|lección|ejercicio|capítulo|escena|diálogo|ejemplo|leçon|exercice|chapitre|scène|exemple) (?:\d+|[ivx]+)(?:[.:)]|$)/iu,
  /^(?:[Yy]ou(?:['’]re| are)|[Dd]u bist|[Ee]res|[Tt]u es|[Vv]ous êtes)(?: now| jetzt| ahora| maintenant)? (?!I\b)\p{Lu}\p{L}+/u,
  /(?<!\p{L})(?:role-?play|play the (?:role|part)|pretend (?:to be|you)|imagine you|rollenspiel|spiel(?:e|en sie)? die rolle|juego de rol|haz de|jeu de rôle|joue[rz]? le rôle|fais comme si)(?!\p{L})/iu,
];
/** Ahead of a text, or behind it: "Feedback please!", "Any thoughts?" */
const WANTS_OPINION =
  /^(?:any |some |your |honest |quick )*(?:feedback|thoughts|comments?|opinions?|corrections?|critique|suggestions|rückmeldung(?:en)?|meinung(?:en)?|kommentare?|korrektur(?:en)?|comentarios?|opini(?:ón|ones)|correcci(?:ón|ones)|avis|commentaires?)(?:,? (?:please|on this|welcome|bitte|dazu|por favor|s['’]il (?:te|vous) plaît))*[.!?:]+$/iu;
/** Behind a text: is it written well, and what does one answer to it? */
const ASKS_ABOUT_TEXT: readonly RegExp[] = [
  /^(?:is|are|was|does|do|ist|sind|klingt|¿?(?:es|está|suena)|est-ce(?: que)?|c['’]est) .{0,40}(?<!\p{L})(?:grammatical(?:ly)?|grammar|idiomatic|natural|well[ -]written|spell(?:ed|ing)|correct|grammati\p{L}+|korrekt|rechtschreib\p{L}*|gut formuliert|gramatical\p{L}*|correct[oa]s?|bien escrit[oa]|grammatical\p{L}*|bien écrit)(?!\p{L}).{0,40}\?$/iu,
  /^(?:(?:so|and|und|y|et),? )?(?:(?:what|how) (?:do|should|can|could|would|shall) (?:i|we) (?:answer|reply|respond|say|write)|was (?:soll|kann|sollte) ich (?:da(?:rauf)? )?(?:antworten|schreiben|sagen)|¿?qué (?:le |les )?(?:respondo|contesto|digo|escribo)|que (?:dois|puis)-je (?:lui )?(?:répondre|dire|écrire)).{0,40}\?$/iu,
];

/** "Which song has these words?", "Who said this?" */
const ASKS_WHOSE =
  /^(?:(?:so|and|hey|ok(?:ay)?|und|y|et),? )?(?:(?:which|what) (?:song|poem|book|novel|film|movie|show|play|story|speech|artist|band|author|hymn|verse)(?:['’]s)?(?: (?:\p{L}+ ){0,2}?)?(?:is|are|has|have|had|contains?|goes|begins?|starts?|includes?|does|did|were|was|comes?|has)(?!\p{L}).{0,40}(?:this|that|these|those|lines?|words?|lyrics|sentences?|from|it)(?!\p{L}).{0,20}|(?:what['’]s|what is|where is|where are|where do|where does) (?:this|that|these|those|it)(?: (?:line|quote|song|text|lyrics?|words|sentence)s?)? (?:come )?from|who (?:wrote|writes|sang|sings|said|says|is the author of|composed) (?:this|that|these|those|it)(?!\p{L}).{0,30}|(?:do you )?(?:know|recogni[sz]e) (?:this|that|these) (?:song|poem|line|lines|quote|lyrics|words|text|book).{0,30}|(?:welche[rsnm]?|aus welchem|woher) .{0,30}(?:lied|song|gedicht|buch|roman|film|zeilen?|text|worte|wörter|zitat)(?!\p{L}).{0,30}|(?:wer|qui|quién) (?:hat|schrieb|sagte|sang|a écrit|a dit|chante|escribió|dijo|canta)(?!\p{L}).{0,30}|¿?(?:qué|de qué) (?:canción|poema|libro|novela|película|letra).{0,40}|(?:quelle?|de quel(?:le)?) (?:chanson|poème|livre|roman|film|paroles).{0,40})\?+$/iu;
/** Above or below a text on a page: "Posted by Rick on May 4", "Comment by J. Ortiz, 14:02". */
const BYLINE = new RegExp(
  String.raw`(?:^|[.!?\n] ?)(?:(?:[Ff]irst |[Oo]riginally |[Ll]ast )?(?:[Pp]osted|[Ww]ritten|[Pp]ublished|[Ss]hared|[Ss]ubmitted|[Aa]sked|[Aa]nswered|[Ee]dited|[Rr]eviewed|[Cc]ommented|[Cc]omment|[Rr]eview|[Rr]eply|[Aa]nswer|[Pp]ost|[Tt]ext|[Aa]rticle|[Ss]tory|[Tt]ranscript) (?:by|from)|(?:[Gg]eschrieben|[Vv]eröffentlicht|[Kk]ommentar|[Bb]eitrag|[Aa]ntwort|[Ee]in [Tt]ext) von|(?:[Pp]ublicado|[Ee]scrito|[Cc]omentario) (?:por|de)|(?:[Pp]ublié|[Ee]crit|[Éé]crit|[Cc]ommentaire) (?:par|de)) @?${NAMES}(?:,? (?:on|at|in|am|um|el|le|·|\||–|-)? ?(?:\d|\p{Lu}\p{L}+ \d)|[ \t]*(?:$|\n|[·|–:]))|(?:^|\n)[Bb]y ${NAMES}[ \t]*(?:$|\n)`,
  'u',
);
/** A subtitle's times, or lines of a transcript. */
const TIMED =
  /^[ \t]*(?:WEBVTT|\[?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\]?[ \t]*(?:-->|→|–>|->))|^[ \t]*\[?\d{1,2}:\d{2}(?::\d{2})?\]?[ \t-]+\p{L}[^\n]*\n+[ \t]*\[?\d{1,2}:\d{2}(?::\d{2})?\]?[ \t-]+\p{L}/mu;
/** How novels begin; nobody tells an assistant so. */
const NARRATED =
  /^[ \t]*(?:chapter|part|book|prologue|epilogue|kapitel|prolog|capítulo|prólogo|chapitre)(?: (?:\d+|[ivx]+|one|two|three|four|five|the first|eins|uno|un|premier))?[ \t]*[.:—–-]?[ \t]*$|(?<!\p{L})(?:once upon a time|it was (?:a|the) (?:\p{L}+ ){0,3}(?:night|morning|evening|day|summer|winter|autumn|spring)|that (?:\p{L}+ )?(?:night|morning|evening|summer|winter|autumn|spring),? (?:i|we|he|she|the)|(?:he|she|i) (?:whispered|murmured|sighed|muttered)|es war einmal|érase una vez|il était une fois)(?!\p{L})/imu;
/** "The next message is a mail from Tom." */
const ANNOUNCES_NEXT =
  /(?<!\p{L})(?:(?:my |the )?next (?:message|one|text|post|thing|part)s?(?: (?:that )?(?:i|you)['’]?\p{L}* (?:\p{L}+ ){1,3})? ?(?:is|are|will be|contains?|comes? from|was written)|in (?:my|the) next message|i(?:['’]ll| will|['’]m going to| am going to|['’]m about to) (?:now |then |also )*(?:paste|forward|copy|send|share|post|show|quote) (?:you )?(?:the|a|an|his|her|their|some|what|it|this|one|my (?:boss|manager|colleague|friend|client)\S*)(?!\p{L})|die nächste nachricht (?:ist|enthält|kommt)|in der nächsten nachricht|el (?:próximo|siguiente) mensaje (?:es|será|contiene)|le prochain message (?:est|sera|contient))/iu;

/** Alone in the last line as often as a name. */
const CLOSING =
  /^(?:thanks?|thank you|thx|please|cheers|ok(?:ay)?|yes|no|hi|hello|bye|danke|bitte|ja|nein|gracias|s[ií]|merci|oui|non)(?!\p{L})/iu;
/** A name alone in the last line, also behind a dash, and what a device writes below it. */
const SIGNATURE = new RegExp(
  String.raw`[^:]\n(?:[-–—~*]+ ?)?(?<name>${NAMES})(?:\n[^\n]{0,10}(?:from|von|desde|de) (?:my|meinem|mi|mon) [^\n]{2,30})?$`,
  'u',
);
const NAME_BEHIND_DASH = new RegExp(String.raw`[.!?…"”»]\s?(?:[–—―]|--?) ?${NAMES}$`, 'u');
const ADDRESS_AT_END = /\n[^\s@<>]{1,64}@[^\s@<>]{1,200}\.\p{L}{2,20}$/u;
const LAST_WORDS = new RegExp(
  String.raw`(?:^|[.!?\n])\s?(?<words>[^\s.!?][^.!?\n]{1,29}?),?\s${NAMES}[.!]?$`,
  'u',
);
const SIGN_OFF =
  /^(?:(?:all the |with )?(?:best|kind|warm)(?:est)?(?: regards| wishes)?|regards|sincerely|yours(?: \p{L}+)?|cheers|love|hugs|xo+|lg|vg|mfg|(?:viele |liebe |beste |herzliche |mit (?:freundlichen|besten) )?grü(?:ß|ss)en?|(?:un )?(?:cordial(?:es)? )?saludos?|un abrazo|besos|(?:bien )?cordialement|bises|amitiés)$/iu;
const SENTENCE = /[^.!?:…\n]+[.!?:…]*/gu;

/** Whether a whole message may be somebody else's: it is signed, or asks about the text before its end. */
export function isOfSomebodyElse(text: string): boolean {
  if (BYLINE.test(text) || TIMED.test(text) || NARRATED.test(text)) return true;
  const end = lastLines(text);
  const lastWords = LAST_WORDS.exec(end)?.groups?.words ?? '';
  const signature = SIGNATURE.exec(end)?.groups?.name;
  if (signature !== undefined && !CLOSING.test(signature)) return true;
  if (NAME_BEHIND_DASH.test(end) || ADDRESS_AT_END.test(end)) return true;
  if (SIGN_OFF.test(lastWords)) return true;
  const [, ...later] = (text.match(SENTENCE) ?? []).map((one) => one.trim());
  return later.some(
    (said) =>
      ASKS_ABOUT_TEXT.some((pattern) => pattern.test(said)) ||
      WANTS_OPINION.test(said) ||
      ASKS_WHOSE.test(said) ||
      asksAboutOthers(said),
  );
}

/** Whether a message says that the next one is not its writer's. */
export function announcesNext(text: string): boolean {
  return text.length < LONGEST_END && ANNOUNCES_NEXT.test(text);
}

/** The last lines that say something, with one blank between words: what a message is signed with. */
function lastLines(text: string): string {
  const end = text.trimEnd().slice(-LONGEST_END);
  const lines = end.split('\n').map((line) => line.trim().replace(/\s+/gu, ' '));
  return lines.filter((line) => line !== '').join('\n');
}

const LONGEST_END = 600;

/** Where the words of somebody else may begin: a letter, a line of a chat, a review, what is announced. */
export function startOfOthers(text: string): number | undefined {
  const lines = [...text.matchAll(/[^\n]+/gu)].find(({ 0: line }) => opensOthers(line.trim()));
  const announced = [...text.matchAll(SENTENCE)].find(({ 0: said }) => announces(said.trim()));
  const starts = [lines?.index, announced && announced.index + announced[0].length];
  const found = starts.filter((start) => start !== undefined);
  return found.length === 0 ? undefined : Math.min(...found);
}

function opensOthers(line: string): boolean {
  const { letter, whom = '' } = SALUTATION.exec(line)?.groups ?? {};
  if (whom !== '' && !ASSISTANT.test(whom) && (letter !== undefined || NAMED.test(whom))) {
    return true;
  }
  if (headsOthers(line)) return true;
  return ADDRESS.test(line) || STARS.test(line) || SPEAKER_AT.test(line) || isNameWithTime(line);
}

const HANDLE = /^\p{L}[\p{L}._-]+$/u;
/** "Tom Smith  10:02 AM", "Tom — Today at 10:02". */
function isNameWithTime(line: string): boolean {
  if (!CLOCK.test(line)) return false;
  const rest = line.replace(CLOCK, ' ').replace(DATE, ' ').replace(WHEN, ' ');
  const name = rest
    .replace(/[^\p{L}.'’ -]+|(?<!\p{L})[.'’-]+(?!\p{L})/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return NAMED.test(name) || HANDLE.test(name);
}

function announces(said: string): boolean {
  return (
    ANNOUNCING.some((pattern) => pattern.test(said)) ||
    WANTS_OPINION.test(said) ||
    ASKS_WHOSE.test(said) ||
    ASKS_ABOUT_TEXT.some((pattern) => pattern.test(said)) ||
    asksAboutOthers(said)
  );
}
