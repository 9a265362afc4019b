import { startOfSelf } from '../../change/user/speaks-of-self.ts';
import { mayBeOfOthers } from './other-authors.ts';
import { quotationsIn, type Sentence } from './sentences.ts';
import { statementFault } from './statement-fault.ts';

const REPORTS =
  "(?:says?|said|saying|writes?|wrote|writing|tells|told|telling|texted|e?-?mailed|messaged|posted|tweeted|claims?|claimed|claiming|thinks?|thought|thinking|believes?|believed|states?|stated|reads?|insists?|insisted|insisting|swears|assumes?|suspects?|reports?|reported|asks?|asked|sings?|sang|goes|quotes?|repl(?:y|ies|ied)|responds?|answers?|answered|knows?|knew|hears?|heard|announced|mentions?|mentioned|argues?|according to|sagt\\p{L}*|gesagt|schreibt|schrieb|geschrieben|behauptet\\p{L}*|meinte?|glaubte?|denkt|dachte|steht|erzählte?|fragte?|antwortete?|zufolge|laut|gemäß|dit|écrit|prétend|affirme|pense|croit|raconte|demande|répond|selon|d['’]après|dice|dijo|escribe|escribió|cree|piensa|afirma|cuenta|pregunta|según|pone|scrive|pensa|crede|secondo|zegt|zei|schrijft|schreef|volgens)";
/** Texts that nobody says of themselves. */
const MADE_UP =
  '(?:dreams?|poems?|songs?|lyrics?|story|stories|novels?|characters?|examples?|samples?|tests?|fixtures?|dummy|mock|placeholders?|sign|slogan|caption|headline|dialogue|script|role|gedicht\\p{L}*|lied|geschichte|roman\\p{L}*|figur|beispiel\\p{L}*|test\\p{L}*|zitat|schild|rolle|poème|chanson|histoire|exemple|citation|rôle|poema|canción|historia|ejemplo|prueba|cita|papel)';
