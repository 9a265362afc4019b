import { LANGUAGE_NAMES } from '../../../change/user/attribute-forms.ts';
import { ORDER, STANDING } from './orders.ts';
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
  '(?:(?:an? )?(?:strict |lifelong )?(?:vegetarian|vegan|pescatarian|diabetic|celiac|coeliac)|(?:severely |mildly |very |also |highly )?(?:allergic|intolerant) to|(?:lactose|gluten|histamine)[- ]intolerant|gluten-free|left-handed|colou?r[- ]?blind|deaf|dyslexic|pregnant)';
/** Names of products have other forms: capitals inside, numbers. */
const PLACE = String.raw`(?:the )?(?:\p{Lu}[\p{Ll}'’-]+|NYC|LA|SF|DC|UK|USA?|UAE)(?:[ -](?:(?:\p{Lu}|de|do|la|am|sur)[\p{Ll}'’-]*))*(?:, \p{Lu}[\p{L} ]+)?`;
const DAY =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter';
const COMPANY = String.raw`(?!(?:${DAY})\b)\p{Lu}[\p{L}\d&.'’-]*(?: (?:&|of|\p{Lu}[\p{L}\d&.'’-]*))*`;
/** When, or what else changed: nothing that makes another thing of it. */
const TAIL = String.raw`(?=[.!,;]?$|,? (?:and|but|so|last|this|next|on|in|yesterday|today|recently|now|two|three|a|some|\d+|because|since|after|with|for (?:good|work|a (?:job|new job)))(?!\p{L})|, )`;

const CHANGED =
  '(?:raised|lowered|changed|moved|switched|renamed|increased|decreased|reduced|cut|extended|shortened|postponed|rescheduled|updated|upgraded|bumped|pushed(?: back)?)';
/** A thing with a name of its own, up to its verb. */
const THING = String.raw`(?!(?:code|problem|issue|error|question|bug|counter|value|output|result|loop|variable|index|total|sum|count|train|bus)\b)[\p{L}\d'’-]+(?: [\p{L}\d'’-]+){0,6}?`;
const AMOUNT = String.raw`[$€£]?\d`;
const WORD = String.raw`(?!(?:it|this|that|them|the (?:next|other|second|first)|a (?:different|new|better)|be|do|use|get|make|see|work|include|reflect|help|avoid|ensure)\b)[$€£"“]?[\p{L}\d]`;
const OF_CODE = String.raw`(?<!\p{L})(?:padding|margin|font|colou?r|width|height|timeout|variable|function|file|loop|index|code|value|parameter|port|query|css|class|line|method|test|button|header|footer)s?(?!\p{L})`;
const NEW = '(?:new|increased|updated|revised|extended|reduced|raised|lowered|current)';
const MONTH_OR_AMOUNT = `(?:${AMOUNT}|(?:about|around|on|at|only|due|set to|set for|up to|down to) |called |named |January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)`;
const NUMBER =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|an hour|a (?:day|week|month|year))(?!\\p{L})';
/** What a thing has now: "up to eleven people", "pushed back to Thursday", "from 40 minutes to an hour". */
const BY_NOW = String.raw`(?:(?:(?:is|are|got|gets|was|were|has|have|went|been|going|gone|now|just|recently) )*(?:up|down|moved|pushed|brought|cut|put|bumped|changed|shifted|raised|slashed|went|gone|rose|grew|fell|dropped|climbed|jumped|shrank|slipped)(?: back| forward| up| down| ahead| out)?(?: from [^,.!?]{1,40}?)? to (?:about |around |the )?(?:[$€£]?\d|${NUMBER}|(?:${DAY})(?!\p{L})|end of|mid-|next (?:week|month|year|${DAY}))|(?:is|are) now (?:at|up to|down to|on) (?:about |around )?(?:[$€£]?\d|${NUMBER}))`;
const REASON = String.raw`(?:,? because(?: of)?| since|,? so that|,? as(?! (?:an?|the|my|our|well|soon|long|usual)\b)|,? due to|,? given(?: that)?| in order to| for(?= (?:its|their|better|more|greater|easier|faster|flexibility|simplicity|speed|reliability|performance|convenience|consistency)(?!\p{L}))| to(?= (?:keep|preserve|ensure|avoid|save|reduce|improve|minimi[sz]e|prevent|maintain|protect|limit|cut|simplify|support)(?!\p{L})))`;
const CHOICE = String.raw`(?!(?:it|this|that|these|those|your|option|one|both|(?:the|an?) (?:first|second|third|last|other|next|former|latter|same|one|above|different|new)|(?:the )?option)\b)`;
const GROUP =
  '(?:team|company|group|department|family|class|school|office|firm|employer|startup|agency|studio|club|lab|clinic|band|non-?profit|charity|bakery|restaurant|caf[eé]|bar|hotel|shop|store|bookshop|bookstore|couple|business|practice|farm|household|crew)';
/** Something to judge that is understood later. */
const KNOWN = String.raw`(?!(?:it|this|that|these|those|they|he|she|the|what|which|your|option|both|neither|either|one|${DAY})\b)[\p{L}\d][\p{L}\d'’-]*(?: [\p{L}\d'’-]+){0,5}?`;
const OFTEN =
  '(?:(?:really|strongly|much|generally|usually|always|personally|definitely|also|still|typically|mostly|often|normally|absolutely|honestly) )*';
