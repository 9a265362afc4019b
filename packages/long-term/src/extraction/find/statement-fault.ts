import { secretIn } from '../../policy/secrets.ts';
import type { MemoryKind } from '../../records/memory-record.ts';
import type { ExtractionRule } from '../candidate.ts';
import type { Sentence } from './sentences.ts';

const PERSON =
  '(?:colleagues?|co-?workers?|boss|manager|friends?|wife|husband|partner|team ?mates?|customers?|clients?|mother|mom|mum|father|dad|brother|sister|son|daughter|neighbou?r|assistant|doctor|teacher|kids?|children|parents?|kolleg(?:e|in|en)|chef(?:in)?|freund(?:in|e)?|frau|mann|kunde|kundin|mutter|vater|bruder|schwester|compañer[oa]s?|jef[ea]|amig[oa]s?|espos[oa]|clientes?|madre|padre|herman[oa]|collègues?|patron(?:ne)?|ami(?:e|s)?|femme|mari|client(?:e|s)?|mère|père|frère|sœur)';
const OWNER =
  '(?:my|our|his|her|their|the|a|mein(?:e|er)?|unser(?:e)?|sein(?:e)?|ihr(?:e)?|der|die|mis?|nuestr[oa]|su|el|la|mon|ma|mes|notre|son|sa|le)';
const CLAIM =
  '(?:prefers?|likes?|wants?|hates?|loves?|always|never|says?|said|thinks?|tells?|told|wrote|claims?|decided|uses?|needs?|bevorzugt|mag|will|hasst|liebt|sagt(?:e)?|meint(?:e)?|prefiere|quiere|odia|dice|dijo|cree|préfère|aime|veut|déteste|dit|pense)';

/** Another person with something that they want, say or do. */
const OTHER_PERSON = new RegExp(
  String.raw`(?<!\p{L})${OWNER} (?:\p{L}+ ){0,2}${PERSON}(?!\p{L})[^.!?]{0,40}(?<!\p{L})${CLAIM}(?!\p{L})|^(?:he|she|they|people|everyone|everybody|someone|somebody|er|sie|man|él|ella|ellos|il|elle|on dit) (?:\p{L}+ )?${CLAIM}(?!\p{L})|(?<!\p{L})(?:according to|laut|según|selon) (?!me\b)`,
  'iu',
);
/** Names begin with a capital, so that this one is told apart by case. */
const NAMED_PERSON =
  /^(?!(?:I|We|My|Our|It|That|This|Never|Always|Ich|Wir|Nous|Yo|Je)\b)\p{Lu}\p{Ll}+ (?:prefers|likes|wants|hates|loves|says|said|thinks|told|claims|bevorzugt|hasst|sagt|prefiere|odia|dice|préfère|déteste)(?!\p{L})/u;

const SAYS =
  '(?:says?|said|wrote|writes|sagte?|meinte?|schrieb|schreibt|dice|dijo|escribió|escribe|dit|écrit)';
const SPEAKER_WORD = String.raw`(?!(?:as|like|what|when|if|just|already|i|we|you|ich|wir|du|wie|yo|como|je|tu|vous|comme)(?!\p{L}))\p{L}+`;
const SPEAKER = `${SPEAKER_WORD}(?: ${SPEAKER_WORD}){0,2}`;
/** Somebody else said it, and that stands behind it: ", says Tom", "— that is what Tom wrote". */
const ATTRIBUTED = new RegExp(
  String.raw`(?:[,"”»–—]|\s-)\s*(?:(?:(?:that|this)(?:['’]s| is) what|das|eso|c['’]est ce que?) )?(?:(?:hat |ha |a )?${SAYS} ${SPEAKER}|${SPEAKER} (?:(?:hat|ha|a) )?${SAYS})["”»]?[.!]*$`,
  'iu',
);

