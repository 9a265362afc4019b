import { LANGUAGE_NAMES } from '../../../change/user/languages.ts';
import { ENGLISH_CHANGES } from './english-changes.ts';
import {
  confirmation,
  correction,
  decision,
  fact,
  identifier,
  preference,
  type Sign,
} from './sign.ts';

/** Things of which a person has one, by an exact name. */
const OWN_VALUE =
  '(?:user ?(?:id|name)|customer (?:id|number)|account (?:id|number|name)|member(?:ship)? (?:id|number)|employee (?:id|number)|student (?:id|number)|frequent flyer number|e-?mail(?: address)?|(?:phone|mobile|cell)(?: number)?|github (?:handle|user ?name)|handle|(?:tax|vat) (?:id|number)|(?:order|reservation|booking|confirmation|ticket|case|tracking|invoice) (?:id|number|code|reference))';
const VALUE = String.raw`["'“(]?(?<value>\+?\d[\d ()-]{6,}\d|[\p{L}\d][\p{L}\d._@#/+-]*[\p{L}\d])`;

export const ENGLISH: readonly Sign[] = [
  ...ENGLISH_CHANGES,
  preference(
    /^(?:i|we) (?:(?:really|strongly|much|generally|usually|always|personally|definitely) )*prefer (?!not to\b|to (?:proceed|go ahead|cancel|continue))/iu,
  ),
  preference(
    /^(?:i|we) (?:(?:really|absolutely|generally|always) )*(?:hate|love|dislike|detest|adore|can'?t stand|cannot stand|don'?t like|do not like|like it when|like to) (?!it\b(?! when)|this\b|that\b|these\b|those\b|the (?:idea|first|second|third|last|new|sound)\b|your\b|how\b|what\b|to (?:book|cancel|change|know|see|add|have|get|make|check|proceed)\b)/iu,
  ),
  preference(
    /^(?:i|we) (?:always|usually|never|typically) (?!been\b|mind\b|got\b|had\b|received\b|said\b|did\b|saw\b|went\b|made\b|was\b|were\b|thought\b|knew\b|told\b|gave\b|\p{L}+ed\b)\p{L}{2,}/iu,
  ),
  preference(/^my (?:favou?rite|preferred|usual|default) [\p{L} -]{2,40} (?:is|are) /iu),
  preference(
    /^(?:always|never) (?!mind\b|again\b|been\b|ever\b|heard\b|seen\b|had\b|did\b|was\b|say never\b)\p{L}{2,} \p{L}/iu,
  ),
  preference(
    /^(?:from now on|going forward|in (?:the )?future|for the future|henceforth),? \p{L}.{4,}/iu,
  ),
  preference(/^\p{L}[^.!?]{6,}(?:,| and)? from now on[.!]?$/iu),
  preference(
    new RegExp(
      `^(?:answer|reply|respond|write|speak|talk)(?: (?:to )?me)? (?:only |always )?in (?:plain |simple )?(?:${LANGUAGE_NAMES})\\b`,
      'iu',
    ),
  ),
  preference(/^call me (?!back\b|later\b|when\b|if\b|at\b|on\b|in\b|a\b)\p{Lu}\p{L}+/u),
  preference(/^Call me (?!back\b|later\b|when\b|if\b|at\b|on\b|in\b|a\b)\p{Lu}\p{L}+/u),
  fact(
    /^(?:i am|i'm|i’m) (?:severely |mildly |very |also )?(?:allergic to|intolerant to|a (?:strict )?(?:vegetarian|vegan|pescatarian|diabetic)\b|vegetarian\b|vegan\b|pescatarian\b|diabetic\b|left-handed\b|colou?r[- ]?blind\b|deaf\b|based in)/iu,
  ),
  fact(/^i (?:live|work|study) (?:in|at|for|as) (?!the (?:process|middle)\b)/iu),
  fact(
    /^my (?:name|birthday|date of birth|time ?zone|native language|mother tongue|job|profession|employer|home airport) is /iu,
  ),
  identifier(
    new RegExp(
      `^(?:my|our) ${OWN_VALUE}(?: for [^,.:]{3,30}?)? ?(?:is|=|:)(?: called)? ?${VALUE}`,
      'iu',
    ),
  ),
  identifier(new RegExp(`^(?:it|that|this) is for (?:my )?${OWN_VALUE} ${VALUE}`, 'iu')),
  {
    ...identifier(
      new RegExp(
        String.raw`^(?:the|our) (?:\p{L}[\p{L}-]* ){0,2}(?:project|repo(?:sitory)?|endpoint|bucket|branch|server|host|database|port|ticket|build) (?:id |number |name |url |key )?(?:is|=|:|is called|is named) ?${VALUE}`,
        'iu',
      ),
    ),
    type: 'project',
  },
  decision(
    /^(?:we|i|the team)(?:'ve|’ve| have)? (?:decided|agreed|settled on|opted for|chose|picked) (?!not sure)(?:[^.!?]*?(?:,? because| since| so that|,? as (?:it|we|that|they)|,? due to| in order to) (?<reason>[^.!?]{4,}))?/iu,
  ),
  decision(
    /^(?:let'?s|we'll|we will|we(?:'re| are) going to|i'll|i will) (?:use|go with|stick (?:with|to)|choose|keep using|switch to|build on) [^.!?]*?(?:,? because| since|,? so that|,? as (?:it|we|that|they)|,? due to| in order to) (?<reason>[^.!?]{4,})/iu,
  ),
  correction(
    /^(?:(?:no|nope|wrong|actually|wait|sorry|not quite)[,.!:;—–-]* )?i (?:meant|said|asked for|wanted) [^.!?]{2,80}?,? (?:and )?not [^.!?]{2,}/iu,
  ),
  correction(
    /^(?:(?:no|nope|wrong|actually|wait|sorry|not quite)[,.!:;—–-]* )?(?:it|that|this|the [\p{L}\d -]{2,40}|my [\p{L}\d -]{2,40})(?:'s|’s| is| was| are| should be| should have been) (?:actually |really |called |spelled )*[^,.!?]{2,60}, not [^.!?]{2,}/iu,
  ),
  correction(
    /^(?:no|nope|wrong|actually|wait|not quite)[,.!:;—–-]* (?:it|that|this|the [\p{L}\d -]{2,40}|my [\p{L}\d -]{2,40}) (?:should (?:be|have been|read|say)|is actually|was actually|must be) [^.!?]{2,}/iu,
  ),
  correction(
    /^(?:(?:no|nope|sorry|wait|hm+)[,.!:;—–-]* )?(?:that|this|it|your \p{L}+)(?:'s|’s| is| was) (?:wrong|incorrect|not (?:right|correct|true|what i (?:asked|meant|wanted|said)))(?!\p{L})/iu,
  ),
  correction(
    /^(?:no[,.!:;—–-]* )?(?:stop|don'?t|do not|never|quit) (?!worry\b|forget\b|hesitate\b)\p{L}+[^.!?]* (?:again|any ?more|ever)[.!]?$/iu,
  ),
  confirmation(
    /^(?:(?:yes|yep|yeah|perfect|great|good|excellent|right|correct|awesome|nice|wonderful)[,.!:;—–-]* )?(?:(?:that|this|it)(?:'s|’s| is| was) )?(?:exactly|just|precisely) (?:like (?:that|this)|as (?:that|this|i (?:wanted|asked|said))|(?:what|how) i (?:want(?:ed)?|need(?:ed)?|like[d]?|meant|asked)(?: it| for)?)(?!\p{L})/iu,
  ),
  confirmation(
    /^(?:(?:yes|yep|yeah|perfect|great|good|excellent|awesome|nice)[,.!:;—–-]* )?(?:please )?(?:keep (?:doing|writing|answering|formatting|going|it)(?: \p{L}+){0,3} (?:like (?:that|this)|this way|that way)|keep (?:doing (?:that|this|it)|this up|that up|it up)|(?:always )?do (?:it|this|that) (?:like (?:that|this)|this way|that way)(?: from now on| always| in future| every time| next time)?)[.!]?$/iu,
  ),
];
