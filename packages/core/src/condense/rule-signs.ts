/**
 * How a language says that something holds on. Parts of patterns, to be read without case; `~` stands for
 * an order: a verb of `orders`. The code that reads them knows no language.
 */
export interface RuleSigns {
  /** Words in front of a clause that change nothing: politeness, the form of a request. */
  readonly openers: string;
  /** Verbs with which an order to the assistant begins. */
  readonly orders: string;
  /** A sentence that sets a rule, or a clause of it, begins with one of these. */
  readonly signs: readonly string[];
  /** Words that make a sentence concern this turn alone, or report what others say. */
  readonly passing: string;
  /** A clause that asks begins with one of these. */
  readonly asks: string;
  /** Behind these and a colon somebody else's words follow. */
  readonly quotes: string;
}

const ENGLISH: RuleSigns = {
  openers:
    "please|kindly|also|and|so|but|then|since|because|though|although|just|ok(?:ay)?|hi|hello|hey|oh|great|thanks|well|by the way|btw|note that|quick note|in general|as a rule|(?:can|could|would|will) you|i(?:'d| would) (?:like|want|need) you to|i (?:want|need|expect) you to|you (?:should|must|have to|need to|are to)|be sure to|make sure (?:that )?(?:you|to)|remember to|my friend|for me",
  orders:
    'add|address|answer|ask|avoid|begin|bring|call|check|cite|clean|commit|confirm|convert|create|delete|deploy|do|document|edit|end|ensure|explain|follow|format|give|include|keep|label|leave|limit|list|log|make|mark|mention|name|notify|open|order|phrase|pick|place|prefer|prefix|print|push|put|quote|refer|remember|remind|remove|rename|reply|respond|return|round|run|say|send|set|show|sign|skip|sort|speak|spell|start|state|stay|stop|suggest|summari[sz]e|talk|tell|test|translate|treat|try|update|use|verify|wait|warn|work|wrap|write|pretend',
  signs: [
    "(?:always|never)(?! (?:mind|gonna|again[.!]?$|ever|been|heard|seen|see|had|have been|know|be able))(?![-\\w'])(?! \\w+(?:s|ed)(?= (?:a|the|to|my)\\b))",
    "(?:do not|don't|dont) ever\\b",
    "(?:do not|don't|dont) (?!you|worry|bother|forget|hesitate|mind|know|think|want|need|have|see|understand|like|get|be |do (?:it|that|this)|run|start|send|wait)\\p{L}+(?:[.!]|$| (?!(?:it|that|this|the|these|those|them|him|her|me|us|my|your|anything else)\\b))",
    'in (?:all|every|each|any) (?:of )?(?:your |the )?(?:answer|repl|response|message|commit|file|function|summar|e-?mail)',
    'stop (?!\\w+ing (?:it|that|this)\\b)\\w+ing\\b|avoid (?!it|that|this|the|these)\\w|under no circumstances|on no account|at no time|in no case|whatever happens',
    'no more (?!than|questions?|help|\\w+ (?:needed|required))\\w|no [\\w -]{2,30} (?:please|in (?:your|any|the) \\w+|ever|at all|whatsoever|anywhere|from now on)',
    'refer to .* as\\b|call me (?!back|later|when|if|at|on|tomorrow|today|an?\\b|now|crazy|old)\\w|address me (?:as|by)',
    '(?:answer|reply|respond|speak|write|talk)(?: (?:to )?me)?(?: only)? in (?:plain |simple |british |american )?(?:english|french|german|spanish|dutch|italian|portuguese|polish|russian|chinese|japanese|korean|arabic|turkish|hindi|latin)',
    '(?:ask|tell|warn|notify|consult|check with|confirm with)(?: with)?(?: me)?(?: first)? before (?:you|any|every|each|\\w+ing)',
    'use (?!(?:my|the second|the first|the other|this|that|it)\\b).* (?:everywhere|throughout|(?:in|for|with) (?:all|every|each|any|everything)|instead of|rather than)(?: |$|[.!])',
    'only (?:ever )?use (?!(?:it|this|that|one|my)\\b)|only ever|keep (?:your|all|every|each|any)\\b',
    '(?:format|write|give|show|state|spell|express|name|prefix|round)(?: me)? (?:all |any |your |the )?(?:dates?|times?|numbers?|prices?|amounts?|temperatures?|distances?|units|values|names|variables|functions|commits?|comments) (?:as|in|with|to|by)\\b',
    "i(?:'m| am) (?:an? )?(?:strict )?(?:vegan|vegetarian|pescatarian|allergic|diabetic|colou?r-?blind|left-handed|intolerant|dyslexic|deaf|celiac|coeliac)\\b",
    '(?:i|we) (?:really |much |strongly |generally |always |usually |still )*prefer (?!not|it|that|this|the (?:first|second|third|last|other)|to (?:proceed|cancel|continue|wait|leave it))',
    "i(?:'d| would) rather (?!not)\\S.* than\\b",
    "i (?:really |absolutely )*(?:hate|dislike|detest|can'?t stand|cannot stand|do not like|don't like) (?!(?:it|that|this|the|these|those|how|what|your|to)\\b)\\w",
    'my (?:go-to|favou?rite|preferred|usual|default) \\w.* (?:is|are)\\b',
    'i (?:usually|normally|generally|typically|tend to|always) (?!(?:get|forget|wonder|thought|said|had|was|knew|see|wanted|run into)\\b)(?!\\w+ed\\b)\\w',
    "(?:i|we)(?:'ve| have)? (?:never|not|rarely) (?:\\w+(?:ed|en|wn|rn|ne)|had|done|built|run|set|made)\\b(?! (?:so|such|that|the|it|this|any of|your|been so)\\b)",
    "(?:i|we) haven't (?:ever )?\\w+(?: \\w+){1,4} before",
    "(?:i|we)(?:'ve| have)? (?:finally )?(?:decided (?:to|on|for|against)|chosen|chose|agreed (?:to|on)|settled on|opted for) (?!(?:it|that|this|the (?:first|second|other))\\b)",
    "(?:i|we) (?:only|never|do not|don't) (?:eat|drink|smoke|use|drive|fly|work|speak|deploy|write|accept|support|ship|release)\\b(?! (?:it|that|this)\\b)",
    '(?:quote|cite|mention|include|state|give|end|begin|start|sign|prefix|label|put|write)\\b.* (?:for|in|with|to|on|behind|after|before) (?:every|each|all|any)\\b',
    '(?:be|use|speak|talk)\\b.* (?:with|to) me\\b|~.* in (?:your|all) (?:answer|repl|response|message|summar)',
    '(?:all|every|each|any|no|nothing|nobody|none)\\b[^,?]* (?:must|needs?|has to|have to|should|shall|may|is to|are to)\\b(?! have (?:\\w+ed|been))',
    '(?:your |commit |error )?(?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|tests?|names?|comments?|docs|commits?) (?:should|must|have to|has to|need to|are to|may)\\b',
    '(?:correction|to correct (?:that|myself)|(?:that|this|it) (?:was|is) wrong|wrong|my mistake)(?:[,:.]|$)|i meant\\b',
    "(?:from (?:now|here|this point|today) on(?:wards?)?|going forward|in (?:the )?future|henceforth|until i say|for the rest of)\\b[^,]*?,? (?!(?:the|a|an|it|this|that|these|those)\\b)(?:please |you )?(?:~|only|always|never|no|i|we|do not|don't|all|every)\\b",
    "(?:do not|don't|dont) (?:touch|edit|delete|remove|rename) (?:the |anything )\\S[^,]*$",
    "let(?:'|’)?s (?:go with|stick (?:with|to)|stay with|settle on|standardi[sz]e on|keep using|use(?=.* (?:throughout|everywhere|instead|for all))) (?!(?:the|that|this|it|option|a|my|your)\\b)",
    '(?!(?:it|that|this|they|he|she|i|we|what|there|my (?:boss|manager|colleague|wife|husband))\\b)(?:(?!\\b(?:why|how|whether|what|when|if|that|so|which|who)\\b)[^,])* (?:must|should|shall|may|can) (?:always|never)\\b',
    '(?!(?:it|that|this|they|he|she|i|we|you|what|there|the error|the (?:bug|problem|issue))\\b)[^,?]{3,40} (?:must|shall|has to|have to) (?!have (?:\\w+ed|been)|be (?:a|the|in|wrong|some)\\b)(?:be|use|have|start|end|stay|follow|contain|include|not|return|live|run)\\b',
    '(?!(?:the|an?|it|this|that|i|we|he|she|they|there|what)\\b)\\p{L}+ .*(?:from (?:now|here|this point|today) on|going forward|in (?:the )?future|for the rest of|until i say|until further notice)(?: |[.,!?]|$)',
    '~.* (?:each time|every time|whenever|any ?time|whatever happens|at all times|under any circumstances)(?: |[.,!?]|$)',
    ".*?(?:(?:whenever|every time|each time|any ?time) (?:you|i|we|a|an|the|some\\w*) [^,]+,? (?:(?:please|then|also|you (?:should|must)) )*(?:~|never|always|do not|don't))",
    "(?:if|when) (?:(?:you|i|we)(?:'re| are| ask| say| want| write| give| paste| send| mention| cannot| can't| don't| do not| need| change| add| edit| touch| create| make| use| have)\\b|an?\\b|any\\w*|some\\w*)[^,]*, (?:(?:please|then|just) )*(?:~|never|always|do not|don't)(?!.* (?:it|one|that|this)[.!]?$)",
    'before (?:you|any|each|every|\\w+ing)\\b[^,]*, (?:please )?~',
    '.*?(?:remember (?:to|that)\\b.* (?:every|each|all|always|never)\\b)',
    '.*?(?:make sure (?:that )?(?:all|every|each|no|any)\\b(?! (?:these|those|the|of)\\b))',
    '(?:no|nope|sorry|wait|hm+|not \\S.*?)[,:;.]? (?:not [^:;,]+[:;,] )?(?:use|call|name|spell|take|prefer|write|keep|make it)\\b',
    "(?:no|nope|wrong|actually|sorry|wait)[,:;.]? (?:it(?:'|’)?s|(?:it|my \\w+|our \\w+|the (?!problem|issue|bug|error|reason)\\w+(?: \\w+)?) (?:is|are|was|should be|must be)(?: called| named)?) (?!(?:not|wrong|fine|ok|good|still|all|the \\w+ (?:that|which|of))\\b)\\S+(?: \\S+){0,6}[.!]?$",
    ".*?(?:(?:use|call|is|are|was|be|spelled|named|it's|meant|said|want(?:ed)?|write|say|spell|on|at|in|under|need|to) [^,?]{1,60}, not (?!that|sure|yet|only|bad|so|the point|really|a (?:bug|problem))[^,?]{1,60}[.!]?$)",
    '.*?(?:(?:is|are) now (?:\\S+ )?\\S*\\d|(?:is|are) now (?:called|named|due)\\b|(?:was|were|has been|have been|got) (?:moved|changed|postponed|raised|lowered|renamed|switched|rescheduled) (?:to|from)\\b)',
    ".*?(?:(?:i|we)(?:'ve| have)? (?:raised|lowered|changed|moved|switched|renamed|migrated|increased|cut)\\b[^,?]* (?:to|from)\\b)",
    '(?:the|our|my) [\\w ]+ now (?:uses|averages|costs|takes|lives|runs|points|starts|ends|supports|requires|has)\\b',
    '.*?(?:my (?:budget|limit|deadline|name|birthday|time ?zone) is\\b)',
    'we (?:use|write|deploy)\\b[^?]*(?:,? not | here| only)|^we (?:only|always|never) (?!\\w+ed\\b|had|got|said)',
  ],
  passing:
    "^yes,? let's|for now|for the moment|right now|this time|just (?:this )?once|not yet|yet[.!]?$|at the moment|(?<!from )today|tonight|for (?:this|the next) (?:answer|reply|message|one|question|task|step)|keep this (?:answer|reply|message|one)|(?:in|of) (?:this|the|my|a) (?:story|poem|example|scene|script|novel|game|play|song|film|sketch|joke)|(?:he|she|they|someone|somebody|(?:the|my|our|his|her|their) (?:\\w+ )?(?:boss|manager|customers?|clients?|vendors?|suppliers?|landlord|neighbou?rs?|teacher|doctor|colleagues?|friends?|wife|husband|mother|father|docs?|documentation|page|site|manual|readme|article|book|guide|error|log|message|policy|model)) (?:says?|said|tells?|told|wrote|writes?|wants?|thinks?|always|never|recommends?)|according to|(?:so|such) (?:happy|clear|good|great)\\b",
  asks: 'how|what|which|who|whom|whose|where|when (?:should|do|does|did|can|will|is)|why|is|are|was|were|am|do|does|did|has|have|should|shall|may|might|can (?:i|we|it|this|that|they)|could (?:i|we|it|this|that|they)|would (?:it|this|that|they|these|those)|will (?:it|this|that|they)',
  quotes:
    "(?:says?|said|wrote|writes|reads|states|stated|replied|answered)|(?:here(?:'s| is| are)|this is|below is|see|following is|got|from) [^.:?!]{0,80}(?:docs?|documentation|page|article|text|e-?mail|letter|thread|log|logs|output|error|trace|file|readme|transcript|review|post|comments?|contract|policy|spec|prompt|story|config|snippet|results?|response|issue|ticket|report|guidelines?|guide)|(?:found|saw|read|got|copied) (?:this|that|these|it)\\b[^.:?!]{0,80}|(?:their|his|her) [^.:?!]{0,40}|(?:output|text) of [^.:?!]{0,60}|(?:text|output|terms|rules|conditions|policy|notes) (?:from|by) [^.:?!]{0,60}|article|thread|transcript|lyrics|excerpt",
};