const SPECULATION =
  /(?<!\p{L})(?:maybe|perhaps|possibly|probably|i guess|i think|i suppose|might|could be|not sure|if (?:i|we|you)|suppose|imagine|hypothetically|pretend|act as|let'?s say|vielleicht|vermutlich|wahrscheinlich|ich glaube|falls|angenommen|stell dir vor|quizás?|tal vez|probablemente|creo que|supongamos|imagina|peut-être|probablement|je crois|supposons|imaginons)(?!\p{L})/iu;

/** An instruction may say in which case it holds. */
const CASE = /(?<!\p{L})(?:if (?:i|we|you)|falls)(?!\p{L})/giu;

const STATUS =
  /(?<!\p{L})(?:today|tonight|tomorrow|right now|for now|this time|at the moment|currently|just this once|just once|this (?:week|month|trip|booking|flight|order|one|morning|afternoon|evening|file|task|ticket)|for (?:this|these) \p{L}+|heute|morgen früh|diesmal|gerade|im moment|momentan|für jetzt|hoy|mañana|esta vez|por ahora|ahora mismo|de momento|aujourd'hui|demain|cette fois|pour l'instant|en ce moment)(?!\p{L})/iu;

/** An instruction for what lies in front of the writer, or for others, sets no rule. */
const HERE =
  /(?<!\p{L})(?:(?:in|from|for|of|to|on) (?:this|that|these|those) (?!(?:point|and|project|conversation|chat|session|team|company|course|semester|year)(?!\p{L}))\p{L}|(?:the|this|your) (?:intro|paragraph|essay|story|poem|novel|script|function|snippet|handler|endpoint|button|heading|table)(?!\p{L}))|^(?:users?|visitors|customers|pretend|act as|imagine)(?!\p{L})/iu;

const SECRET =
  /(?<!\p{L})(?:passwords?|passwd|passphrase|pass ?code|pin(?: code)?|cvv|cvc|api[ _-]?keys?|access[ _-]?tokens?|secret(?: key)?|private key|credit card|debit card|card number|iban|ssn|social security|passwort|kennwort|contraseña|clave|mot de passe)(?!\p{L})/iu;

const PLACEHOLDER =
  /\{\{|\}\}|\$\{|<[A-Z_ ]{2,}>|\[(?:your|insert|name|date)\b[^\]]*\]|lorem ipsum|(?:_{3,}|\.{4,})/iu;

const SELF_REFERENCE =
  /(?<!\p{L})(?:as an? (?:ai|language model|assistant)|i(?:'m| am) an? (?:ai|language model|(?:virtual |digital )?assistant)|the (?:ai )?assistant (?:can|will|is|should|has|must|may|was|helped|offered|cannot)|you are an? (?:\p{L}+ ){0,3}(?:ai|assistant|agent|model)|als (?:ki|sprachmodell)|como (?:ia|modelo de lenguaje)|en tant qu'(?:ia|assistant))(?!\p{L})/iu;

/** Letters of a sentence that shouts. */
const SHOUTED = 24;

/**
 * The reason why a sentence is nothing that its speaker wants to have known later; `undefined` where
 * there is none. It knows English, German, Spanish and French.
 *
 * @param isEvent it tells of a change that lasts, whenever it was. Default: false.
 */
export function statementFault(
  { core, bare }: Pick<Sentence, 'core' | 'bare'>,
  kind: MemoryKind,
  isEvent = false,
): ExtractionRule | undefined {
  if (bare.trim().length * 2 < core.length && kind !== 'identifier') return 'QUOTED';
  if (/\?["”»)]*$/u.test(core)) return 'QUESTION';
  if (SECRET.test(core) || secretIn(core) !== undefined) return 'SECRET';
  if (isTemplate(core)) return 'TEMPLATE';
  if (SELF_REFERENCE.test(bare)) return 'SELF_REFERENCE';
  if (isOfAnotherPerson(bare) || ATTRIBUTED.test(bare)) return 'OTHER_PERSON';
  if (SPECULATION.test(kind === 'instruction' ? bare.replace(CASE, '') : bare))
    return 'SPECULATION';
  if (kind === 'instruction' && HERE.test(bare)) return 'STATUS';
  // A move of today lasts, a wish for today does not.
  const mayPass = (kind === 'preference' || kind === 'fact') && !isEvent;
  return mayPass && STATUS.test(bare) ? 'STATUS' : undefined;
}

/** Whether a sentence tells what somebody else wants, says or does. */
export function isOfAnotherPerson(text: string): boolean {
  return OTHER_PERSON.test(text) || NAMED_PERSON.test(text);
}

function isTemplate(text: string): boolean {
  if (PLACEHOLDER.test(text)) return true;
  const letters = text.replace(/\P{L}/gu, '');
  return (
    letters.length >= SHOUTED &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase()
  );
}

/** A message of more lines or characters was pasted: nobody says so much in passing. */
const PASTED_LINES = 16;
const PASTED_CHARACTERS = 1_600;
const MARKUP = /^\s*(?:#{1,6} |<\/?[a-z_-]+>|\d+[.)] |[-*•] |\|)/gimu;
const PASTED_MARKS = 4;

const FENCED = /```[\s\S]*?(?:```|$)/gu;

/** Whether a whole message, its code apart, is a form, a document or a list of instructions. */
export function isPasted(message: string): boolean {
  const text = message.replace(FENCED, '');
  return (
    text.length > PASTED_CHARACTERS ||
    text.split('\n').length > PASTED_LINES ||
    (text.match(MARKUP)?.length ?? 0) >= PASTED_MARKS
  );
}
