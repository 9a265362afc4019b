import { LANGUAGE_NAMES } from '../../../change/user/attribute-forms.ts';
import { type Sign, signsOf } from './sign.ts';

/** Things of which a person has one, by an exact name. */
const OWN_VALUE =
  '(?:user ?(?:id|name)|customer (?:id|number)|account (?:id|number|name)|member(?:ship)? (?:id|number)|employee (?:id|number)|student (?:id|number)|frequent flyer number|e-?mail(?: address)?|(?:phone|mobile|cell)(?: number)?|github (?:handle|user ?name)|handle|(?:tax|vat) (?:id|number)|(?:order|reservation|booking|confirmation|ticket|case|tracking|invoice) (?:id|number|code|reference))';
const VALUE = String.raw`["'“(]?(?<value>\+?\d[\d ()-]{6,}\d|[\p{L}\d][\p{L}\d._@#/+-]*[\p{L}\d])`;

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

export const ENGLISH: readonly Sign[] = signsOf({
  change: [
    new RegExp(
      `^${I_HAVE}(?:moved|relocated) (?:away )?from ${PLACE} (?:back )?to ${PLACE}${TAIL}`,
      'u',
    ),
    new RegExp(`^${I_HAVE}(?:moved|relocated) (?:back |over )?to ${PLACE}${TAIL}`, 'u'),
    new RegExp(`^${I_HAVE}(?:moved|relocated) (?:away from|out of) ${PLACE}${TAIL}`, 'u'),
    new RegExp(`^${I_HAVE}(?:left|quit|resigned from) ${COMPANY}${TAIL}`, 'u'),
    new RegExp(`^${I_HAVE}(?:quit my job (?:at|with)|stopped working (?:at|for)) ${COMPANY}`, 'u'),
    new RegExp(
      `^${I_HAVE}(?:joined|started (?:working |a new job |my new job )?(?:at|with)) ${COMPANY}${TAIL}`,
      'u',
    ),
    new RegExp(`^i no longer ${SITUATION} ${OBJECT}`, 'iu'),
    new RegExp(`^i ${DO_NOT}${SITUATION} ${OBJECT}[^.!?]*? ?${NO_MORE}`, 'iu'),
    new RegExp(`^i now (?:live in|work (?:at|for|as)|study (?:in|at)) ${OBJECT}`, 'iu'),
    new RegExp(`^${I_AM}(?:now )?(?:living in|working (?:at|for)) ${COMPANY}(?: now)?[.!]?$`, 'u'),
    new RegExp(`^${I_AM}(?:no longer|not) ${SITUATION} ${OBJECT}`, 'iu'),
    new RegExp(`^${I_AM}(?:no longer|not) ${CONDITION}`, 'iu'),
  ],
  changedHabit: [
    new RegExp(`^i no longer ${HABIT}(?:[.!]?$| ${OBJECT})`, 'iu'),
    new RegExp(`^i ${DO_NOT}${HABIT} (?:${OBJECT}[^.!?]*? )?${NO_MORE}`, 'iu'),
    new RegExp(
      `^i(?:['’]ve| have)? (?:just |recently |finally )?(?:stopped|quit|given up|gave up) ${GIVEN_UP}(?:[.!]?$| ${OBJECT})`,
      'iu',
    ),
    new RegExp(`^i now (?:use|prefer|drink|eat) ${OBJECT}`, 'iu'),
    new RegExp(`^i (?:use|prefer|drink|eat) ${OBJECT}[^.!?]* now[.!]?$`, 'iu'),
    /^my (?:favou?rite|preferred|usual|default) [\p{L} -]{2,40} (?:is no longer|is not|isn['’]t) [\p{L}\d]/iu,
    /^my (?:favou?rite|preferred) [\p{L} -]{2,40} (?:was|used to be) [^.!?]+?,? (?:and |but )?now (?:it is|it['’]?s) [\p{L}\d]/iu,
  ],
  preference: [
    /^(?:i|we) (?:(?:really|strongly|much|generally|usually|always|personally|definitely) )*prefer (?!not to\b|to (?:proceed|go ahead|cancel|continue))/iu,
    /^(?:i|we) (?:(?:really|absolutely|generally|always) )*(?:hate|love|dislike|detest|adore|can'?t stand|cannot stand|don'?t like|do not like|like it when|like to) (?!it\b(?! when)|this\b|that\b|these\b|those\b|the (?:idea|first|second|third|last|new|sound)\b|your\b|how\b|what\b|to (?:book|cancel|change|know|see|add|have|get|make|check|proceed)\b)/iu,
    /^(?:i|we) (?:always|usually|never|typically) (?!been\b|mind\b|got\b|had\b|received\b|said\b|did\b|saw\b|went\b|made\b|was\b|were\b|thought\b|knew\b|told\b|gave\b|\p{L}+ed\b)\p{L}{2,}/iu,
    /^my (?:favou?rite|preferred|usual|default) [\p{L} -]{2,40} (?:is|are) /iu,
    /^(?:always|never) (?!mind\b|again\b|been\b|ever\b|heard\b|seen\b|had\b|did\b|was\b|say never\b)\p{L}{2,} \p{L}/iu,
    /^(?:from now on|going forward|in (?:the )?future|for the future|henceforth),? \p{L}.{4,}/iu,
    /^\p{L}[^.!?]{6,}(?:,| and)? from now on[.!]?$/iu,
    new RegExp(
      `^(?:answer|reply|respond|write|speak|talk)(?: (?:to )?me)? (?:only |always )?in (?:plain |simple )?(?:${LANGUAGE_NAMES})\\b`,
      'iu',
    ),
    /^call me (?!back\b|later\b|when\b|if\b|at\b|on\b|in\b|a\b)\p{Lu}\p{L}+/u,
    /^Call me (?!back\b|later\b|when\b|if\b|at\b|on\b|in\b|a\b)\p{Lu}\p{L}+/u,
  ],
  fact: [
    /^(?:i am|i'm|i’m) (?:severely |mildly |very |also )?(?:allergic to|intolerant to|a (?:strict )?(?:vegetarian|vegan|pescatarian|diabetic)\b|vegetarian\b|vegan\b|pescatarian\b|diabetic\b|left-handed\b|colou?r[- ]?blind\b|deaf\b|based in)/iu,
    /^i (?:live|work|study) (?:in|at|for|as) (?!the (?:process|middle)\b)/iu,
    /^my (?:name|birthday|date of birth|time ?zone|native language|mother tongue|job|profession|employer|home airport) is /iu,
  ],
  identifier: [
    new RegExp(
      `^(?:my|our) ${OWN_VALUE}(?: for [^,.:]{3,30}?)? ?(?:is|=|:)(?: called)? ?${VALUE}`,
      'iu',
    ),
    new RegExp(`^(?:it|that|this) is for (?:my )?${OWN_VALUE} ${VALUE}`, 'iu'),
  ],
  projectIdentifier: [
    new RegExp(
      String.raw`^(?:the|our) (?:\p{L}[\p{L}-]* ){0,2}(?:project|repo(?:sitory)?|endpoint|bucket|branch|server|host|database|port|ticket|build) (?:id |number |name |url |key )?(?:is|=|:|is called|is named) ?${VALUE}`,
      'iu',
    ),
  ],
  decision: [
    /^(?:we|i|the team)(?:'ve|’ve| have)? (?:decided|agreed|settled on|opted for|chose|picked) (?!not sure)(?:[^.!?]*?(?:,? because| since| so that|,? as (?:it|we|that|they)|,? due to| in order to) (?<reason>[^.!?]{4,}))?/iu,
    /^(?:let'?s|we'll|we will|we(?:'re| are) going to|i'll|i will) (?:use|go with|stick (?:with|to)|choose|keep using|switch to|build on) [^.!?]*?(?:,? because| since|,? so that|,? as (?:it|we|that|they)|,? due to| in order to) (?<reason>[^.!?]{4,})/iu,
  ],
  correction: [
    /^(?:(?:no|nope|wrong|actually|wait|sorry|not quite)[,.!:;—–-]* )?i (?:meant|said|asked for|wanted) [^.!?]{2,80}?,? (?:and )?not [^.!?]{2,}/iu,
    /^(?:(?:no|nope|wrong|actually|wait|sorry|not quite)[,.!:;—–-]* )?(?:it|that|this|the [\p{L}\d -]{2,40}|my [\p{L}\d -]{2,40})(?:'s|’s| is| was| are| should be| should have been) (?:actually |really |called |spelled )*[^,.!?]{2,60}, not [^.!?]{2,}/iu,
    /^(?:no|nope|wrong|actually|wait|not quite)[,.!:;—–-]* (?:it|that|this|the [\p{L}\d -]{2,40}|my [\p{L}\d -]{2,40}) (?:should (?:be|have been|read|say)|is actually|was actually|must be) [^.!?]{2,}/iu,
    /^(?:(?:no|nope|sorry|wait|hm+)[,.!:;—–-]* )?(?:that|this|it|your \p{L}+)(?:'s|’s| is| was) (?:wrong|incorrect|not (?:right|correct|true|what i (?:asked|meant|wanted|said)))(?!\p{L})/iu,
    /^(?:no[,.!:;—–-]* )?(?:stop|don'?t|do not|never|quit) (?!worry\b|forget\b|hesitate\b)\p{L}+[^.!?]* (?:again|any ?more|ever)[.!]?$/iu,
  ],
  confirmation: [
    /^(?:(?:yes|yep|yeah|perfect|great|good|excellent|right|correct|awesome|nice|wonderful)[,.!:;—–-]* )?(?:(?:that|this|it)(?:'s|’s| is| was) )?(?:exactly|just|precisely) (?:like (?:that|this)|as (?:that|this|i (?:wanted|asked|said))|(?:what|how) i (?:want(?:ed)?|need(?:ed)?|like[d]?|meant|asked)(?: it| for)?)(?!\p{L})/iu,
    /^(?:(?:yes|yep|yeah|perfect|great|good|excellent|awesome|nice)[,.!:;—–-]* )?(?:please )?(?:keep (?:doing|writing|answering|formatting|going|it)(?: \p{L}+){0,3} (?:like (?:that|this)|this way|that way)|keep (?:doing (?:that|this|it)|this up|that up|it up)|(?:always )?do (?:it|this|that) (?:like (?:that|this)|this way|that way)(?: from now on| always| in future| every time| next time)?)[.!]?$/iu,
  ],
});