const IS_CHANGED = `(?:(?:is|are) now ${MONTH_OR_AMOUNT}|went (?:up|down) (?:from [^,.!?]{1,30}? )?to ${AMOUNT}|now \\p{L}+s (?:(?:at|on|from|to|about|around) )?${AMOUNT}|now (?:uses?|averages?|costs?|takes?|lives?|runs?|points?|starts?|ends?|supports?|requires?|has|have|contains?|includes?|stands?) [^.!?]|(?:was|were|has been|have been|got|is|are|has|have) (?:recently |just |now |already )?(?:moved|rescheduled|changed|postponed|raised|lowered|renamed|switched|extended|increased|reduced|pushed|shifted|updated|improved|grown|dropped|gone up) (?:back )?to ${WORD}|(?:has |have )?(?:now |recently )?reached ${AMOUNT})`;
/** Where another noun stands ahead of it that may be meant instead. */
const NOT_OF = String.raw`(?<!\p{L})(?<!(?:of|in|into|on|onto|from|with|for|at|by) )`;
/** "the new deadline of April 19": a value that was another one before. */
const VALUED = String.raw`(?:(?!(?:the|my|our|your|an?|of|in|for|with|to|and|or|on|at|around|by|from|is|are|was|i|we|you|that|which)\b)[\p{L}\d'’-]+ ){0,3}?(?:new|increased|updated|revised|extended|reduced|raised|lowered|rescheduled) (?:[\p{L}\d'’-]+ ){0,3}?(?:deadline|due date|budget|limit|goal|target|date|price|rent|salary|quota|rate|version|launch|time|fee|score|size|length|capacity|meeting|appointment|interview|session)(?: for [^,.!?]{2,40}?)?`;
const AMOUNT_OR_DAY = String.raw`(?:(?:about|around) )?(?:[$€£]?\d|(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?!\p{L}))(?:[^,.!?;]|[,.](?=\d)|, (?=\d{4})){0,60}`;
const CHANGES_TO = String.raw`(?:has|have|is|was|were|are|got|has been|have been)?(?: now| recently| just| already)*(?: been)? ?(?:improved|grown|increased|dropped|decreased|extended|moved|rescheduled|changed|postponed|raised|lowered|shortened|reduced|reached)(?: back)?(?: from [^,.!?;]{1,30}?)?(?: to|(?<=reached))(?: around| about)? (?:[$€£]?\d|(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?!\p{L}))(?:[^,.!?;]|[,.](?=\d)|, (?=\d{4})){0,60}`;
/** With something that would be understood later. */
const NEVER_DID = String.raw`(?:['’]ve| have) (?:never|not(?= once| [^.!?]{3,60} before)) (?:once |actually |really |personally |ever )?(?!(?:seen|heard|been|had|felt|read) (?:so|such|anything|a (?:clearer|better)|it|this|that)\b)(?:\p{L}+(?:ed|en|wn|rn|ne|ung|ade|ght|pt|lt|nt|ad|et|ut|id|nk|un)|met|had|been|put|set|run|won|led|fed|gone)(?!\p{L})(?! (?:it|this|that|them|so|such|ones?|\p{L}+ing one|any of (?:it|this|that|these))\b)[^.!?]{3,}`;
const HAVE_NOT = String.raw`(?:haven['’]?t|have not) (?:ever |yet |actually )?(?!(?:got|gotten|seen|found|heard|received|noticed|encountered|had|decided|finished)\b)\p{L}+(?:ed|en|wn|ne|lt|nt|de|ad|et|id|nk|un|ught) (?!(?:it|this|that|them|any of|the (?:code|script|change|fix)s?)\b)(?:(?:any|a single|anything|an?) [^.!?]{2,80}|[^.!?]{2,80} (?:before|so far|in (?:years|ages|months|a (?:while|long time))|since \p{L}+|at all|in this project))`;
const ROLE =
  '(?:engineer|developer|programmer|designer|manager|teacher|student|nurse|doctor|physician|lawyer|attorney|writer|author|editor|journalist|producer|director|researcher|scientist|analyst|consultant|founder|owner|freelancer|accountant|architect|artist|musician|photographer|chef|cook|baker|pilot|mechanic|electrician|carpenter|plumber|farmer|translator|librarian|administrator|admin|technician|therapist|psychologist|pharmacist|dentist|vet|professor|lecturer|tutor|trainer|coach|recruiter|marketer|salesperson|salesman|saleswoman|executive|officer|assistant|coordinator|planner|specialist|lead|head|intern|apprentice|contractor|volunteer|parent|mother|father|mom|mum|dad|retiree|widow(?:er)?|veteran|beginner|newbie|professional|entrepreneur|economist|chemist|biologist|physicist|mathematician|statistician|colou?rist|filmmaker|maker|tester|operator)';
const RELATIVE =
  '(?:(?:daughter|son|brother|sister|mother|father)-in-law|step(?:son|daughter|mother|father|mom|dad)|ex|roommate|flatmate|housemate|supervisor|advisor|teammate|daughter|son|wife|husband|partner|spouse|fiancée?|girlfriend|boyfriend|mother|father|mom|mum|dad|brother|sister|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew|kids?|children|child|twins|best friend|friend|boss|manager|mentor|colleague|assistant|cofounder|co-founder|doctor|dentist|therapist|landlord|neighbou?r|dogs?|cats?|horse|rabbit|parrot|pets?)';
const PLACE_OF_WORK =
  '(?:tracker|board|backlog|dashboards?|docs?|documentation|wiki|runbooks?|playbooks?|channel|repo(?:sitory)?|specs?|design (?:docs?|files?)|style ?guide|calendar|folder|drive|spreadsheet|sheet|status page|handbook|manual|portal|logs|metrics|tickets|changelog|roadmap|staging(?: server| site)?|bug list|project board|kanban)';
/** Where it is, to the letter: an address, a channel, a path. */
const ADDRESS = String.raw`["'“(<]?(?<value>https?:\/\/[^\s"'”)>,]+[^\s"'”)>,.!?]|#[\p{L}\d][\p{L}\d_-]*|[\p{L}\d-]+(?:\.[\p{L}\d-]+){1,5}(?:\/[^\s"'”)>,]*[^\s"'”)>,.!?])?|[\p{L}\d_.~-]*\/[\p{L}\d_.\/-]*[\p{L}\d_]|\p{Lu}[\p{L}\d]*(?: \p{Lu}[\p{L}\d-]*){0,3}(?: (?:project|board|space|channel|workspace|folder|team|page)(?: ["“']?\p{Lu}[\p{L}\d_-]*)?)?)`;

