import { ATTRIBUTE_FORMS, type AttributeForm } from './attribute-forms.ts';

/** An attribute of the user, such as where they live, with the value that a statement gives it. */
export interface AttributeStatement {
  readonly attributes: readonly string[];
  /** As it is compared: lower case, without what says since when. */
  readonly value: string;
  /** It held, and holds no more. */
  readonly isOver: boolean;
  /** It holds at times only, or not alone: there may be two. */
  readonly isNarrowed: boolean;
  /** It says that this holds by now, so that an older value ends. */
  readonly isSure: boolean;
  /** The value is a name by its capital. */
  readonly isNamed: boolean;
}

const CLAUSES =
  /(?:[,;]\s*|\s+)(?:and|but|so|because|since)\s+(?=(?:i|i['’]\p{L}+|my|now|joined|moved|started|live|work)(?!\p{L}))|[,;]\s+(?=(?:i|i['’]\p{L}+|my)(?!\p{L}))/giu;
const BEGINS_A_CLAUSE = /^(?:now|joined|moved|started|live|work)(?!\p{L})/iu;
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const LONG_AGO =
  /(?<!\p{L})(?:in \d{4}|years? ago|as an? (?:kid|child|boy|girl|student|teen\p{L}*)|when i was|back (?:in|then)|once|im jahr|vor .*jahr\p{L}*|en \d{4}|hace .*años?|il y a)(?!\p{L})/iu;
const BY_NOW =
  /(?<!\p{L})(?:now(?:adays)?|these days|currently|actually|already|just|recently|finally|officially|instead|today|since|as of|jetzt|nun|inzwischen|ahora|maintenant|désormais)(?!\p{L})|,\s*\p{Lu}/u;
/**
 * "I live in Excel" says as much as "I live in Porto", and who works for two may say so one by one: they
 * end nothing without a sign that it is news.
 */
const MAY_BE_BESIDE =
  /^(?:(?:i (?:live|am living)|i['’]m living|ich (?:wohne|lebe)|vivo|je vis) (?:in|en|à)|(?:i (?:work|am working)|i['’]m working) (?:at|for)|ich arbeite (?:bei|für)|trabajo (?:en|para)|je travaille (?:chez|pour))(?!\p{L})/iu;
/** Words behind a value that say since when it holds, or that it is news. */
const SINCE = new RegExp(
  String.raw`[,\s]+(?:now(?:adays)?|these days|any ?more|any longer|instead|already|again|from now on|today|yesterday|recently|since(?: \S+){1,4}|as of(?: \S+){1,4}|(?:last|this|next) (?:\p{L}+)|(?:a|two|three|some|\d+) (?:\p{L}+ )?(?:days?|weeks?|months?|years?) ago|in (?:\d{4}|${MONTH}(?: \d{4})?)|(?:um)?gezogen|jetzt|inzwischen|nicht mehr|ahora|maintenant|désormais)$`,
  'iu',
);
const NARROWED =
  /(?<!\p{L})(?:in|on|at|during|when|while|if|for|from|until|before|after|with|without|and|or|but|sometimes|usually|mostly|half|part[- ]time|as well|too|im|am|bei|mit|und|oder|während|bis|wenn|auch|y|o|con|también|et|ou|avec|aussi)(?!\p{L})/iu;
const ARTICLE = /^(?:the|der|die|das|el|la|los|las|le|les) /iu;
const NO_NAME =
  /^(?:an?|my|our|your|his|her|this|that|these|some|one|two|three|several|home|nights?|days?|free|fun|hours?|peace|fear|myself|ein\p{L}*|mein\p{L}*|un[ea]?|mi|mon|ma)(?!\p{L})/iu;

/** Whether a statement in the first person says one thing and no more. */
export function isOneClause(text: string): boolean {
  return text.split(CLAUSES).length === 1;
}

/** Reads the attributes that a statement in the first person gives the user: several where it has clauses. */
export function attributesIn(text: string): readonly AttributeStatement[] {
  return text.split(CLAUSES).flatMap((clause) => {
    const said = clause.trim();
    const found = attributeIn(BEGINS_A_CLAUSE.test(said) ? `i ${said}` : said);
    return found ? [found] : [];
  });
}

function attributeIn(clause: string): AttributeStatement | undefined {
  for (const form of ATTRIBUTE_FORMS) {
    const groups = form.pattern.exec(clause)?.groups;
    if (groups) return statementOf(form, { clause, given: groups.value ?? '', what: groups.what });
  }
  return undefined;
}