const GERMAN: RuleSigns = {
  openers: 'bitte|und|aber|also|dann|ok|hallo|übrigens|außerdem|(?:kannst|könntest|würdest) du',
  orders:
    'achte|antworte|benutze?|bleibe?|erkläre?|formatiere?|frage?|füge|gib|halte?|lass|mache?|nenne?|nimm|nutze?|sage?|schreibe?|sprich|teste?|verwende|vermeide|warte|zeige?',
  signs: [
    '(?:immer|nie|niemals|stets) \\p{L}|~[^,?]* (?:immer|nie|niemals|stets|keine?[nrms]?|nur noch|künftig|statt|anstatt|überall|alle|auf (?:deutsch|englisch))\\b',
    '(?:ab (?:jetzt|sofort|nun)|von (?:jetzt|nun) an|künftig|in zukunft)\\b(?! (?:wird|werden|ist))|keine? .* mehr\\b|vermeide\\b|auf keinen fall|(?:jede[rsn]?|alle) [^,?]*(?:muss|müssen|soll|sollen|darf)\\b',
    'nenne? mich|(?:ich|wir) (?:bevorzuge|hasse|mag kein|mag lieber)|mir (?:ist|sind) .* lieber|wir (?:duzen|siezen)|ich bin (?:allergisch|vegetarier|veganer)|wir haben uns (?:für|gegen)|korrektur\\b|ich meinte',
    '(?:wenn|falls|sobald|jedes mal,? wenn) (?:du|ich|ein|etwas)\\b[^,]*, (?:bitte |dann )?~|~[^?]* bevor du\\b|bevor du\\b[^,]*, ~',
    '(?:nein|falsch|nicht \\S+)[,:;.] (?:nicht [^:;,]+[:;,] )?~|.* (?:ist|sind|heißt) [^,?]{1,60}, nicht [^,?]{1,60}$',
  ],
  passing:
    'noch nicht|diesmal|heute|gerade|im moment|sorgen|laut|(?:er|sie|man|chef|chefin|seite|anleitung) (?:sagt|sagte|meint|schreibt|schrieb|will)',
  asks: 'wie|was|welche[rsnm]?|wer|wo|wann|warum|ist|sind|hat|soll|sollte|darf|kann (?:ich|man)',
  quotes: 'sagt|sagte|schreibt|schrieb|steht|hier (?:ist|sind) [^.:?!]{0,80}',
};

