/** A form in which people say what holds of them; a person has one value of the attribute at a time. */
export interface AttributeForm {
  /** Several where the words fit each of them; the value decides. `$what` stands for the group `what`. */
  readonly attributes: readonly string[];
  /** Has the group `value`, and `what` where the attribute names it. */
  readonly pattern: RegExp;
  /** It held, and holds no more. */
  readonly isOver?: true;
  /** The value is a name: "a startup" and "home" are not. */
  readonly isName?: true;
}

/** Names of languages in English, as an alternative of a pattern. */
export const LANGUAGE_NAMES =
  'english|german|french|spanish|italian|dutch|portuguese|polish|russian|chinese|japanese|korean|arabic|turkish|hindi|swedish|danish|norwegian|finnish|czech|greek|ukrainian';

const SOON = '(?:(?:now|currently|actually|just|recently|already|finally|officially) )*';
const I_HAVE = `i(?:['’]ve| have)? ${SOON}`;
const I_AM = `i(?:['’]m| am) ${SOON}`;
const DO_NOT = `(?:(?:do not|don['’]?t|no longer) ${SOON})`;
const IS = "(?:is|are|['’]s)(?: now)?";
const VALUE = '(?<value>[^,;]+.*)$';

const named = (attribute: string, ...patterns: readonly string[]) =>
  patterns.map((pattern) => formOf([attribute], pattern, { isName: true }));
const plain = (attribute: string, ...patterns: readonly string[]) =>
  patterns.map((pattern) => formOf([attribute], pattern, {}));
const over = (attributes: readonly string[], ...patterns: readonly string[]) =>
  patterns.map((pattern) => formOf(attributes, pattern, { isOver: true }));

function formOf(
  attributes: readonly string[],
  pattern: string,
  marks: Pick<AttributeForm, 'isOver' | 'isName'>,
): AttributeForm {
  return { attributes, pattern: new RegExp(`^${pattern} ${VALUE}`, 'iu'), ...marks };
}

const ENGLISH: readonly AttributeForm[] = [
  ...over(
    ['residence'],
    `i ${DO_NOT}live in`,
    `${I_AM}(?:no longer|not) (?:living|based) in`,
    `${I_HAVE}(?:moved|relocated)(?: away)? (?:from|out of)(?!.* to )`,
  ),
  ...named(
    'residence',
    `i ${SOON}live in`,
    `${I_AM}(?:living|based) in`,
    `${I_HAVE}(?:moved|relocated) (?:from .+? )?(?:back )?to`,
  ),
  ...over(
    ['employer'],
    `i ${DO_NOT}work (?:at|for)`,
    `${I_AM}(?:no longer|not) (?:working|employed) (?:at|for|by)`,
    `${I_HAVE}(?:resigned from|stopped working (?:at|for)|quit my job (?:at|with))`,
  ),
  ...over(['employer', 'residence'], `${I_HAVE}(?:left|quit)`),
  ...named(
    'employer',
    `i ${SOON}work (?:at|for)`,
    `${I_AM}(?:working|employed) (?:at|for|by)`,
    `my (?:new |current )?employer ${IS}`,
    `${I_HAVE}(?:joined|started (?:working |a new job |my new job )?(?:at|with))`,
  ),
  ...over(['profession'], `i ${DO_NOT}work as`),
  ...plain('profession', `i ${SOON}work as`, `my (?:new )?(?:job|profession|occupation) ${IS}`),
  ...plain('name', `my (?:full )?name ${IS}`, `${I_AM}called`),
  ...plain('$what name', `my (?<what>first|last|family|middle|nick|user) ?name ${IS}`),
  ...plain(
    'form of address',
    '(?:please )?call me',
    'i (?:now )?go by',
    'i (?:want|prefer|like|would like|wish) to be called',
  ),
  ...plain('birthday', `my (?:birthday|date of birth) ${IS}(?: on)?`, 'i (?:was|am) born on'),
  ...plain('time zone', `my time ?zone ${IS}`),
  ...plain('first language', `my (?:native language|mother tongue|first language) ${IS}`),
  ...plain('home airport', `my home airport ${IS}`),
  ...plain(
    'favourite $what',
    String.raw`my (?:favou?rite|preferred) (?<what>[\p{L} -]{2,40}?) (?:was|used to be) .+?,? now (?:it is|it['’]?s)`,
  ),
  ...over(
    ['favourite $what'],
    String.raw`my (?:favou?rite|preferred) (?<what>[\p{L} -]{2,40}?) (?:is no longer|is not|isn['’]t|was|used to be)`,
  ),
  ...plain(
    'favourite $what',
    String.raw`my (?:new )?(?:favou?rite|preferred) (?<what>[\p{L} -]{2,40}?) ${IS}`,
  ),
  ...plain('$what', String.raw`my (?<what>(?:usual|default) [\p{L} -]{2,40}?) ${IS}`),
  {
    attributes: ['language of answers'],
    pattern: new RegExp(
      String.raw`^(?:please |from now on,? )?(?:always |only )?(?:answer|reply|respond|speak|talk)(?: to)?(?: me)?(?: only| always)? in (?:plain |simple )?(?<value>(?:${LANGUAGE_NAMES})(?!\p{L}).*)$`,
      'iu',
    ),
  },
];