/** Whether a statement in the first person has the form of one about an attribute, and says no value. */
export function isFigureOfSpeech(text: string): boolean {
  const [clause = ''] = text.split(CLAUSES).map((one) => one.trim());
  for (const { attributes, pattern } of ATTRIBUTE_FORMS) {
    const groups = pattern.exec(clause)?.groups;
    if (!groups) continue;
    const value = withoutSince(groups.value ?? '');
    return attributes.every((attribute) => isIdleValue({ attribute, clause, value }));
  }
  return false;
}

function statementOf(
  { attributes, isName, isOver }: AttributeForm,
  {
    clause,
    given,
    what,
  }: { readonly clause: string; readonly given: string; readonly what: string | undefined },
): AttributeStatement | undefined {
  const said = withoutSince(given);
  const value = said.toLowerCase().replace(/^["“„«'`]+|["”“»'`]+$/gu, '');
  const isNews = BY_NOW.test(clause);
  if (value === '') return undefined;
  if (isName && !isNameOf(said, isNews || isOver === true ? '' : clause)) return undefined;
  const kind = what?.toLowerCase().replace(/\s+/gu, ' ') ?? '';
  const named = attributes
    .map((attribute) => attribute.replace('$what', kind))
    .filter((attribute) => !isIdleValue({ attribute, clause, value: said }));
  if (named.length === 0) return undefined;
  return {
    attributes: named,
    value,
    isOver: isOver === true || /(?<!\p{L})(?:any ?more|any longer)[.!]?$/iu.test(given),
    isNarrowed: NARROWED.test(value),
    isNamed: /^\p{Lu}/u.test(said),
    isSure: !LONG_AGO.test(clause) && (isNews || !MAY_BE_BESIDE.test(clause)),
  };
}

/** A value without the words behind it that say since when it holds. */
export function withoutSince(given: string): string {
  let value = given.trim();
  while (SINCE.test(value)) value = value.replace(SINCE, '').trim();
  return value.replace(/[.!,;:]+$/u, '');
}

/** "the countryside" and "a startup" name nothing; anyone who writes all in small letters names what they name. */
function isNameOf(value: string, clause: string): boolean {
  const named = value.replace(ARTICLE, '');
  if (/^\p{Lu}/u.test(named)) return true;
  return (
    named === value && !NO_NAME.test(value) && !/\p{Lu}/u.test(value) && isNamed(value, clause)
  );
}

/** How much of the value of one statement the other one says. */
export function valueRelation(
  now: AttributeStatement,
  before: AttributeStatement,
): 'same' | 'less' | 'more' | 'other' {
  const [ours, theirs] = [now.value, before.value];
  if (ours === theirs) return 'same';
  if (theirs.startsWith(`${ours},`)) return 'less';
  return ours.startsWith(`${theirs},`) ? 'more' : 'other';
}

/** Words that begin something else than a value: "I live in hope", "I moved to Slack". */
const oneOf = (words: string) =>
  new RegExp(
    `^(?:the |my |el |la |le |les )?(?:${words.split(' ').join('|')})(?![\\p{L}\\d])`,
    'iu',
  );

const FEELINGS =
  'hope denial sin fear peace harmony poverty luxury pain misery comfort exile hiding terror dread shame regret agony chaos hell heaven paradise past future moment present cloud clouds dark shadow shadows matrix terminal browser shell office limbo isolation solitude lockdown squalor silence darkness love sweatpants pyjamas pajamas jeans hindsight truth lie spotlight bubble angst frieden armut luxus sünde hoffnung freude trauer scheidung trennung ruhe stille saus wohlstand reichtum furcht sorge zweifel unsicherheit beziehung partnerschaft harmonie einsamkeit hause paz pecado miedo armonía pobreza soledad pareja familia negación peligro pasado paraíso infierno casa nubes paradis enfer paix couple colocation peur pauvreté ciel';
const PRODUCTS =
  'excel word powerpoint outlook teams slack discord notion linux windows macos ios android ubuntu debian fedora arch python java javascript typescript rust go golang ruby php kotlin swift scala haskell elixir perl vim neovim emacs helix vscode cursor intellij pycharm xcode sublime zed jira trello asana linear confluence obsidian evernote onenote todoist figma sketch canva photoshop illustrator blender github gitlab bitbucket git docker kubernetes terraform aws azure gcp vercel netlify heroku cloudflare postgres postgresql mysql sqlite mongodb redis react vue svelte angular node deno bun next nuxt chrome firefox safari brave edge gmail google docs sheets drive dropbox icloud zoom skype whatsapp telegram signal messenger instagram facebook twitter tiktok reddit youtube twitch linkedin mastodon bluesky threads snapchat pinterest patreon netflix spotify steam minecraft fortnite roblox chatgpt claude gemini copilot openai anthropic perplexity airtable hubspot salesforce zendesk intercom shopify stripe paypal wordpress latex markdown powershell bash zsh tmux jupyter colab matlab tableau sap oracle sharepoint webex basecamp clickup monday miro proton protonmail fastmail thunderbird bitwarden';
const PLATFORMS =
  'discord slack reddit facebook instagram twitter tiktok youtube twitch linkedin mastodon bluesky threads snapchat pinterest patreon whatsapp telegram signal zoom teams skype netflix spotify steam github gitlab medium substack tinder';
const PARTS =
  'marketing sales finance engineering hr legal support operations ops it design product research accounting management logistics procurement development security qa data premium pro plus enterprise business basic free standard gold silver platinum team level phase step stage version tier plan chapter round part section page option room seat row grade class unit monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december english german french spanish';
const PEOPLE =
  'bob alice anna ben tom tim jim john jack james joe mike michael david daniel dan peter paul mark luke matthew chris steve kevin brian eric adam alex sam max leo noah oliver harry emma emily sarah sara laura lisa lucy mary maria marie julia sophie eve eva kate katie jane jenny jessica rachel hanna hannah nina lena lea mia zoe ella grace rose claire pierre jean jacques luc hans klaus jürgen stefan karl fritz juan carlos pedro josé pablo luis ana carmen';
const NO_PLACE = oneOf([FEELINGS, PRODUCTS, PARTS, PEOPLE].join(' '));
const NO_EMPLOYER = oneOf(
  'night nights day home noon midnight once least last all first peace present scale speed weekends regen nacht tag licht kerzenlicht musik wind sonne schnee hitze kälte bedarf tageslicht casa pijama moi toi lui nous',
);
const NO_COMPANY = oneOf(PLATFORMS);
const NO_FAVOURITE = oneOf(
  'free broken down up back gone dead late slow ready fine great good bad better best getting being going none nothing not no nowhere still always never under out off on in at one ones your his her their whatever whichever probably maybe different closed open full empty cheap expensive available unavailable sold ruined one missing lost old new kaputt weg leer voll zu offen rota roto cerrado cerrada cassé cassée fermé fermée',
);
const NO_PROFESSION = oneOf(
  'killing driving making ruining eating getting over gone at on in safe boring hard tough easy fun nice fine okay ok good great bad terrible awful horrible stressful exhausting tiring important dying not',
);
const MONTHS =
  /\d|(?<!\p{L})(?:jan|feb|mar|mär|apr|avr|may|mai|jun|juin|jul|juil|aug|aoû|sep|oct|okt|nov|dec|dez|ene|abr|ago|dic|fév|déc)/iu;

/** An attribute in words, and the value that is said of it. */
interface SaidOf {
  readonly attribute: string;
  /** The whole clause, in the first person. */
  readonly clause: string;
  readonly value: string;
}

/** Whether a value is not one: it rather takes a name for a figure of speech than the other way round. */
function isIdleValue({ attribute, clause, value }: SaidOf): boolean {
  if (attribute === 'residence') return NO_PLACE.test(value) || /^[^,]*\d/u.test(value);
  if (attribute === 'employer') {
    const isJoined = /(?<!\p{L})joined(?!\p{L})/iu.test(clause);
    return (
      NO_EMPLOYER.test(value) ||
      /^\d+(?!\p{L})/u.test(value) ||
      (isJoined && NO_COMPANY.test(value))
    );
  }
  if (attribute === 'profession' || attribute === 'first language')
    return NO_PROFESSION.test(value);
  if (attribute === 'home airport') return !isNamed(value, clause);
  if (attribute === 'birthday') return !MONTHS.test(value);
  if (attribute === 'time zone') return !isNamed(value, clause) && !/\d|\//u.test(value);
  if (attribute === 'name') return !isNamed(value, clause) || /^mud(?!\p{L})/iu.test(value);
  return attribute.startsWith('favourite ') && NO_FAVOURITE.test(value);
}

/** A name has a capital, unless its writer uses none. */
function isNamed(value: string, clause: string): boolean {
  return /\p{Lu}/u.test(value) || !/\p{Lu}/u.test(clause);
}