const OF_OTHERS = new RegExp(`(?<!\\p{L})(?:${REPORTS}|${MADE_UP})(?!\\p{L})`, 'iu');
/** "My profile says I live in Oslo", "Tom hat mir geschrieben, ich wohne in Oslo" */
const MY_THING_SAYS = new RegExp(
  `(?<!\\p{L})(?:my|our|mein\\p{L}*|unser\\p{L}*|mis?|nuestr\\p{L}*|mon|ma|mes|notre) (?:\\p{L}+ ){1,3}(?:${REPORTS})(?!\\p{L})|(?<!\\p{L})(?:mir|me|m['’]a|mi ha) (?:\\p{L}+ )?(?:${REPORTS})(?!\\p{L})`,
  'iu',
);
/** Before a colon these announce the writer's own words. */
const ANNOUNCES_OWN =
  /^(?:(?:i|ich|je|j['’]\p{L}+|yo) [^:=→]*|[^:=]*(?<!\p{L})(?:remember|note|know|keep|save|store|add|correction|update|fyi|ps|important|reminder|record|clear|thing|facts?|about|merk\p{L}*|notier\p{L}*|wichtig|info|akten|korrektur|vorab|recuerda|anota|importante|corrección|cosa|retiens|savoir|chose|rappel|nota|onthoud)(?!\p{L})[^:=]*|[^\p{L}]{0,24})[:=→]\s*$/iu;
/** "…, Ida wrote back.", "… (Ida, 34)", "In my dream …" */
const SAID_BEHIND = new RegExp(
  `,\\s+(?!i |ich |je |yo )(?:\\p{L}+ ){1,2}(?:${REPORTS})(?: \\p{L}+)?[.!]?$|\\(\\p{Lu}\\p{L}+(?:, ?\\d+)?\\)[.!]?$|(?<!\\p{L})(?:in|in einem|dans|en) (?:my|meine[mr]|mon|ma|mi) ${MADE_UP}(?!\\p{L})`,
  'iu',
);
/** "A year ago I would have said I live in Oslo" */
const ONCE_SAID =
  /(?<!\p{L})(?:(?:would|could|might) have (?:said|told|written|answered|thought)|used to (?:say|tell|write|think|believe|claim)|hätte (?:ich )?(?:früher )?(?:gesagt|geschrieben|gedacht)|j['’]aurais (?:dit|écrit|pensé)|habría (?:dicho|escrito|pensado))(?!\p{L})/iu;
/** "Just kidding" takes back what stands around it. */
const IN_JEST =
  /(?<!\p{L})(?:(?:just|only|i['’]?m|am) (?:kidding|joking)|kidding!|(?:nur|war (?:nur )?ein|war nur) (?:spaß|scherz|witz)|je (?:plaisante|rigole)|(?:es|era) (?:una )?broma)(?!\p{L})/iu;
/** Said in one sentence of the others that follow. */
const HEADS_MADE_UP = new RegExp(
  `(?<!\\p{L})(?:this|these|the following|as|some|use|dies\\p{L}*|als|ceci|comme|est[eoa]s?|como)(?: (?:is|are|as|ist|sind|est|es))?(?: \\p{L}+){0,2} ${MADE_UP}(?!\\p{L})|(?<!\\p{L})${MADE_UP} (?:starts?|begins?|goes|opens?|beginnt|commence|empieza)(?!\\p{L})`,
  'iu',
);

/** Whether a message is made up as a whole: a poem, a dialogue, data for a test, a joke. */
export function isMadeUp(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isVerse = (line: string, at: number) =>
    at > 0 && /^\s*(?!i\b)\p{Ll}/u.test(line) && /(?:[\p{L},;–—-])\s*$/u.test(lines[at - 1] ?? '');
  const isPoem =
    lines.length > 3 &&
    lines.every(({ length }) => length < 60) &&
    lines.filter(isVerse).length > 1;
  const spoken = lines.filter((line) => /^\s*[-–—]\s?\p{L}/u.test(line));
  const isDialogue = spoken.length > 1 && spoken.some((line) => /\?\s*$/u.test(line));
  return isPoem || isDialogue || HEADS_MADE_UP.test(text) || IN_JEST.test(text);
}

/** What a sentence says by its writer; `undefined` where it reports, quotes, asks or supposes. */
export function ownClaimOf(sentence: Pick<Sentence, 'core' | 'bare'>): string | undefined {
  const { core, bare } = sentence;
  const start = startOfSelf(bare);
  const lead = bare.slice(0, start ?? 0);
  if (OF_OTHERS.test(lead) || MY_THING_SAYS.test(bare)) return undefined;
  const announced = /^[^:=→]{0,120}[:=→](?=\s)/u.exec(bare)?.[0] ?? '';
  if (announced !== '' && !ANNOUNCES_OWN.test(announced)) return undefined;
  if (SAID_BEHIND.test(core) || ONCE_SAID.test(bare)) return undefined;
  const fault = statementFault(sentence, 'fact', true);
  // What a person near to the user wants is the user's to tell, as long as nothing in it is of the user.
  const isOfSelf =
    startOfSelf(bare.replace(/^(?:my|our|mein\p{L}*|mis?|mon|ma|mes) /iu, '')) !== undefined;
  const isTold = fault === 'OTHER_PERSON' ? !isOfSelf : fault === undefined || fault === 'SECRET';
  if (!isTold) return undefined;
  const quotes = quotationsIn(core).map(({ from, to }) => core.slice(from, to));
  return quotes.some((quoted) => startOfSelf(quoted) !== undefined) ? bare : core;
}

const FROM_SOMEBODY =
  /(?<!\p{L})(?<!(?:pay|paid|zahle|paie|pago) )(?:from|by|von|vom|du|del|dal|van|de) (?:(?:the|my|our|an?|der|dem|mein\p{L}*|unser\p{L}*|la|le|mon|ma|mi|el|il|mijn|het)(?!\p{L})|\p{Lu}\p{L}+)/u;
const REPORTED = new RegExp(`(?<!\\p{L})(?:${REPORTS})(?!\\p{L})`, 'iu');

/**
 * Whether a statement on payment, banks or credentials may be somebody else's: its message shows a sign of another
 * author, or it is not surely told by the user of themselves [GRD-1].
 *
 * @param own the words of the message that count as its writer's
 * @param said the sentences that the statement stands in
 */
export function isOfOthersMoney(
  statement: string,
  message: string,
  own: string,
  said: readonly string[],
): boolean {
  const isOfMoney = mayBeOfOthers(statement, message, '');
  return isOfMoney && (mayBeOfOthers(statement, message, own) || !isOfOwnMoney(message, said));
}

/** Whether where to pay is surely told by the user of themselves: nobody else is named or heard. */
function isOfOwnMoney(message: string, said: readonly string[]): boolean {
  const isOfSelf = said.every((one) => startOfSelf(one) !== undefined);
  return isOfSelf && !REPORTED.test(message) && !FROM_SOMEBODY.test(message);
}