const GERMAN: readonly AttributeForm[] = [
  ...over(['residence'], 'ich (?:wohne|lebe) (?:jetzt )?nicht mehr in'),
  ...named(
    'residence',
    'ich (?:wohne|lebe) (?:jetzt |nun )?in',
    'ich bin (?:jetzt |kürzlich )?(?:von .+? )?nach(?= .+ (?:um)?gezogen)',
  ),
  ...over(['employer'], 'ich arbeite nicht mehr (?:bei|für)'),
  ...named('employer', 'ich arbeite (?:jetzt |nun )?(?:bei|für)'),
  ...plain('profession', 'ich arbeite (?:jetzt |nun )?als'),
  ...plain('name', 'ich heiße(?: jetzt)?', 'mein name ist(?: jetzt)?'),
  ...plain('form of address', '(?:bitte )?nenn(?:e|en sie)? mich(?: bitte)?(?: jetzt)?'),
  ...plain('birthday', 'mein geburtstag ist(?: am)?'),
  ...plain('time zone', 'meine zeitzone ist(?: jetzt)?'),
  ...plain('first language', 'meine muttersprache ist'),
  ...plain('favourite $what', String.raw`meine? lieblings-?(?<what>\p{L}+) ist(?: jetzt)?`),
];

const SPANISH: readonly AttributeForm[] = [
  ...over(['residence'], 'ya no vivo en'),
  ...named('residence', '(?:ahora )?vivo (?:ahora )?en', 'me (?:mudé|he mudado) a'),
  ...over(['employer'], 'ya no trabajo (?:en|para)'),
  ...named('employer', '(?:ahora )?trabajo (?:ahora )?(?:en|para)'),
  ...plain('profession', '(?:ahora )?trabajo (?:ahora )?como'),
  ...plain('name', 'me llamo', 'mi nombre es'),
  ...plain('form of address', 'llámame'),
  ...plain('birthday', 'mi cumpleaños es'),
  ...plain('first language', 'mi lengua materna es'),
  ...plain(
    'favourite $what',
    String.raw`mi (?<what>\p{L}+) (?:favorit[oa]|preferid[oa]) (?:ahora )?es`,
  ),
];

const FRENCH: readonly AttributeForm[] = [
  ...over(['residence'], "je n['’]habite plus (?:à|en|au|aux)", 'je ne vis plus (?:à|en)'),
  ...named(
    'residence',
    "(?:j['’]habite|je vis) (?:maintenant )?(?:à|en|au|aux)",
    "(?:j['’]ai déménagé|je me suis installée?) (?:à|en|au|aux)",
  ),
  ...over(['employer'], 'je ne travaille plus (?:chez|pour)'),
  ...named('employer', 'je travaille (?:maintenant )?(?:chez|pour)'),
  ...plain('profession', 'je travaille (?:maintenant )?comme'),
  ...plain('name', "je m['’]appelle", 'mon nom est'),
  ...plain('form of address', 'appelle-moi', 'appelez-moi'),
  ...plain('birthday', 'mon anniversaire est(?: le)?'),
  ...plain('first language', 'ma langue maternelle est'),
  ...plain('favourite $what', String.raw`m(?:on|a) (?<what>\p{L}+) préférée? est(?: maintenant)?`),
];

/** The first one that fits counts: what is over stands before what holds. */
export const ATTRIBUTE_FORMS: readonly AttributeForm[] = [
  ...ENGLISH,
  ...GERMAN,
  ...SPANISH,
  ...FRENCH,
];
