/** The subject of records about the user, for anyone who writes one without a name. */
export const USER_SUBJECT = 'user';

const TOLD_OF_USER = /^(?:the )?user(?:['’]s)? /iu;
const FIRST_PERSON =
  /^(?:please |bitte |por favor )?(?:i|i['’](?:m|ve|d|ll)|my|call me|ich|mein\p{L}*|nenn\p{L}* (?:sie )?mich|yo|mis?|me llamo|llámame|ya no|(?:ahora )?(?:vivo|trabajo)|je|j['’]\p{L}+|m(?:on|a|es)|appelle-moi|(?:always |only )?(?:answer|reply|respond|speak|talk)|(?:antworte|sprich|responde|contesta|réponds|répondez)\p{L}*)(?!\p{L})/iu;
const AS_FIRST_PERSON: readonly (readonly [RegExp, string])[] = [
  [/^(?:the )?user['’]s /iu, 'my '],
  [/^(?:the )?user (?:is|was) /iu, 'i am '],
  [/^(?:the )?user (?:doesn['’]?t|does not) /iu, 'i do not '],
  [/^(?:the )?user has /iu, 'i have '],
  [/^(?:the )?user (\p{L}+ly |no longer |now |never |always )?(\p{L}{2,}?)s /iu, 'i $1$2 '],
  [/^(?:the )?user /iu, 'i '],
];
/** Days that were written behind relative dates. */
const WRITTEN_DATES = /\s*\((?:said on |week of |month of )?\d{4}[^)]*\)/gu;

/** Whether a record about users speaks of its user: by its subject, or by its words where it has none. */
export function isOfUser({
  text,
  subject,
}: {
  readonly text: string;
  readonly subject?: string | undefined;
}): boolean {
  if (subject !== undefined) return subject.toLowerCase() === USER_SUBJECT;
  return TOLD_OF_USER.test(text) || FIRST_PERSON.test(text);
}

/** Whether a statement tells of the user, and is not in their own words. */
export function isToldOfUser(text: string): boolean {
  return TOLD_OF_USER.test(text);
}

/** A statement about the user as they would say it: "The user lives in Rome" is "i live in Rome". */
export function inFirstPerson(text: string): string {
  const said = text
    .replace(WRITTEN_DATES, '')
    .replace(/\s+/gu, ' ')
    .replace(/[.!。！]+$/u, '')
    .trim();
  const form = AS_FIRST_PERSON.find(([pattern]) => pattern.test(said));
  return form ? said.replace(...form) : said;
}
