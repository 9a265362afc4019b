import { ATTRIBUTE_FORMS, type AttributeForm } from './attribute-forms.ts';
import { isIdleValue, isNamed } from './idle-values.ts';

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

function withoutSince(given: string): string {
  let value = given.trim();
  while (SINCE.test(value)) value = value.replace(SINCE, '').trim();
  return value.replace(/[.!,;:]+$/u, '');
}

/** "the countryside" and "a startup" name nothing; whoever writes all in small letters names what they name. */
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