export const ENGLISH: readonly Sign[] = signsOf({
  change: [
    new RegExp(`^i${NEVER_DID}`, 'iu'),
    /^i never (?:learned|learnt|finished|studied|owned|lived|worked|tried|used|attended|graduated|visited|played) (?!(?:it|this|that|them)\b)[^.!?]{3,}/iu,
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
    new RegExp(
      `^i(?:['’]m| am|['’]ve| have)? ?(?:${BY_NOW}|(?:now )?(?:at|up to|down to) ${AMOUNT})`,
      'iu',
    ),
    /^i(?:['’]ve| have) yet to (?!(?:see|find|hear|figure|get|receive|decide|do|try (?:it|that|this))\b)\p{L}/iu,
    /^(?:this is|it['’]s) (?:the first time (?:that )?i(?:['’](?:m|ve)| am| have)|my first time) (?!(?:seeing|hearing|getting|seen|heard|had|got)\b)\p{L}/iu,
    /^i (?:have|['’]ve) (?:got )?(?:no|zero|little|hardly any) (?:prior |previous |formal |real |practical )?(?:experience|background|training|knowledge)(?!\p{L})|^i (?:don['’]t|do not) have (?:any|much) (?:prior |previous |formal |real )?(?:experience|background|training|knowledge)(?!\p{L})/iu,
    /^i(?:['’]ve| have)? (?:just |recently |finally |now )*(?:been |got |gotten |was )?(?:promoted to|(?:switched|changed) (?:jobs|careers|majors|schools|teams|banks|doctors|companies|universities|departments)|left my job|quit my job|lost my job|started (?:learning|studying|teaching|working as|a new job|my own)|taken up|became an?|retired|got (?:married|divorced|engaged)) ?(?!(?:it|this|that|the)\b)/iu,
    /^i(?:['’]ve| have)? (?:just |recently |finally |now )*(?:switched|converted|migrated) (?:over )?(?:from [^.!?]{2,40}? )?to (?!(?:the|an?|this|that|it|my|option|branch|another|using)\b)[\p{L}\d]/iu,
    /^(?:i|we) (?:(?:just|recently|finally) )*(?:have )?changed (?:my|our) (?:last name|first name|name|surname|phone number|address|e-?mail|diet|major|job|mind about|doctor|bank|plan|schedule|working hours) /iu,
    /^i used to [^.!?]{3,80}?(?:,|;| but| and) ?(?:but |and )?(?:now|these days|nowadays|not any ?more|i (?:now|don['’]t|no longer|only))(?!\p{L})/iu,
    /^(?:these days|nowadays|as of (?:this|last) \p{L}+),? (?:i|my) (?!(?:['’]m|am|need|have to|want|think|get|wonder|feel)\b)/iu,
    /^i (?:ended|wound) up (?:with [$€£]?\d|(?:buying|taking|moving|renting|getting|choosing|going) )[^.!?]* (?:instead of|rather than) /iu,
    new RegExp(`^i no longer ${SITUATION} ${OBJECT}`, 'iu'),
    new RegExp(`^i ${DO_NOT}${SITUATION} ${OBJECT}[^.!?]*? ?${NO_MORE}`, 'iu'),
    new RegExp(`^i now (?:live in|work (?:at|for|as)|study (?:in|at)) ${OBJECT}`, 'iu'),
    new RegExp(`^${I_AM}(?:now )?(?:living in|working (?:at|for)) ${COMPANY}(?: now)?[.!]?$`, 'u'),
    new RegExp(`^${I_AM}(?:no longer|not) ${SITUATION} ${OBJECT}`, 'iu'),
    new RegExp(`^${I_AM}(?:no longer|not) ${CONDITION}`, 'iu'),
    new RegExp(
      `^(?:i|i['’]ve|i have) (?:just |recently |finally |already )*${CHANGED} (?!(?:it|this|that|them|these|those)\\b|[^.!?]{0,40}${OF_CODE})[^.!?]{2,80}? to ${AMOUNT_OR_DAY}`,
      'iu',
    ),
    new RegExp(
      `^(?:i|i['’]ve|i have) (?:just |recently |finally )*(?:switched|migrated|changed|moved) (?:(?:my|our) [\\p{L} ]{2,30}? )?(?:over )?from [\\p{L}\\d][^.!?]{0,60}? to ${WORD}`,
      'iu',
    ),
    new RegExp(`^my ${THING} (?:${IS_CHANGED}|${BY_NOW})`, 'iu'),
    new RegExp(`^i now have (?:a total of |about |around )?${AMOUNT}`, 'iu'),
    new RegExp(`^(?:now|so now) i have (?:a total of )?${AMOUNT}`, 'iu'),
    new RegExp(
      `^i(?:['’]ve| have) (?:just |recently |already |now )*(?:added|collected|saved|reached|grown to) ${AMOUNT} [\\p{L}]`,
      'iu',
    ),
    new RegExp(`^my ${NEW} ${THING} (?:of|is|:) ${AMOUNT}`, 'iu'),
  ],
  projectChange: [
    new RegExp(`^we${NEVER_DID}`, 'iu'),
    /^we(?:['’]ve| have)? (?:just |recently |finally )*(?:swapped|replaced|traded|exchanged) [^.!?]{2,60} (?:for|with|by) (?!(?:it|this|that|the (?:function|code|line))\b)\p{L}/iu,
    /^(?:instead of [^,.!?]{2,40}, )?(?:we|our \p{L}+) (?:now|no longer) (?!(?:need|have to|want|know|see|get|understand|works?\b|can)\b)\p{L}{2,} \p{L}/iu,
    /^(?:these days|nowadays|instead of [^,.!?]{2,40}),? we /iu,
    /^we(?:['’]ve| have) yet to (?!(?:see|find|hear|figure|get|receive|decide|do)\b)\p{L}/iu,
    new RegExp(
      `^we(?:['’]re| are|['’]ve| have)? ?(?:${BY_NOW}|(?:now )?(?:at|up to|down to) ${AMOUNT})`,
      'iu',
    ),
    /^we (?:ended|wound) up (?:with [$€£]?\d|(?:buying|taking|moving|renting|choosing|going) )[^.!?]* (?:instead of|rather than) /iu,
    new RegExp(
      `^(?:(?:[Oo]ur|[Tt]he) ${THING}|[Mm]y (?:\\p{L}+ )?${GROUP}) (?:has |have |just )?(?:moved|relocated) (?:from ${PLACE} )?to ${PLACE}${TAIL}`,
      'u',
    ),
    new RegExp(
      `^we (?:moved|pushed|shifted|postponed|brought) (?:the|our) ${THING} (?:back |forward |up )?to (?:${DAY}|${AMOUNT})`,
      'iu',
    ),
    new RegExp(
      `^(?:we|we['’]ve|we have) (?:just |recently |finally |already )*${CHANGED} (?!(?:it|this|that|them|these|those)\\b)[^.!?]{2,80}? to ${WORD}`,
      'iu',
    ),
    new RegExp(
      `^(?:we|we['’]ve|we have) (?:just |recently |finally )*(?:switched|migrated|changed|moved) (?:(?:my|our) [\\p{L} ]{2,30}? )?(?:over )?from [\\p{L}\\d][^.!?]{0,60}? to ${WORD}`,
      'iu',
    ),
    new RegExp(
      `^(?:(?:the|our) ${THING}|tuition|rent|inflation) (?:${IS_CHANGED}|${BY_NOW})`,
      'iu',
    ),
    new RegExp(`^(?:the|our) ${NEW} ${THING} (?:of|is|:) ${AMOUNT}`, 'iu'),
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
  instruction: [
    ...STANDING,
    /^keep (?:(?:all|your) )*(?:answers|replies|responses|explanations|messages|summaries) /iu,
    /^(?:please )?(?:refer to|address) me (?:as|by) /iu,
    /^(?:please )?(?:stop|quit) (?!\p{L}+ing (?:it|that|this|the|these|those)\b)\p{L}+ing\b(?! (?:it|that|this)\b)/iu,
    new RegExp(
      `^(?:as a (?:general )?rule|by default|make it a (?:habit|rule) to),? ${ORDER}`,
      'iu',
    ),
    /^(?:always|never) (?!mind\b|again\b|been\b|ever\b|heard\b|seen\b|had\b|did\b|was\b|say never\b|(?:on|in|at|a|an|the|so|too|as|for|with)\b|\p{L}+ing\b)\p{L}{2,} [\p{L}\d]/iu,
    /^(?:from now on|going forward|in (?:the )?future|for the future|henceforth),? (?!(?:the|a|an|it|this|that)\b)\p{L}.{4,}/iu,
    /^(?!(?:the|an?|it|this|that|i|we|he|she|they)\b)\p{L}[^.!?]{6,}(?:,| and)? from now on[.!]?$/iu,
    new RegExp(
      `^(?:answer|reply|respond|write|speak|talk)(?: (?:to )?me)? (?:only |always )?in (?:plain |simple )?(?:${LANGUAGE_NAMES})\\b`,
      'iu',
    ),
  ],
  preference: [
    /^(?:i|we) (?:(?:really|strongly|much|generally|usually|always|personally|definitely|also|still) )*prefer (?!not to\b|the (?:first|second|third|last|other|next|former|latter)\b|(?:it|this|that(?! you\b)|them|those|these)\b|to (?:proceed|go ahead|cancel|continue))/iu,
    /^(?:i|we) (?:(?:really|absolutely|generally|always|also|still) )*(?:hate|love|enjoy|dislike|detest|adore|can'?t stand|cannot stand|don'?t like|do not like|like it when|like to) (?!it\b(?! when)|this\b|that\b|these\b|those\b|the (?:idea|first|second|third|last|new|sound)\b|your\b|how\b|what\b|to (?:book|cancel|change|know|see|add|have|get|make|check|proceed)\b)/iu,
    /^(?:i|we) (?:always|usually|never|typically) (?!(?:get|see|have|receive|run into|end up|forget|wonder|agree|fail|lose)\b|been\b|mind\b|got\b|had\b|received\b|said\b|did\b|saw\b|went\b|made\b|was\b|were\b|thought\b|knew\b|told\b|gave\b|\p{L}+ed\b)\p{L}{2,}/iu,
    new RegExp(
      `^${KNOWN} (?:(?:(?:do|does)(?:n['’]t| not) |never )(?:works? for|suits?|agrees? with) (?:me|us)|(?:works?|suits?|fits?) (?:me |us )?(?:much |far )?(?:best|better)(?: for (?:me|us))?|(?:is|are) (?:much |way |far |a lot |always )?(?:easier|better|nicer|clearer|simpler|more \\p{L}+) (?:on|for) (?:me|my \\p{L}+))(?!\\p{L})`,
      'iu',
    ),
    /^what (?:works|suits|helps) (?:me )?(?:best|most|better)(?: for me)? (?:is|are) /iu,
    /^(?:give me )?(?!(?:the|this|that|it)\b)[\p{L}\d'’ -]{2,30} over [\p{L}\d'’ -]{2,40}?(?:,? (?:any ?(?:day|time)|always|every time|for me|all the way))(?!\p{L})/iu,
    /^(?:i['’]d|i would|i['’]ll|i will) (?:always |much |far |gladly )*(?:take|choose|pick) (?!(?:the (?:first|second|other|last)|this|that|it|option)\b)[^.!?]* over (?!(?:this|that|it)\b)/iu,
    new RegExp(
      `^(?:${KNOWN} (?:stress(?:es)? me(?: out)?|(?:bores?|annoys?|scares?|relaxes?|energi[sz]es|tires?|bothers?|calms?|overwhelms?|motivates?) me|makes? me (?:happy|anxious|nervous|sick|tired|sleepy)|(?:is|are) (?:an? )?(?:must|deal-?breaker|non-negotiable|no-go|essential|off[- ]limits|too \\p{L}+) for me)|nothing beats |there['’]s nothing (?:better|worse) than )`,
      'iu',
    ),
    /^i (?:do my best [\p{L}]+|keep (?:kosher|halal)|(?:stay|steer) (?:clear of|away from)|stick to|swear by|could(?:n['’]t| not) (?:live|do) without|can(?:['’]t|not) (?:live|do|function|work) without|live for|only (?:buy|read|listen|watch|use|shop)|insist on|care (?:a lot |deeply )?about) (?!(?:it|this|that|the|your)\b)\p{L}/iu,
    new RegExp(
      `^(?:i|we) ${OFTEN}(?:(?:lean|gravitate) to(?:wards?)? |(?:learn|work|think|focus|write|study|concentrate|sleep|read|remember) (?:things )?(?:best|better) |(?:opt|go) for [^.!?]*(?:whenever|when i can|every time)|(?:go|opt) for (?!(?:it|the|this|that|a walk)\\b)\\p{L}|try not to (?!(?:get|be|think)\\b)\\p{L}{2,} |need (?!(?:help|to|your|it|this)\\b)[^.!?]{3,40} (?:to (?:concentrate|focus|sleep|work|study|relax|think)))`,
      'iu',
    ),
    /^i (?:have a (?:soft spot|weakness|strong preference|preference) for|(?:['’]ve|have) always (?:loved|hated|preferred|liked|enjoyed|disliked|avoided)) (?!(?:it|this|that)\b)\p{L}/iu,
    /^i['’]ve always (?:loved|hated|preferred|liked|enjoyed|disliked|avoided) (?!(?:it|this|that)\b)\p{L}/iu,
    /^(?:i|we) (?:don['’]t|do not|never|only|rarely|seldom|hardly ever|can['’]t|cannot) (?:eat|drink|smoke|drive|fly|tolerate|wear|own|cook|work (?:on|after|before)) (?!(?:it|this|that|these|those|them)\b)\p{L}/iu,
    /^(?:i|we) (?:(?:still|also) )?(?:tend to|normally|generally|mostly) (?!(?:get|forget|wonder|see|agree|think|be)\b|\p{L}+ed\b)\p{L}{2,} \p{L}/iu,
    /^i like (?!(?:it|this|that|these|those|the|your|how|what|to|where|when|them|him|her|one|both|option)\b)\p{L}/iu,
    /^i find (?!(?:it|this|that|these|those)\b)[^,.!?]{3,60} (?:easier|better|clearer|nicer|simpler|more (?:comfortable|readable|useful|pleasant|\p{L}+))(?!\p{L})/iu,
    /^i (?:(?:try to|always|usually|generally) )?avoid (?!(?:it|this|that|these|those|the)\b)\p{L}/iu,
    /^as (?:someone|somebody|a person) who (?:hates?|loves?|prefers?|likes?|avoids?|dislikes?|enjoys?|never|always|usually|works?|lives?|can['’]?t|has|does not|doesn['’]t) /iu,
    /^i(?:['’]m| am) (?:more of )?an? (?:[\p{L}-]+ )?(?:person|owl|learner|lover|eater|type|minimalist|fan)(?!\p{L})/iu,
    /^i(?:['’]d| would) (?:much |far )?(?:rather|sooner) (?!not\b|you\b|that\b|have you\b)\p{L}[^.!?]* than /iu,
    /^(?:i|we) (?:(?:always|usually|generally) )?(?:prioriti[sz]e|favou?r) (?!it\b|this\b|that\b|these\b)\p{L}/iu,
    /^i(?:['’]m| am| feel) (?:not )?(?:really |very |much |most )?(?:a (?:big |huge |real )?fan of|into|fond of|partial to|keen on|big on|picky about|(?:more |most )?comfortable with) (?!(?:the|your)\b|it\b|this\b|that\b|these\b)\p{L}/iu,
    /^my (?:favou?rite|preferred|usual|default|go-to) [\p{L} -]{2,40} (?:is|are) /iu,
    /^call me (?!back\b|later\b|when\b|if\b|at\b|on\b|in\b|a\b)\p{Lu}\p{L}+/u,
    /^Call me (?!back\b|later\b|when\b|if\b|at\b|on\b|in\b|a\b)\p{Lu}\p{L}+/u,
  ],
  fact: [
    /^I(?:['’]m| am) (?!(?:Sorry|Sure|Fine|Ok|OK|Done|Lost|Good|Not)\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?:[.!]?$|, (?:an?|the) [^.!?]{3,80}[.!]?$)/u,
    new RegExp(
      `^(?:i(?:['’]m| am) (?:based in|${CONDITION})|(?:being|as) ${CONDITION})(?!\\p{L})`,
      'iu',
    ),
    /^i have (?:an? )?(?:(?:severe|mild|chronic|nut|peanut|food|pollen|gluten) )*(?:allergy|asthma|diabetes|celiac|adhd|dyslexia|migraines?|epilepsy|arthritis|anxiety|insomnia|hay fever|high blood pressure)(?!\p{L})/iu,
    /^i (?:use a (?:wheelchair|screen reader|hearing aid)|(?:own|drive|ride) an? (?!\p{L}+ly\b)[\p{L}\d])/iu,
    /^i (?:work|am on|do) (?:the )?(?:(?:night|day|early|late|rotating|evening) shifts?|nights|weekends|part[- ]time|full[- ]time|remotely|from home|freelance|four days|shifts)(?!\p{L})/iu,
    /^i(?:['’]ve| have) been (?:playing|practi[cs]ing|learning|studying|making|collecting|running|cooking|painting|living|training|a member|in the|with) (?!(?:it|this|that|into)\b)[^.!?]{3,60} (?:for|since) (?!(?:hours|an hour|a while now|days|today)\b)/iu,
    /^i(?:['’]m| am) (?:on the board|a member|part|the (?:head|chair|founder|owner|lead)) of (?!(?:it|this|that)\b)/iu,
    /^i (?:head up|co-?own|co-?founded|founded|volunteer (?:at|for|with)|play (?:the )?(?:piano|guitar|violin|cello|drums|bass|flute|saxophone|chess|tennis|football|soccer|basketball)|live (?:with|alone|on|near|close|off)|commute|share (?:a|my) (?:flat|house|apartment|room|office)|wear (?:glasses|contacts|hearing)) ?/iu,
    /^i (?:have to|need to|must) (?:hand in|submit|deliver|finish|file|turn in|present) (?:my|our) [^.!?]{2,60} (?:by|before|on) (?!(?:tonight|today|tomorrow|then|noon)\b)/iu,
    /^i (?:teach|tutor|study|coach) (?!(?:it|this|that|the|these|how|them|him|her|my)\b)\p{L}/iu,
    /^i(?:['’]m| am) (?:currently )?(?:(?:doing|pursuing|finishing|getting|taking) (?:an?|my) (?:[\p{L}-]+ ){0,2}(?:phd|ph\.d|master['’]?s?|bachelor['’]?s?|degree|mba|apprenticeship|doctorate|course|minor)(?!\p{L})|studying (?!(?:it|this|that|the (?:code|logs|paper|text))\b)\p{L}|majoring in|training (?:for|to)|learning (?!(?:how|about|the|to use|that|it|this)\b)\p{L}|in my (?:\p{L}+) (?:year|semester|term)|(?:originally )?from (?!(?:the (?:same|above)|it|that|this)\b)\p{L}|married|divorced|retired|self-employed|unemployed)/iu,
    /^i (?:come from|grew up in|was (?:born|raised)(?: and raised)? (?:in|on)) \p{L}?\d?/iu,
    new RegExp(
      `^i(?:['’]ve| have) been (?:an? (?:[\\p{L}\\d-]+ ){0,3}${ROLE}(?!\\p{L})|(?:working as|living in|teaching|married) )`,
      'iu',
    ),
    new RegExp(`^my ${RELATIVE} and i (?:have|live|are|own|run|moved|share) `, 'iu'),
    new RegExp(`^[Mm]y (?:[\\p{Ll}-]+ )?${RELATIVE}, \\p{Lu}[\\p{L}’'-]+(?:,|[.!]?$)`, 'u'),
    /^my (?:[\p{L}\d-]+ ){1,4}(?:is|are) due (?:on|by|in|at|next|before) /iu,
    /^i (?:live|work|study) (?:in|at|for|as) (?!the (?:process|middle)\b)/iu,
    new RegExp(`^i ${HAVE_NOT}`, 'iu'),
    new RegExp(
      `^i(?:['’]m| am) (?:currently )?(?:an?|the) (?:[\\p{L}\\d-]+ ){0,4}${ROLE}(?![\\p{L}-])`,
      'iu',
    ),
    /^i(?:['’]m| am) (?:responsible for|in charge of) (?!it\b|this\b|that\b)/iu,
    /^i (?:lead|manage|run|head|oversee|maintain|coordinate|own) (?:the|our|a|an|two|three|my) (?:[\p{L}\d-]+ ){0,3}(?:team|group|department|shop|store|company|business|studio|agency|project|product|service|library|repo(?:sitory)?|channel|blog|farm|practice|unit|squad|chapter|\p{L}*shop|\p{L}*store|caf[eé]|bakery|restaurant|hotel|clinic|school|startup|of \p{L}+)/iu,
    /^[Ii] speak (?:fluent |native |some |a little |only |both )?\p{Lu}\p{L}+/u,
    /^my (?:(?:main|ultimate|long-term|overall|personal|biggest) )?(?:goal|aim|deadline|due date) (?:for [^,.!?]{2,40} )?is (?!(?:it|this|that|not)\b)/iu,
    /^[Ii](?:['’]m| am) (?:now )?\d{1,2}(?: years old)?(?: now)?(?:[.!,]?$| (?:and|years))/u,
    /^[Ii](?:['’]m| am) on (?:Windows|macOS|Mac OS|a Mac|Linux|Ubuntu|Debian|Fedora|Arch|Android|iOS|ChromeOS)(?!\p{L})/u,
    /^[Ii] have (?:an?|two|three|four|five|\d) (?:[\p{L}-]+ ){0,2}(?:dogs?|cats?|kids?|child(?:ren)?|sons?|daughters?|brothers?|sisters?|siblings?|horses?|rabbits?|parrots?)(?!\p{L})/u,
    new RegExp(
      `^[Mm]y (?:[\\p{Ll}-]+ )?${RELATIVE}(?:['’]s name)?(?:, \\p{Lu}[\\p{L}’'-]+,| (?:is|are) (?:called |named )?)(?=\\p{Lu})`,
      'u',
    ),
    new RegExp(
      `^[Mm]y (?:[\\p{Ll}-]+ )?${RELATIVE} \\p{Lu}[\\p{L}’'-]+ (?:is (?:an?|the|our|in|from|allergic|married|retired|vegan|vegetarian|\\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|has|lives|works|studies|goes|was born|turns|turned|plays|starts?|started|attends?|speaks?|moved|teaches|runs|owns|is (?:getting|having|learning|training|studying|expecting|starting|working|coming)|loves|will be|just|lost|passed|got|recently|needs|comes|visits|uses|manages|drives|cooks|sings|used to)(?!\\p{L})`,
      'u',
    ),
    /^i use [\p{L}\d][^.!?]{1,40}? (?:as my|for (?:my|all|most|writing|coding|notes|work|editing|design|email|everything))(?!\p{L})/iu,
    /^my (?:name|birthday|date of birth|time ?zone|native language|mother tongue|job|profession|employer|home airport) is /iu,
  ],
  projectFact: [
    new RegExp(`^we ${HAVE_NOT}`, 'iu'),
    /^we (?:run|host|build|ship|deploy|write|do|keep|track|handle) (?:everything|all (?:of )?our [\p{L} ]+|our [\p{L} ]+) (?:on|in|with|from|using|to|via|through|at) (?!(?:it|this|that|the same)\b)\p{L}/iu,
    new RegExp(`^we(?:['’]re| are) (?:just )?an? (?:[\\p{L}\\d-]+ ){0,3}${GROUP}(?!\\p{L})`, 'iu'),
    new RegExp(
      `^(?:our|my) (?:\\p{L}+ )?${GROUP} (?:uses?|is based in|is located in|has \\d|has (?:two|three|four|five|six|seven|eight|nine|ten)|consists of|works (?:in|from|with)|is made up of|runs on|follows|relies on|standardi[sz]ed on) `,
      'iu',
    ),
    /^our (?:[\p{L}\d-]+ ){0,3}(?:deadline|due date|launch date|release date|goal) (?:for [^,.!?]{2,40} )?is (?!(?:it|this|that|not|too|very|so|still)\b)/iu,
    /^our (?:[\p{L}\d-]+ ){1,4}(?:is|are) due (?:on|by|in|at|next|before) /iu,
    /^[Ww]e use \p{Lu}[\p{L}\d.+#-]*(?: \p{Lu}[\p{L}\d.+#-]*)* (?:for|to|as) (?!(?:it|this|that)\b)\p{L}/u,
    /^(?:the|our) (?:[\p{L}\d-]+ ){0,3}(?:deadline|due date|launch date|release date|budget) (?:for [^,.!?]{2,40} )?is (?:[\p{L}]+ ){0,3}[$€£]?\d/iu,
    /^(?:the|our) (?:[\p{L}\d-]+ ){0,3}(?:deadline|due date|launch date|release date) (?:for [^,.!?]{2,40} )?is (?:on )?(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)/iu,
  ],
  reference: [
    new RegExp(
      `^(?:(?!(?:It|This|That|These|Those|Here|There)\\b)${THING}) (?:is|are|lives?|sits?|stays?|goes?|gets?|comes?|happens?|go|can be found) (?:[^.!?#]{1,40} )?(?:in|at|on|to|under|into|via):? (?:[^.!?#]{2,30} at )?["'“(<]?(?<value>https?:\\/\\/[^\\s"'”)>,]+[^\\s"'”)>,.!?]|#\\p{L}[\\p{L}\\d_-]*)`,
      'u',
    ),
    /^["'“(<]?(?<value>https?:\/\/[^\s"'”)>,]+[^\s"'”)>,.!?]|#\p{L}[\p{L}\d_-]*)["'”)>]? (?:is|are) (?:our|the|my|where) /u,
    new RegExp(
      `^(?:(?:[Tt]he|[Oo]ur|[Mm]y) )?(?:[\\p{L}\\d-]+ ){0,4}?(?:${PLACE_OF_WORK}|schedule|rota|roster|page|site|guide|link|form): ?${ADDRESS}`,
      'u',
    ),
    /^(?:[Pp]ost|[Ss]end|[Rr]eport|[Ff]ile|[Aa]nnounce|[Aa]sk|[Dd]iscuss|[Dd]ocument|[Ll]og|[Tt]rack) [^.!?#]{3,40}? (?:in|to|at|on|under) (?<value>https?:\/\/[^\s"'”)>,]+[^\s"'”)>,.!?]|#\p{L}[\p{L}\d_-]*)/u,
    new RegExp(
      `^(?:[Tt]he|[Oo]ur|[Mm]y) (?:[\\p{L}\\d-]+ ){0,4}?${PLACE_OF_WORK}(?: (?:for|of|with) [^,.:!?]{2,40}?)? (?:is|are|lives?|sits?|can be found|(?:is|are) (?:kept|hosted|located|tracked))(?: (?:at|on|in|under|here))?:? ${ADDRESS}`,
      'u',
    ),
    new RegExp(
      `^(?:[\\p{L}\\d-]+ ){0,3}?(?:[Bb]ugs|[Ii]ssues|[Tt]ickets|[Ii]ncidents|[Tt]asks|[Rr]equests|[Rr]eleases|[Dd]ecisions|[Aa]lerts|[Dd]eploys|[Ss]pecs|[Dd]esigns|[Nn]otes|[Dd]ocs|[Rr]unbooks|[Aa]nnouncements|[Qq]uestions|[Ff]eedback|[Dd]esign|[Rr]elease|[Ff]iles|[Ll]ogs|[Uu]pdates|[Rr]eports|[Ii]nvoices|[Ee]xpenses) (?:files |notes |requests |reports |reviews |bugs |docs )?(?:are|is|get|gets|go|goes|live) (?:(?:tracked|filed|reported|kept|logged|announced|posted|documented|stored) )?(?:in|at|on|under|to|into) (?:the )?${ADDRESS}`,
      'u',
    ),
    new RegExp(
      `^[Ww]e (?:track|keep|file|log|document|store|report|post|announce|discuss) [^.!?]{3,50}? (?:in|at|on|under) (?:the )?${ADDRESS}`,
      'u',
    ),
    new RegExp(
      `^[Yy]ou (?:can|will|['’]ll) ?find (?:the|our) [^.!?]{3,50}? (?:in|at|on|under) ${ADDRESS}`,
      'u',
    ),
    new RegExp(
      `^(?:[Pp]lease )?(?:[Cc]heck|[Ss]ee|[Uu]se|[Cc]onsult|[Ll]ook at) (?:the )?(?:[^,.!?]{2,40}? (?:at|on|in) )?${ADDRESS},? (?:if|when|whenever|before) `,
      'u',
    ),
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
    new RegExp(
      `^(?:after [\\p{L} ]{3,40}, |in the end,? |finally,? |so,? |ok,? )?(?:(?:we|i|the (?:team|board|committee|group|client|family|company)|my (?:wife|husband|partner) and i)(?:['’]ve| have)? (?:went (?:for|with)|ended up (?:choosing|with|going with|picking|buying|using)|opted (?:for|to|against)|made up my mind[:,]?|picked|chose|chosen|selected|decided(?: that)?|agreed|settled on)|(?:i['’]m|i am|we['’]re|we are) (?:going (?:with|for)|sticking (?:with|to)|staying with|keeping|dropping|switching to|taking)|(?:i|we)(?:['’]ll| will) (?:be (?:using|taking|going with|keeping)|stay with|keep(?= (?:using|my|our)(?!\\p{L})))|let['’]?s (?:settle on|stay with|keep(?= (?:using|my|our)(?!\\p{L})))) ${CHOICE}(?!not sure)[^.!?]*?(?:${REASON} (?<reason>[^.!?]{4,})|[.!]?$)`,
      'iu',
    ),
    /^(?:let'?s|we'll|we will|we(?:['’]re| are) going to|i['’]ll|i will) (?:use|go with|stick (?:with|to)|choose|keep using|switch to|build on) (?!(?:your|this|that|it|these|those)\b)[^.!?]*?(?:,? because| since|,? so that|,? as (?:it|we|that|they)|,? due to| in order to) (?<reason>[^.!?]{4,})/iu,
    /^(?:let['’]?s|we['’]ll|we will) (?:use|go with|stick (?:with|to)|choose|keep using|switch to|build on) (?!(?:the|that|this|it|these|those|option|an?|my|your|one|both)\b)[\p{L}\d][\p{L}\d .+#/-]{1,40}[.!]?$/iu,
  ],
  correction: [
    /^(?:(?:no|nope|wrong|actually|wait|sorry|not quite)[,.!:;—–-]* )?i (?:meant|said|asked for|wanted) [^.!?]{2,80}?,? (?:and )?not [^.!?]{2,}/iu,
    /^(?:(?:no|nope|wrong|actually|wait|sorry|not quite)[,.!:;—–-]* )?(?:it|that|this|the [\p{L}\d -]{2,40}|my [\p{L}\d -]{2,40})(?:'s|’s| is| was| are| should be| should have been) (?:actually |really |called |spelled )*[^,.!?]{2,60}, not (?!just|only|sure|yet|really|even)[^.!?]{2,}/iu,
    /^(?:no|nope|wrong|actually|wait|not quite)[,.!:;—–-]* (?:it|that|this|the [\p{L}\d -]{2,40}|my [\p{L}\d -]{2,40}) (?:should (?:be|have been|read|say)|is actually|was actually|must be) [^.!?]{2,}/iu,
    /^(?:(?:no|nope|sorry|wait|hm+)[,.!:;—–-]* )?(?:that|this|it|your \p{L}+)(?:'s|’s| is| was) (?:wrong|incorrect|not (?:right|correct|true|what i (?:asked|meant|wanted|said)))(?!\p{L})/iu,
    /^(?:no[,.!:;—–-]* )?(?:stop|don'?t|do not|never|quit) (?!worry\b|forget\b|hesitate\b)\p{L}+[^.!?]* (?:again|any ?more|ever)[.!]?$/iu,
  ],
  confirmation: [
    /^(?:(?:yes|yep|yeah|perfect|great|good|excellent|right|correct|awesome|nice|wonderful)[,.!:;—–-]* )?(?:(?:that|this|it)(?:'s|’s| is| was) )?(?:exactly|just|precisely) (?:like (?:that|this)|as (?:that|this|i (?:wanted|asked|said))|(?:what|how) i (?:want(?:ed)?|need(?:ed)?|like[d]?|meant|asked)(?: it| for)?)(?!\p{L})/iu,
    /^(?:(?:yes|yep|yeah|perfect|great|good|excellent|awesome|nice)[,.!:;—–-]* )?(?:please )?(?:keep (?:doing|writing|answering|formatting|going|it)(?: \p{L}+){0,3} (?:like (?:that|this)|this way|that way)|keep (?:doing (?:that|this|it)|this up|that up|it up)|(?:always )?do (?:it|this|that) (?:like (?:that|this)|this way|that way)(?: from now on| always| in future| every time| next time)?)[.!]?$/iu,
  ],
  within: [
    new RegExp(`(?<!\\p{L})my ${VALUED} (?:of|is|to) ${AMOUNT_OR_DAY}`, 'iu'),
    new RegExp(`${NOT_OF}my ${THING},? (?:which |that )?${CHANGES_TO}`, 'iu'),
    /(?<!\p{L})my preference for (?!it\b|this\b|that\b)[^,.!?;]{3,120}/iu,
  ],
  withinReference: [
    new RegExp(
      `(?<!\\p{L})(?:[Tt]he|[Oo]ur|[Mm]y) (?:[\\p{L}\\d-]+ ){0,4}?${PLACE_OF_WORK},? (?:at |here:? |\\()?(?<value>https?:\\/\\/[^\\s"'”)>,]+[^\\s"'”)>,.!?])`,
      'u',
    ),
  ],
  withinWork: [
    new RegExp(`(?<!\\p{L})(?:the|our) ${VALUED} (?:of|is|to) ${AMOUNT_OR_DAY}`, 'iu'),
    new RegExp(`${NOT_OF}(?:the|our) ${THING},? (?:which |that )?${CHANGES_TO}`, 'iu'),
  ],
});
