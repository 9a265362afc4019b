import { stemsIn } from '../find/support.ts';

/** A part of a sentence with one subject. */
export interface Clause {
  readonly text: string;
  readonly stems: readonly string[];
  readonly subject: Subject;
}

/** `unknown`: no subject that can be told. `other` names its subject by the first words of it. */
export type Subject =
  | { readonly kind: 'user' | 'unknown' }
  | { readonly kind: 'other'; readonly heads: readonly string[] };

/** A statement about the user, as far as it decides how the words of its source are read. */
export interface AskedOf {
  readonly stems: ReadonlySet<string>;
  /** The word behind its subject, small: "lives". */
  readonly verb: string;
  /** It tells of a wish, so that a request supports it. */
  readonly isWish: boolean;
}

/** The user by a name or a pronoun, "the user's" apart. */
export const USER =
  /(?<![\p{L}'’])(?:i|we|ich|wir|je|nous|yo|nosotr[oa]s|(?:the )?user|(?:der |die )?(?:be)?nutzer(?:in)?|(?:el |la |al )?usuari[oa]|l['’]utilisat(?:eur|rice))(?!\p{L}|['’]s(?!\p{L}))|(?<!\p{L})j['’]/iu;
const POSSESSIVE = /^(?:my|our|mein\p{L}*|unser\p{L}*|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos) /iu;
/** Something of the user that tells of the user. */
const OWN_DATUM =
  /^(?:my|mein\p{L}*|mi|mon|ma) (?:(?:full|first|last|preferred|native|email|e-mail) )?(?:name|nickname|job|home|diet|birthday|e-?mail|address|time ?zone|language|beruf|adresse|geburtstag|nombre|correo|cumpleaños|nom|anniversaire) (?:is|ist|es|est) /iu;
const EXPERIENCER = /^(?:a mí |no )*(?:(?:me|nos|mir) \p{L}|mi piace(?!\p{L}))/iu;
const OTHERS =
  /^(?:he|she|they|you|someone|somebody|everyone|everybody|people|nobody|er|sie|du|man|él|ella|ell[oa]s|tú|ils?|elles?|on|tu|vous)(?!\p{L})/iu;
const RELATIVE =
  /^(?:who|whose|which|that|whom|der|die|das|deren|dessen|que|quien|quienes|qui|dont)(?!\p{L})/iu;
/** A clause of its own behind "and": "Tom drinks coffee". */
const THIRD_PERSON =
  /^(?:(?:the|an?|his|her|their|this|that|der|die|das|eine?|el|la|los|las|le|les) )?\p{L}+(?: \p{Lu}\p{L}+)? (?:is|has|was|are|have|had|hat|ist|es|est|tiene|\p{L}{2,}s|\p{L}+ed) /u;
const REQUEST =
  /^(?:please |bitte |always |never |from now on,? ?)*(?:always|never|please|no|don['’]t|do not|use|answer|write|keep|make|call|address|reply|respond|send|show|give|speak|talk|format|avoid|stop|start|be|include|add|leave|skip|bitte|immer|nie|verwende|nutze|benutze|antworte|schreib|nenn|siempre|nunca|usa|responde|escribe|toujours|jamais|utilise|réponds|écris|parle)(?!\p{L})/iu;
const REPORT =
  '(?:says?|said|saying|tells?|told|thinks?|thought|claims?|claimed|believes?|writes?|wrote|states?|stated|shows?|lists?|reports?|assumes?|suggests?|insists?|heard|reads?|swears?|knows?|mentions?|mentioned|sagt(?:e|en)?|meint(?:e)?|behauptet(?:e)?|glaubt|denkt|schreibt|schrieb|steht|dice(?:n)?|dijo|cree|piensa|afirma|escribe|pone|dit|disent|pense|croit|affirme|prétend|indique)';
const REPORTS_AT_END = new RegExp(
  String.raw`(?<!\p{L})${REPORT}(?: (?:to )?(?:me|us|you|him|her|them|everyone|everybody|people|others|mir|uns))?$`,
  'iu',
);

/** Words that may stand before "I": "At home I drink tea". */
const LEAD =
  /^(?:at|in|on|for|during|since|by|with|as|after|before|when|whenever|while|because|although|though|so|that|what|where|which|who|how|why|whether|if|unless|until|every|each|most|these|this|now|nowadays|still|actually|usually|normally|generally|personally|often|always|sometimes|hardly|rarely|never|also|here|today|then|both|not only|and|but|or|yes|no|well|weil|dass|da|wenn|ob|und|aber|porque|que|pero|cuando|donde|parce|quand|où|car|mais|et|chez|moi|aujourd['’]hui|honestly|frankly|luckily|sadly)(?!\p{L})/iu;
const IS_WHERE =
  /(?:is|are|was|ist|sind|es|est) (?:what|where|how|who|that|which|was|wo|lo que|donde|ce que|où)$/iu;
/** "I" behind these is a part of a text, and nobody says it. */
const OPEN_END =
  /(?<!\p{L})(?:to|as|with|is|are|was|into|named|called|reads?|string|text|title|in|zu|als|mit|a|como|con|à|en)$/iu;
const GERMAN_VERB = /(?<!\p{L})(?:\p{L}+e|bin|mag|will|kann|muss|darf|soll)$/iu;
const SETTING =
  /^(?:at|in|on|for|during|since|with|after|before|by|as|im|am|bei|für|seit|en|para|durante|desde|pour|chez|depuis)(?!\p{L})/iu;
const MOST_SETTING = 4;
const NOTE =
  /^(?:note|reminder|fyi|btw|ps|by the way|about me|one thing|one more thing|info|hinweis|übrigens|nota|por cierto|note bien|au fait)$/iu;

const CONJUNCTION =
  'and|but|while|whereas|because|since|although|though|so|that|who|whose|which|when|if|unless|not|und|aber|während|weil|dass|sondern|wenn|nicht|y|pero|mientras|porque|que|sino|cuando|no|et|mais|parce|qui|pas|quand';
const BOUNDARY = new RegExp(
  String.raw`([,;:–—()]+(?=\s|$)\s*|\s+(?=(?:${CONJUNCTION})\s)|(?<=(?<!\p{L})${REPORT}(?: (?:to )?(?:me|us|you|everyone|everybody|people|others|mir|uns))?)\s+(?=(?:i|we|my|our|ich|wir|mein\p{L}*|je|nous|mon|ma|yo|mi)(?!\p{L})|j['’]))`,
  'iu',
);
const CONJUNCTIONS_AHEAD =
  /^(?:(?:and|but|because|since|although|though|so|while|whereas|when|also|und|aber|weil|während|auch|y|pero|porque|mientras|también|et|mais|aussi|parce que|tandis que|not|nicht|no|pas|ya|siempre|already|schon) )+/iu;
const IRREGULAR = /^(?:soy|estoy|voy|doy|he|sé|tengo|prefiero|quiero|odio)$/u;

/** The clauses of a sentence, each with its subject. It knows English, German, Spanish and French. */
export function clausesOf(sentence: string, asked: AskedOf): readonly Clause[] {
  const clauses: Clause[] = [];
  let separator = '';
  /** Somebody else speaks, up to the end of the sentence. */
  let speaker: Subject | undefined;
  for (const [index, piece] of sentence.split(BOUNDARY).entries()) {
    if (index % 2 === 1 || piece.trim() === '') {
      separator += piece;
      continue;
    }
    const text = piece.trim().replace(/[.!?…]+$/u, '');
    const previous = clauses.at(-1);
    if (previous && previous.subject.kind !== 'user' && handsOver(previous, separator)) {
      speaker = { kind: 'other', heads: previous.stems.slice(0, 1) };
    }
    const subject = speaker ?? subjectOf(text, previous, asked);
    clauses.push({ text, stems: stemsIn(text), subject });
    separator = '';
  }
  const [first, second, ...others] = clauses;
  return first && second?.subject.kind === 'user' && isSetting(first)
    ? [{ ...first, subject: second.subject }, second, ...others]
    : clauses;
}

/** "For meetings," belongs to the clause behind it. */
function isSetting({ text, subject }: Clause): boolean {
  return subject.kind === 'unknown' && SETTING.test(text) && text.split(' ').length <= MOST_SETTING;
}

function handsOver({ text }: Clause, separator: string): boolean {
  return REPORTS_AT_END.test(text) || (separator.includes(':') && !NOTE.test(text));
}

function subjectOf(text: string, previous: Clause | undefined, asked: AskedOf): Subject {
  const user = USER.exec(text);
  if (user && maySpeak(text.slice(0, user.index).trim(), user[0])) return { kind: 'user' };
  const said = text.replace(CONJUNCTIONS_AHEAD, '');
  const possessive = POSSESSIVE.exec(said)?.[0];
  if (EXPERIENCER.test(said) || OWN_DATUM.test(said)) return { kind: 'user' };
  if (possessive) {
    return { kind: 'other', heads: headsIn(said.slice(possessive.length), asked) };
  }
  if (RELATIVE.test(said)) return { kind: 'other', heads: previous?.stems.slice(-1) ?? [] };
  if (OTHERS.test(said) || user) return { kind: 'other', heads: [] };
  if (isFirstPerson(said, asked)) return { kind: 'user' };
  if (REQUEST.test(said) && asked.isWish) return { kind: 'user' };
  if (!previous) return { kind: 'unknown' };
  return hasOwnVerb(said, asked.verb)
    ? { kind: 'other', heads: stemsIn(said).slice(0, 1) }
    : previous.subject;
}

/** The first words of a subject, up to its verb: "colleague Tom". */
function headsIn(said: string, { verb }: AskedOf): readonly string[] {
  const owner = /^(?:\p{L}+ )?\p{L}+(?=['’]s )/u.exec(said)?.[0];
  if (owner !== undefined) return stemsIn(owner);
  const words = said
    .split(' ')
    .slice(0, 2)
    .filter((word) => word.toLowerCase() !== verb);
  return words.flatMap(stemsIn);
}

/** Whether "I" behind these words is the subject of the clause. */
function maySpeak(lead: string, pronoun: string): boolean {
  if (lead === '') return true;
  if (/^(?:ich|wir)$/iu.test(pronoun) && GERMAN_VERB.test(lead)) return true;
  return IS_WHERE.test(lead) || (LEAD.test(lead) && !OPEN_END.test(lead.replace(LEAD, '')));
}

/** A Spanish verb without a pronoun: "Vivo en Gante" where the statement has "vive". */
function isFirstPerson(said: string, { stems }: AskedOf): boolean {
  const first = said.toLowerCase().split(' ', 1)[0] ?? '';
  return (
    IRREGULAR.test(first) || (first.endsWith('o') && stemsIn(first).some((stem) => stems.has(stem)))
  );
}

function hasOwnVerb(said: string, verb: string): boolean {
  const place = said.toLowerCase().split(' ').indexOf(verb);
  return place > 0 || (place === 0 && /[st]$/u.test(verb)) || THIRD_PERSON.test(said);
}