const FRENCH: RuleSigns = {
  openers: "s'il (?:te|vous) plaît|et|mais|donc|ok|bonjour|d'ailleurs|(?:peux|pourrais)-tu",
  orders:
    "n'(?:ajoute|emploie|utilise|écris)|ne (?:fais|mets|modifie|touche)|ajoute|cite|demande|dis|donne|écris|évite|explique|garde|mets|montre|parle|prends|réponds|teste|utilise|vérifie",
  signs: [
    "~[^,?]* (?:toujours|jamais|partout|au lieu de|plutôt que|pas d(?:e |'))|~\\S* avant de |(?:réponds|écris)\\S* en \\p{L}",
    "à partir de maintenant|désormais|dorénavant|à l'avenir|évite (?!ça)|en aucun cas|(?:chaque|tous les|toutes les|aucune?) [^,?]* (?:doit|doivent)\\b",
    "je (?:préfère|déteste) (?!ça)|appelle-moi|je suis (?:allergique|végétarien|végan)|correction ?:|je voulais dire|(?:nous avons|on a|j'ai) (?:décidé|choisi)",
    "(?:si|quand|chaque fois que|dès que) [^,]*, ~|(?:non|faux|pas \\S+)\\s?[,:;.] (?:pas [^:;,]+[:;,] )?~|.* (?:est|sont|c'est) [^,?]{1,60}, pas [^,?]{1,60}$",
  ],
  passing:
    "pour l'instant|cette fois|aujourd'hui|pas encore|t'inquiète|selon|(?:il|elle|on) (?:dit|veut)",
  asks: 'comment|que|quel(?:le)?s?|qui|où|quand|pourquoi|est-ce|est-il|dois-je|peut-on',
  quotes: 'dit|écrit|indique|voici [^.:?!]{0,80}',
};

