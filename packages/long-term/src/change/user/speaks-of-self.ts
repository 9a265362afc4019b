import { USER_SUBJECT } from './first-person.ts';
import { isIntimate } from './private-topics.ts';

/** How a language speaks of the speaker alone, and how it tells of the user. In lower case. */
interface PersonForms {
  readonly words: string;
  /** Patterns for what a list of words cannot give. */
  readonly forms: readonly string[];
  /** A subject with the verbs and possessions by which somebody tells of the user, as a pattern. */
  readonly told: string;
}

/** The languages that extraction has signs for. */
const LANGUAGES: readonly PersonForms[] = [
  {
    words: 'me my mine myself',
    forms: [String.raw`(?<!(?:for|let|int) )i(?:['’](?:m|ve|d|ll))?(?!\.e|[/-])`],
    told: "(?:the user(?: (?:is|was|has|had)|['’]s (?:wife|husband|partner|mother|father|son|daughter|child|children|family|doctor|salary|health|illness|diagnosis|birthday|address))|(?:the )?user (?:chose|decided|picked|opted|prefers|wants|likes|loves|hates|needs|lives|works|moved|said|told|takes|feels|plans|got|went|became))",
  },
  {
    words: 'ich mich mir mein meine meinen meinem meiner meines',
    forms: [],
    told: '(?:der|die) (?:nutzer|benutzer|anwender)(?:in)? (?:ist|war|hat|hatte|wählte|entschied|möchte|will|mag|bevorzugt|wohnt|lebt|arbeitet)',
  },
  {
    words: 'je moi mon ma mien mienne miens miennes',
    forms: [
      String.raw`[jm]['’]\p{L}+`,
      // In Spanish it is a month.
      '(?<!(?:este|ese|el|un|cada|al|del|por|mismo|primer|último|próximo) )mes(?! pasado)',
    ],
    told: "(?:l['’]utilisateur|l['’]utilisatrice) (?:a|est|était|avait|préfère|veut|souhaite|habite|vit|travaille|choisit)",
  },
  {
    words: 'yo mí mis conmigo mío mía míos mías',
    forms: [
      String.raw`(?<!\d )mi`,
      String.raw`he \p{L}+(?:ado|ido|cho|sto|rto)`,
      // The pronoun is mostly left out: the verb says who speaks.
      'soy|estoy|tengo|voy|quiero|puedo|prefiero|necesito|padezco|sufro|debo|odio|detesto|elijo|escojo|creo|elegí|decidí|escogí|opté|preferí|tomo|tomé|compré|reservé|contraté|cambié|dejé|fui|tuve|estuve|pedí|vivo en|trabajo (?:en|para|como)',
    ],
    told: '(?:el usuario|la usuaria) (?:es|está|ha|tiene|prefiere|quiere|vive|trabaja|eligió|decidió)',
  },
];

const oneOf = (patterns: readonly string[]) =>
  String.raw`(?<![\p{L}\p{N}_-])(?:${patterns.join('|')})(?![\p{L}\p{N}_])`;
const OF_SELF = new RegExp(
  oneOf(LANGUAGES.flatMap(({ words, forms }) => [...words.split(' '), ...forms])),
  'u',
);
const TOLD = new RegExp(
  String.raw`(?:^|[.!?:;]\s+|(?:because|since|weil|da|parce qu['’]|parce que|porque) ?)` +
    oneOf(LANGUAGES.map(({ told }) => told)),
  'iu',
);
/** A name in quotation marks, as of a button: "My account". */
const LABEL = /["“„`«]\s?[^"“”„`«»\s]+(?: [^"“”„`«»\s]+)?\s?["“”`»]/gu;
/** Elsewhere a capital makes a name of a word: "Mon", "MIS". */
const BEGINNING = /(?:^|[.!?:;…]\s+|[(¿¡"“„«]\s?)\p{Lu}/gu;
const CAPITAL_I =
  /(?<!(?:phase|part|type|tier|level|class|stage|step|war|volume|chapter|section) )(?<![\p{L}\p{N}_])I(?![\p{L}\p{N}_])/giu;

/**
 * Whether a statement speaks of one person, its speaker: in the first person singular anywhere in it, or told
 * of "the user", or of a matter that is private to anybody. Such a statement is not shared by itself [NS-3]. "We" speaks for a group.
 */
export function speaksOfSelf(text: string, subject?: string): boolean {
  if (subject?.toLowerCase() === USER_SUBJECT) return true;
  const said = plainCase(text.replace(LABEL, ' '));
  return OF_SELF.test(said) || TOLD.test(said) || isIntimate(said);
}

/** Where a text first speaks of its speaker; `undefined`: nowhere. */
export function startOfSelf(text: string): number | undefined {
  return OF_SELF.exec(plainCase(text))?.index;
}

function plainCase(text: string): string {
  if (!/\p{Ll}/u.test(text)) return text.toLowerCase();
  return text
    .replace(BEGINNING, (beginning) => beginning.toLowerCase())
    .replace(CAPITAL_I, (letter) => letter.toLowerCase());
}
