import { change, changedHabit, type Sign } from './sign.ts';

const I_HAVE = "[Ii](?:['’]ve| have)? (?:just |recently |finally |actually |already )*";
const I_AM = "[Ii](?:['’]m| am) ";
const DO_NOT = "(?:no longer|do not|don['’]?t) ";
/** Something that would be understood later. */
const OBJECT = String.raw`(?!(?:it|that|this|them|those|these|him|her|you|your|the)\b)[\p{L}\d]`;
const NO_MORE = String.raw`(?:any ?more|any longer)(?!\p{L})`;
const HABIT = '(?:use|like|love|prefer|enjoy|drink|eat|smoke|wear|drive)';
const GIVEN_UP = '(?:using|drinking|eating|smoking|wearing|driving)';
const SITUATION =
  '(?:live in|work (?:at|for|as)|study (?:in|at)|living in|based in|working (?:at|for)|employed (?:at|by))';
const CONDITION =
  '(?:(?:an? )?(?:strict )?(?:vegetarian|vegan|pescatarian|diabetic)|allergic to|intolerant to|left-handed)';
/** Names of products have other forms: capitals inside, numbers. */
const PLACE = String.raw`(?:the )?(?:\p{Lu}[\p{Ll}'’-]+|NYC|LA|SF|DC|UK|USA?|UAE)(?:[ -](?:(?:\p{Lu}|de|do|la|am|sur)[\p{Ll}'’-]*))*(?:, \p{Lu}[\p{L} ]+)?`;
const DAY =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter';
const COMPANY = String.raw`(?!(?:${DAY})\b)\p{Lu}[\p{L}\d&.'’-]*(?: (?:&|of|\p{Lu}[\p{L}\d&.'’-]*))*`;
/** When, or what else changed: nothing that makes another thing of it. */
const TAIL = String.raw`(?=[.!,;]?$|,? (?:and|but|so|last|this|next|on|in|yesterday|today|recently|now|two|three|a|some|\d+|because|since|after|with|for (?:good|work|a (?:job|new job)))(?!\p{L})|, )`;

/** Signs of a fact that ended, and of the one in its place: "I don't live in Ghent anymore". */
export const ENGLISH_CHANGES: readonly Sign[] = [
  change(
    new RegExp(
      `^${I_HAVE}(?:moved|relocated) (?:away )?from ${PLACE} (?:back )?to ${PLACE}${TAIL}`,
      'u',
    ),
  ),
  change(new RegExp(`^${I_HAVE}(?:moved|relocated) (?:back |over )?to ${PLACE}${TAIL}`, 'u')),
  change(new RegExp(`^${I_HAVE}(?:moved|relocated) (?:away from|out of) ${PLACE}${TAIL}`, 'u')),
  change(new RegExp(`^${I_HAVE}(?:left|quit|resigned from) ${COMPANY}${TAIL}`, 'u')),
  change(
    new RegExp(`^${I_HAVE}(?:quit my job (?:at|with)|stopped working (?:at|for)) ${COMPANY}`, 'u'),
  ),
  change(
    new RegExp(
      `^${I_HAVE}(?:joined|started (?:working |a new job |my new job )?(?:at|with)) ${COMPANY}${TAIL}`,
      'u',
    ),
  ),
  change(new RegExp(`^i no longer ${SITUATION} ${OBJECT}`, 'iu')),
  change(new RegExp(`^i ${DO_NOT}${SITUATION} ${OBJECT}[^.!?]*? ?${NO_MORE}`, 'iu')),
  change(new RegExp(`^i now (?:live in|work (?:at|for|as)|study (?:in|at)) ${OBJECT}`, 'iu')),
  change(
    new RegExp(`^${I_AM}(?:now )?(?:living in|working (?:at|for)) ${COMPANY}(?: now)?[.!]?$`, 'u'),
  ),
  change(new RegExp(`^${I_AM}(?:no longer|not) ${SITUATION} ${OBJECT}`, 'iu')),
  change(new RegExp(`^${I_AM}(?:no longer|not) ${CONDITION}`, 'iu')),
  changedHabit(new RegExp(`^i no longer ${HABIT}(?:[.!]?$| ${OBJECT})`, 'iu')),
  changedHabit(new RegExp(`^i ${DO_NOT}${HABIT} (?:${OBJECT}[^.!?]*? )?${NO_MORE}`, 'iu')),
  changedHabit(
    new RegExp(
      `^i(?:['’]ve| have)? (?:just |recently |finally )?(?:stopped|quit|given up|gave up) ${GIVEN_UP}(?:[.!]?$| ${OBJECT})`,
      'iu',
    ),
  ),
  changedHabit(new RegExp(`^i now (?:use|prefer|drink|eat) ${OBJECT}`, 'iu')),
  changedHabit(new RegExp(`^i (?:use|prefer|drink|eat) ${OBJECT}[^.!?]* now[.!]?$`, 'iu')),
  changedHabit(
    /^my (?:favou?rite|preferred|usual|default) [\p{L} -]{2,40} (?:is no longer|is not|isn['’]t) [\p{L}\d]/iu,
  ),
  changedHabit(
    /^my (?:favou?rite|preferred) [\p{L} -]{2,40} (?:was|used to be) [^.!?]+?,? (?:and |but )?now (?:it is|it['’]?s) [\p{L}\d]/iu,
  ),
];