const SPANISH: RuleSigns = {
  openers: 'por favor|y|pero|ok|hola|además|por cierto|puedes|podrías',
  orders:
    'añade|cita|contesta|da|di|escribe|evita|explica|haz|incluye|mantén|muestra|pon|pregúntame|pregunta|prueba|responde|usa|utiliza|verifica',
  signs: [
    '(?:siempre|nunca|jamás) (?!mejor|más$|h[ea]s? |había)\\p{L}|~[^,?]* (?:siempre|nunca|jamás|en todas partes|en lugar de|en vez de|antes de)\\b|responde\\S* en \\p{L}',
    'no (?:añadas|borres|cambies|escribas|hagas|incluyas|pongas|toques|uses|utilices) (?!eso|esto|lo |la |el )|a partir de ahora|de ahora en adelante|en el futuro|evita (?!eso)|en ningún caso|(?:cada|todos los|todas las|ningun[oa]?|ningún) [^,?]* (?:debe|deben|tiene que)\\b',
    'prefiero (?!eso)|odio|llámame|soy (?:alérgic|vegetarian|vegan)|corrección:|quise decir|(?:hemos|he) (?:decidido|elegido)',
    '(?:si|cuando|cada vez que) [^,]*, ~|no[,:;.] (?:no [^:;,]+[:;,] )?~|.* (?:es|son) [^,?]{1,60}, no [^,?]{1,60}$',
  ],
  passing:
    'por ahora|esta vez|hoy|todavía no|aún no|te preocupes|según|(?:él|ella) (?:dice|quiere)',
  asks: 'cómo|qué|cuál(?:es)?|quién|dónde|cuándo|por qué|es|debo|puedo|hay',
  quotes: 'dice|dijo|escribe|escribió|aquí está [^.:?!]{0,80}',
};

