/** A value that has a name, as "the sprint deadline is April 5" gives it. Words in lower case, as stems. */
interface NamedValue {
  /** The noun that the value belongs to: "deadline". */
  readonly noun: string;
  /** What narrows it: "sprint". */
  readonly narrowed: ReadonlySet<string>;
  readonly value: string;
  /** It says itself that the value was another one before. */
  readonly isNews: boolean;
}

const CHANGED =
  '(?:raised|lowered|changed|moved|increased|decreased|reduced|cut|extended|shortened|postponed|rescheduled|updated|bumped|pushed|shifted|grown|improved|dropped|gone|went|reached)';
const NEW = '(?:new|increased|updated|revised|extended|reduced|raised|lowered|rescheduled)';
const DETERMINER = '(?:the|my|our)';
const VALUE = String.raw`(?<value>(?:[$€£]\s?)?\d[\d.,:/-]*(?:\s?(?:%|€|am|pm|[a-z]{1,12}))?|(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?![a-z])(?: \d{1,2})?(?:,? \d{4})?)`;
const NAME = String.raw`(?<name>[\p{L}\d'’-]+(?: [\p{L}\d'’-]+){0,6}?)`;
const FORMS: readonly RegExp[] = [
  new RegExp(
    `^${DETERMINER} (?<new>${NEW} )${NAME} (?:of|is|to|:) (?:on |at |about )?${VALUE}`,
    'u',
  ),
  new RegExp(
    `^${DETERMINER} ${NAME} (?<new>(?:is|are) now|now [a-z]+s|(?:(?:is|are|was|were|has|have|got|been|recently|just|now|already) )*${CHANGED}(?: up| down| back)?(?: from [^,.!?]{1,30}?)?(?: to)?) (?:on |at |about |due |set to )?${VALUE}`,
    'u',
  ),
  new RegExp(
    `^(?:i|we)(?:['’]ve| have)? (?:just |recently |already |finally )*(?<new>${CHANGED}) ${DETERMINER} ${NAME} (?:from [^,.!?]{1,30}? )?to ${VALUE}`,
    'u',
  ),
  new RegExp(`^${DETERMINER} ${NAME} (?:is|are|:) (?:on |at |about |due )?${VALUE}`, 'u'),
];
const NARROWING = /^(?<noun>.*?)(?: (?:for|of|with) (?<more>.+))?$/u;
const FILLERS = new Set('the my our a an new first current total'.split(' '));

/**
 * Whether a statement gives a new value to something that an earlier one names: "the deadline is now April 19"
 * behind "our deadline is April 12". Sure where the new one says that it is news and neither narrows
 * the name in another way.
 */
export function changesValue(
  now: string,
  before: string,
): 'replaces' | 'may-contradict' | undefined {
  const [ours, theirs] = [namedValueIn(now), namedValueIn(before)];
  if (!ours || !theirs || ours.noun !== theirs.noun) return undefined;
  if (!ours.isNews || ours.value === theirs.value) return undefined;
  const isSame =
    [...ours.narrowed].every((word) => theirs.narrowed.has(word)) ||
    [...theirs.narrowed].every((word) => ours.narrowed.has(word));
  return isSame ? 'replaces' : 'may-contradict';
}

function namedValueIn(text: string): NamedValue | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (!groups) continue;
    const { noun = '', more = '' } = NARROWING.exec(groups.name ?? '')?.groups ?? {};
    const words = wordsOf(noun);
    const head = words.at(-1);
    if (head === undefined) continue;
    const narrowed = new Set([...words.slice(0, -1), ...wordsOf(more)]);
    return { noun: head, narrowed, value: groups.value ?? '', isNews: groups.new !== undefined };
  }
  return undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '' && !FILLERS.has(word));
}
