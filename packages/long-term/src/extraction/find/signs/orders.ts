/** What an assistant is told to do or to leave. */
export const ORDER =
  "(?:add|address|always|answer|ask|assume|attach|avoid|be|begin|break|call|check|cite|compare|confirm|convert|default to|describe|do not|don['’]t|double-check|end|explain|express|finish|flag|format|give|highlight|include|indent|keep|label|leave|let me know|limit|link|list|make|mark|mention|name|never|note|offer|omit|only|open|order|phrase|point|prefer|prefix|present|provide|put|quote|recommend|refer|refrain from|remind|remember|reply|respond|return|round|separate|show|sign|skip|sort|speak|spell|split|start|state|stick to|stop|structure|suggest|summari[sz]e|take|talk|tell|translate|treat|try|use|verify|warn|wrap|write)(?!\\p{L})";
/** What an assistant makes. */
const GIVES =
  '(?:write|give|show|send|make|produce|generate|create|draft|share|suggest|recommend|design|prepare|answer|reply|respond|post|build|mention|provide|list|quote|cite|say|explain|describe|discuss|summari[sz]e|translate|edit|change|propose|review|tell|teach|plan|compose|produce|refer to|talk about|compare|calculate|help|do (?:sums|math|calculations|research))';
const GIVING =
  '(?:writing|giving|showing|sending|making|producing|generating|creating|drafting|suggesting|recommending|designing|preparing|answering|replying|responding|providing|listing|quoting|citing|explaining|describing|discussing|summari[sz]ing|translating|editing|talking about|comparing|calculating|helping)';
/** What a user brings to an assistant. */
const BRINGS =
  '(?:ask|paste|send|say|want|mention|share|write|give|show|request|bring up|talk|discuss|post|upload|describe|need)';
/** Nothing that stands in this conversation alone. */
const ANY =
  '(?!(?: me| us)?(?: (?:about|for|to|with|of|on))? (?:the|this|that|these|those|it|them)\\\\b)';
const OUTPUT =
  '(?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|e-?mails?|explanations?|suggestions?|chats?|conversations?|sessions?|recommendations?|translations?|drafts?|estimates?)';
const WHEN =
  `(?:(?:whenever|(?:each|every|any) ?time|when|if|while) (?:you ${GIVES}|(?:i|we) ${BRINGS})(?!\\p{L})${ANY}|(?:when(?:ever)?|while) ${GIVING}(?!\\p{L})${ANY})`.replaceAll(
    '\\\\b',
    '\\b',
  );
/** It holds for what comes later too. */
const LATER = `(?:from (?:now|here|this point|today) on(?:wards?| out)?|(?:going|moving) forward|in (?:the )?future|henceforth|(?:each|every|any) ?time(?=[.!,]|$)|whenever (?:possible|appropriate|relevant|needed|there (?:is|are))|at all times|(?:in|for|of|to|with|on|from|across) (?:all|every|each|any)(?: of)? (?:my|your|our) \\p{L}+|(?:for|in|with) (?:every|each|any) [\\p{L}-]+ of mine|(?:in|for|to|with|of|on|from) (?:each|every|all|any)(?: of)? (?:the )?${OUTPUT}|(?:anything|everything|(?:each|every|any|all)(?: the)?(?: [\\p{L}\\d-]+){1,4}) (?:that )?you ${GIVES}|(?:in|to|of|from) your ${OUTPUT}|(?:in|throughout|across) (?:this and |all )?(?:later|future|other|our) (?:chats|conversations|sessions)|in all (?:later|future)|${WHEN})(?!\\p{L})`;
const SHOULD =
  "(?:should|ought to|needs? to|must|has to|have to|(?:is|are) to|shall|can(?:not|['’]t)|comes? with|(?:is|are) (?:always|never))";
/** Polite ways to order. */
const WISHED =
  "(?:i(?:['’]d| would) (?:really |very much )?(?:like|love|prefer|want|appreciate)|i (?:want|need|expect|prefer)|(?:it|that)(?:['’]d| would| will) (?:really )?(?:help|be (?:\\p{L}+ )?(?:great|good|nice|helpful|useful|appreciated|better))|i(?:['’]d| would) be (?:\\p{L}+ )?(?:grateful|glad|happy))";
const TOLD = `(?:${ORDER}|(?:please )?(?:make|be) (?:sure|certain)(?!\\p{L})|ensure |let['’]?s (?:keep|use|stick|avoid)(?!\\p{L})|${WISHED}(?!\\p{L})|you ${SHOULD}(?!\\p{L})|no (?:more )?\\p{L})`;

/** Sentences that set a rule for what an assistant does later: an order or a wish, and when it holds. */
export const STANDING: readonly RegExp[] = [
  `(?:please )?${TOLD}[^.!?]*? ${LATER}`,
  `(?:please )?(?:${LATER})[^.!?]{0,120}?,? (?:please |then |also |i think )*${TOLD}`,
  `${WISHED} (?:it )?(?:very much )?(?:if you|you to)(?: would| could| can)? (?:always|never)(?!\\p{L})`,
  `(?!(?:it|this|that|these|those|they|he|she|i|we|you|users?|the (?:user|app|script|function|code|button|page|form|api|server|query)s?)\\b)[\\p{L}\\d'’-]+(?: [\\p{L}\\d'’-]+){0,6}? ${SHOULD}(?!\\p{L})[^.!?]*? ${LATER}`,
  `(?:each|every|all|any)(?: of)?(?: the)? (?:[\\p{L}\\d-]+ ){1,4}(?:that )?you ${GIVES}(?: me| us| for me)? ${SHOULD}(?!\\p{L})`,
  `my (?:preference|wish|request|rule) (?:for [^.!?]{3,40} )?is (?:that you|for you|to (?:never|always|only|get|have|see)|never|always)(?!\\p{L})`,
  `your (?:\\p{L}+ )?${OUTPUT} ${SHOULD}(?!\\p{L})`,
].map((pattern) => new RegExp(`^${pattern}`, 'iu'));
