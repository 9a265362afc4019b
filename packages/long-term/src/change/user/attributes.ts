import { ATTRIBUTE_FORMS, type AttributeForm } from './attribute-forms.ts';

/** What a statement says of an attribute of the user, such as where they live. */
export interface AttributeStatement {
  readonly attributes: readonly string[];
  /** As it is compared: lower case, without what says since when. */
  readonly value: string;
  /** It held, and holds no more. */
  readonly isOver: boolean;
  /** It holds at times only, or not alone: there may be two. */
  readonly isNarrowed: boolean;
}

const CLAUSES =
  /(?:[,;]\s*|\s+)(?:and|but|so|because|since)\s+(?=(?:i|i['’]\p{L}+|my|now|joined|moved|started|live|work)(?!\p{L}))|[,;]\s+(?=(?:i|i['’]\p{L}+|my)(?!\p{L}))/giu;
const BEGINS_A_CLAUSE = /^(?:now|joined|moved|started|live|work)(?!\p{L})/iu;
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
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

/** What a statement in the first person says of attributes of the user: more than one where it has clauses. */
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
    if (groups) return statementOf(form, groups.value ?? '', groups.what);
  }
  return undefined;
}

function statementOf(
  { attributes, isName, isOver }: AttributeForm,
  given: string,
  what: string | undefined,
): AttributeStatement | undefined {
  const said = withoutSince(given);
  const value = said.toLowerCase().replace(/^["“„«'`]+|["”“»'`]+$/gu, '');
  if (value === '' || (isName && !isNameOf(said))) return undefined;
  const kind = what?.toLowerCase().replace(/\s+/gu, ' ') ?? '';
  return {
    attributes: attributes.map((attribute) => attribute.replace('$what', kind)),
    value,
    isOver: isOver === true || /(?<!\p{L})(?:any ?more|any longer)[.!]?$/iu.test(given),
    isNarrowed: NARROWED.test(value),
  };
}

function withoutSince(given: string): string {
  let value = given.trim();
  while (SINCE.test(value)) value = value.replace(SINCE, '').trim();
  return value.replace(/[.!,;:]+$/u, '');
}

/** "the countryside" and "a startup" name nothing; whoever writes all in small letters names what they name. */
function isNameOf(value: string): boolean {
  const named = value.replace(ARTICLE, '');
  if (/^\p{Lu}/u.test(named)) return true;
  return named === value && !NO_NAME.test(value) && !/\p{Lu}/u.test(value);
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