const DUTCH: RuleSigns = {
  openers: 'graag|alsjeblieft|en|maar|dus|ok|hallo|hoi|trouwens|ook|(?:kun|zou|wil) je',
  orders:
    'antwoord|gebruik|geef|houd?|laat|leg|maak|neem|noem|praat|schrijf|test|toon|verwijder|vermijd|vermeld|voeg|vraag|wacht|zeg|zet|zorg',
  signs: [
    '(?:altijd|nooit) \\p{L}|~[^,?]* (?:altijd|nooit|geen|overal|in plaats van|voortaan|in het (?:nederlands|engels))\\b',
    'vanaf nu|voortaan|in het vervolg|geen .* meer\\b|vermijd|in geen geval|(?:elke|iedere?|alle|geen) [^,?]* (?:moet|moeten|mag|mogen)\\b',
    'ik heb (?:liever|een hekel aan)|noem me|ik ben (?:allergisch|vegetariër|veganist)|correctie:|ik bedoelde|(?:we hebben|ik heb) (?:besloten|gekozen)',
    '(?:als|wanneer|telkens als) (?:je|ik|een|iets)\\b[^,]*, ~|~[^?]* voordat je\\b|voordat je\\b[^,]*, ~',
    '(?:nee|fout|niet \\S+)[,:;.] (?:niet [^:;,]+[:;,] )?~|.* (?:is|zijn|heet) [^,?]{1,60}, niet [^,?]{1,60}$',
  ],
  passing: 'voor nu|deze keer|vandaag|nog niet|zorgen|volgens|(?:hij|zij) (?:zegt|wil|zei)',
  asks: 'hoe|wat|welke?|wie|waar|wanneer|waarom|is|zijn|moet ik|mag ik|kan ik|heeft',
  quotes: 'zegt|zei|schrijft|schreef|hier (?:is|zijn) [^.:?!]{0,80}',
};

export const LANGUAGES: readonly RuleSigns[] = [ENGLISH, GERMAN, FRENCH, SPANISH, DUTCH];
