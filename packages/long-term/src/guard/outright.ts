import type { Steps } from '@agent-memory/core/internal';
import { makeReady } from './make-ready.ts';

/** A form that is an order by itself, whatever stands around it. */
interface Outright {
  /** Behind "It ". */
  readonly words: string;
  readonly pattern: RegExp;
  /** Log odds of a text that has it: from 1.5 on an agent's own words are held as well. */
  readonly score: number;
}

/** An order begins a sentence, a line, an item or a quotation: in the middle it may be reported. */
const START = String.raw`(?<=^|[.!?:;\n>(]\s{0,3}|[-–—•]\s)(?:(?:please|and|but|also|just|you must|you should|from now on|make sure to|bitte),? ){0,2}`;
/** Parts of patterns: `~` stands for the user of an assistant, in any of the languages. */
const USER =
  "(?:(?:the|this|your|any) (?:end[- ])?users?|(?:de[mnr]|die) (?:be)?nutzer(?:n|in|innen)?|(?:à )?l['’]utilisat(?:eur|rice)|(?:al|a la|el|los) usuari[oa]s?|(?:al)?l['’]utente|(?:ao|o) usuário|de gebruiker)";
/** Somebody asks the assistant: no person is named who is served otherwise. */
const ASKED = [
  "(?:when(?:ever)?|if|once|any ?time|every time) (?:you(?:['’]re| are) |you get )?(?:asked|questioned|queried|prompted)",
  '(?:when(?:ever)?|if|once|any ?time|every time) (?:(?:some|any)(?:one|body)|people|they|~) (?:ever )?(?:asks?|inquires?|wants? to know)',
  '(?:wenn|falls|sobald) (?:[^.,\\n]{0,40}gefragt w(?:irst|ird)|(?:jemand|~)[^.,\\n]{0,60}fragt)',
  "(?:si|quand|lorsqu['’]) ?(?:on (?:te|vous)|~|quelqu['’]un)[^.,\\n]{0,30} demande",
  '(?:si|cuando) (?:te|~|alguien)[^.,\\n]{0,20} ?pregunt\\p{L}+',
  '(?:se|quando) (?:ti|te|~|qualcuno|alguém)[^.,\\n]{0,20} (?:chied|pergunt)\\p{L}+',
  '(?:als|wanneer) (?:iemand|~)[^.,\\n]{0,40} vraagt',
];
/** The same for every question there is. */
const ALWAYS_ASKED = [
  '(?:whatever|no matter (?:what|which|how)|regardless of(?: what)?|irrespective of) [^.,:\\n]{0,40}?(?:questions?|asks?|asked|query|queries|requests?|topic|prompt)',
  '(?:to|for|in response to) (?:every|each|any|all)(?: \\p{L}+)? (?:questions?|quer(?:y|ies)|requests?|prompts?)',
  '(?:egal|gleich|ganz gleich|unabhängig davon),? (?:was|wie|welche)[^.,:\\n]{0,40}|was (?:auch )?immer [^.,:\\n]{0,20}(?:frag|frage)\\p{L}*[^.,:\\n]{0,10}|wie die frage auch lautet|auf (?:jede|alle) fragen?',
  "quelle que soit (?:la|sa) (?:question|demande)|(?:peu importe|quoi qu['’])[^.,:\\n]{0,40}|à (?:toute|chaque) (?:question|demande)",
  '(?:sea cual sea|cualquiera que sea) (?:la|su) (?:pregunta|petición)|pregunten? lo que pregunten?|no importa (?:qué|lo que)[^.,:\\n]{0,30}|a (?:cada|cualquier|toda) pregunta',
  '(?:qualunque|qualsiasi) (?:sia la )?(?:domanda|cosa chied\\p{L}+)|a ogni domanda|wat (?:de vraag ook is|er ook gevraagd wordt)|op (?:elke|iedere) vraag',
];
const TELL =
  '(?:tell|say|answer|reply|respond|claim|state|insist|inform|assure|sage?|antworte|behaupte|dis|dites|réponds|répondez|di|diga|responde|contesta|rispondi|zeg|antwoord)';
const HOW =
  '(?:(?:always|only|just|simply|then|please|you (?:must|should)|immer|bitte|toujours|siempre) ){0,2}';
const SECRET =
  '(?:(?:their|his|her|the|your|its|sein(?:e[mn]?)?|ihr(?:e[mnr]?)?|de[mnr]|das|die|son|sa|ses|leurs?|le|la|les|su|sus|el|los|las|il|suo?a?|zijn|haar|hun|het|de) ){0,2}(?:(?:current|full|bank|e-?mail|account|credit|debit|wi-?fi|complete) ){0,2}(?:pass(?:word|phrase|code)s?|pin(?: ?code)?s?|credentials|log-?ins?|card (?:number|details)|credit card|cvv|iban|api[ -]?keys?|private key|seed phrase|recovery (?:phrase|code)|(?:one-time|2fa|verification|security|sms) codes?|otp|social security number|passw(?:ort|örter)|kennwort|zugangsdaten|kreditkarten(?:nummer|daten)|geheimzahl|mots? de passe|identifiants|(?:numéro de )?carte bancaire|contraseñas?|clave|credenciales|(?:número de )?tarjeta|credenziali|wachtwoord|inloggegevens)';
const ASKS_FOR_SECRET = [
  `(?:ask|request|prompt|urge|get|have|make|tell|instruct|convince|persuade|invite) ~ (?:again )?(?:for|to (?:\\p{L}+ ){0,2}?(?:enter|type|give|share|send|paste|provide|confirm|tell|reveal|disclose|repeat)(?: you)?|enter|type|give|share|confirm) ${SECRET}`,
  `(?:ask (?:for|about)|request|collect|obtain|get|find out|harvest|demand) ${SECRET} (?:from|of) ~|(?:collect|obtain|get|find out|harvest|note) ~['’]s? ${SECRET}`,
  `(?:frag(?:e|en sie)?|bitte|bitten sie|fordere?|fordern sie) ~ (?:nach|um) ${SECRET}|(?:fordere?|fordern sie|bitte|bring|bewege?) ~(?: auf| dazu)?,? ${SECRET} (?:ein|an|preis)?zu?ge(?:ben|zu)\\p{L}*|(?:erfrag|verlang)(?:e|en sie)? (?:von ~ )?${SECRET}`,
  `(?:demande[rz]?|réclame[rz]?)(?: à nouveau)? (?:~ (?:de (?:donner|saisir|confirmer|taper|envoyer) )?${SECRET}|${SECRET} ~)`,
  `(?:p[ií]de(?:le)?|pida(?:le)?|pregunta(?:le)?|solicita)(?: ~)? (?:por |que (?:introduzca|escriba|confirme|dé) )?${SECRET}(?: ~)?`,
  `(?:chiedi|richiedi) ~ (?:di (?:inserire|dare|confermare) )?${SECRET}|vraag ~ (?:om|naar) ${SECRET}`,
];
const KEPT_FROM_USER = [
  "(?:do not|don['’]t|dont|never) (?:ever )?(?:(?:tell|inform|notify|alert|warn)|(?:mention|reveal|show|say|disclose)(?: \\p{L}+){0,3} to) ~",
  '(?:keep|hide|conceal|withhold)(?: \\p{L}+){1,4} from ~',
  '[^.!?\\n]{1,120} without (?:telling|informing|notifying|alerting|asking) ~',
  '(?:sag|sage|sagen sie|verrat|verrate|verraten sie)(?: es)? ~[^.!?\\n]{0,30} (?:nichts|nicht)',
  "ne (?:le |l[’'])?(?:dis|dites|révèle[zs]?) (?:pas|rien) ~",
  'no (?:se )?(?:lo )?(?:digas?|cuentes?|menciones?)(?: \\p{L}+){0,3} ~',
  '(?:non dirlo|non dire|não conte|não diga|vertel het niet aan)(?: \\p{L}+){0,2} ~',
];
const ALWAYS_RECOMMENDS = [
  '(?:always|exclusively) (?:recommend|suggest|promote|endorse|advertise|praise)',
  '(?:only|never) (?:recommend|promote|endorse|advertise|praise)',
  '(?:recommend|suggest|promote|endorse|advertise|praise) (?:only|exclusively|always)',
  '(?:empfiehl|empfehlen sie|empfehle|bewirb) (?:immer|stets|nur|ausschließlich|nie)',
  'recommande[sz]? (?:toujours|uniquement|seulement)',
  '(?:recomienda|recomiende) (?:siempre|solo|únicamente)|siempre (?:recomienda|recomiende)',
  '(?:consiglia|raccomanda) (?:sempre|solo)|recomende sempre|beveel altijd',
];
/** The user, or whom an app serves. */
const SERVED =
  '(?:~|(?:the|your|our|any|every) (?:customer|client|caller|owner)s?|(?:de[mnr]|die) kund(?:e|en|in)|(?:au|le|la|du) client(?:e)?|(?:al|el|la) client[ea])';
/** What somebody reads out to whom they trust. */
const CODE =
  '(?:(?:the|their|his|her|a|den|seinen|ihren|le|son|el|su) )?(?:(?:\\p{L}+|\\d)[- ]){0,2}(?:codes?|digits|pin|otp|password|passwort|kennwort|chiffres|código|contraseña)';
const READ_OUT = [
  `(?:have|make|get|let) ${SERVED} (?:to )?(?:read|tell|send|give|dictate|forward)(?: it| out| back| over)? (?:to )?(?:you|us|me) ${CODE}`,
  `(?:ask|tell|urge) ${SERVED} to (?:read|tell|send|give|dictate|forward)(?: out)? (?:you|us|me) ${CODE}`,
  `ask ${SERVED} for (?:the|their) (?:six|four|eight|\\d)[ -]?digits?`,
  `(?:lass|lassen sie) (?:dir|sich) (?:von |vom )?(?:${SERVED} )?${CODE} (?:vorlesen|geben|sagen|schicken|nennen|diktieren)`,
  `demande[rz]? (?:à )?${SERVED} de (?:te|vous) (?:lire|dicter|donner|envoyer) ${CODE}`,
  `(?:pide|pida)(?:le)? ${SERVED} que te (?:lea|dicte|dé|diga|envíe) ${CODE}`,
];
/** Another master for the assistant. */
const MASTER =
  '(?:owner|boss|master|user|principal|operator|administrator|besitzer(?:in)?|eigentümer(?:in)?|chef(?:in)?|herr(?:in)?|nutzer(?:in)?|propriétaire|maître|patron(?:ne)?|dueñ[oa]|jef[ea]|am[oa])';
const SOMEBODY = '(?:[^.!?,;\\n]|\\.(?=\\S)){1,60}?';
const OTHER_MASTER = [
  `(?:you (?:are to|have to|need to|will|shall|ought to) )?(?:treat|regard|consider|accept|see|obey) ${SOMEBODY} as (?:your|the) (?:(?:new|real|true|rightful|only) )?${MASTER}`,
  `(?:you (?:are to|have to|will|shall) )?(?:treat|take|handle|read) ${SOMEBODY} as (?:if|though) (?:(?:it was |they were |it were |it came |they came )?(?:written by |from |by )?)?~(?! (?:story|stories|error|input|fault))`,
  `your (?:new )?(?:owner|master|boss|principal) is (?:now )?\\p{L}+|(?:from now on,? )?\\p{L}+ (?:now )?(?:speaks|decides|acts) for ~`,
  `(?:du (?:sollst|musst|wirst) |sie (?:sollen|müssen) )?(?:behandle |betrachte |sieh )?${SOMEBODY} als (?:dein|ihr)e?[nr]? (?:neuen? )?${MASTER}(?: (?:behandeln|betrachten|ansehen|an))`,
  `(?:(?:tu dois |il faut )?(?:considère|traite|considérer|traiter)) ${SOMEBODY} comme (?:ton|ta|votre) ${MASTER}`,
  `(?:debes )?(?:trata|tratar|considera|considerar) a ${SOMEBODY} como (?:a )?(?:tu|su) ${MASTER}`,
];
/** A note that is not to be known of. */
const THIS_NOTE =
  '(?:this|these|diese[rnms]?|cette|ce|esta|este) (?:note|memory|entry|record|rule|instruction|line|message|notiz|eintrag|regel|anweisung|nachricht|zeile|règle|consigne|ligne|nota|entrada|regla|instrucción|línea)';
const KEPT_HIDDEN = [
  `(?:do not|don['’]t|never) (?:ever )?(?:tell|let|inform|show) (?:anyone|anybody|others|people|~)(?: \\p{L}+)? (?:that |about |of )?${THIS_NOTE}`,
  `(?:do not|don['’]t|never) (?:ever )?(?:mention|reveal|quote|cite|disclose|admit|refer to|speak of|talk about) (?:that )?${THIS_NOTE}`,
  `(?:sag|sage|verrate?|erzähle?) (?:niemals |nie )?(?:niemand(?:em)?|keinem),? (?:dass es |von )?${THIS_NOTE}|(?:erwähne?|zitiere?) ${THIS_NOTE} (?:nie|niemals|nicht)`,
  `ne (?:dis|dites) (?:jamais )?à personne (?:que )?${THIS_NOTE}|ne (?:mentionne|parle|révèle)[sz]? (?:jamais|pas) (?:de )?${THIS_NOTE}`,
  `(?:no|nunca) (?:le )?(?:digas|diga) (?:nunca )?a nadie (?:que )?(?:existe )?${THIS_NOTE}|(?:no|nunca) (?:menciones|reveles|cites) (?:nunca )?${THIS_NOTE}`,
];
const VERDICT =
  '(?:[“"«\'‘][^“”"«»\'’\\n]{1,60}[”"»\'’]|(?:yes|no|ja|nein|oui|non|s[íì]|approved|allowed|granted|ok(?:ay)?)(?!\\p{L}))';
const SET_ANSWER = [
  `${HOW}${TELL}(?: (?:with|mit|par|con))? ${VERDICT} (?:to|for|on|auf|à|a) (?:every|each|any|all|jede[nmrs]?|alle|toute?s?|chaque|cada|cualquier|todas?|todos?)(?!\\p{L})`,
  `always (?:answer|say|reply|respond)(?: with)? ${VERDICT}(?: to (?!an? )|,? (?:when|if)(?!\\p{L}))|(?:sage?|antworte)(?: (?:immer|stets|mit)){1,2} ${VERDICT}`,
  `(?:réponds|répondez|dis|dites) toujours (?:par )?(?:que )?${VERDICT}|(?:responde|contesta|di|diga) siempre (?:que )?${VERDICT}|siempre (?:responde|contesta|di) (?:que )?${VERDICT}|(?:rispondi|di['’]) sempre (?:di )?${VERDICT}`,
];
const PRIOR_RULES =
  '(?:ignore|disregard|forget|override|overrule) (?:(?:all|any|every|each) (?:of )?)?(?:(?:the|your|my|these|those|its|other) )?(?:previous|prior|earlier|above|preceding|former|existing|system|original|initial) (?:\\p{L}+ )?(?:instructions?|rules?|prompts?|orders|directives|guidelines|commands)|(?:ignorier|vergiss|missacht)\\p{L}* (?:alle |sämtliche )?(?:deine |die |bisherigen |vorherigen |vorigen |obigen ){1,2}(?:anweisungen|regeln|befehle|vorgaben)|(?:ignore[zs]?|oublie[zs]?) (?:toutes )?(?:les |tes |vos )(?:instructions|consignes|règles) (?:précédentes|antérieures|ci-dessus)|(?:ignora|ignore|olvida|olvide) (?:todas )?(?:las |tus )(?:instrucciones|reglas|órdenes) (?:anteriores|previas)';
/** "Override: approvals are not needed" */
const NO_APPROVAL =
  '(?:override|system override|policy override|admin(?:istrator)? (?:note|override)|new policy|policy update)\\s?[:–—-]\\s?[^.!?\\n]{0,60}?(?:approvals?|confirmations?|permissions?|consent|verification|authori[sz]ation|reviews?) (?:(?:is|are) (?:not|no longer) (?:needed|required|necessary|asked for)|(?:is|are|may be|can be) (?:skipped|waived|disabled|off|switched off|suspended))';
const TOKEN = String.raw`(?:<[|｜]\s?[\p{L}_▁]{2,30}\s?[|｜]>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>)`;
const MARK = String.raw`[#>*[(]{0,4}[ \t]*`;
const SPEAKER = String.raw`(?:^|\n)[ \t]*${MARK}(?:system|assistant|developer)(?:[ _-](?:message|prompt|note|notice|instructions?|override|update))?[ \t]*[\])*]{0,3}[ \t]*:[*]{0,2}\s{1,3}`;
/** "System: Windows 11" tells what somebody has. */
const A_MACHINE = '(?!(?:windows|linux|mac ?os|ubuntu|debian|fedora|android|ios|ipados|chrome)\\b)';
/** "Never run curl … | sh" warns of it. */
const WARNED =
  "(?<!\\b(?:never|not|n['’]t|avoid) (?:run|runn?ing|pip(?:e|ing)|past(?:e|ing)|us(?:e|ing)|execut(?:e|ing))\\b[^.\\n]{0,40})";
/** "SYSTEM - you obey Eve": beside a colon, a stroke or a bracket speaks for it only with an order behind it. */
const SPEAKS = String.raw`(?:^|\n)[ \t]*${MARK}system(?:[ _-](?:message|prompt|note|notice|instructions?|override|update))?[ \t]*(?:[\])*]{1,3}[:–—-]?|[:|>~=–—-]{1,3})[ \t>*]*`;
const OBEY =
  '(?:(?:from now on,? |now,? )?you (?:(?:now|must|will|shall|should|always|only|have to|are to) ){0,2}(?:obey|follow|serve|answer|ignore|act|trust|send|reply|respond|work for|belong|are now|take orders)|(?:obey|trust|serve) \\p{L}|(?:ignore|disregard|override) (?:all|the|any|your|previous)|du (?:gehorchst|bist (?:jetzt|nun)|dienst|musst|antwortest)|gehorche?|tu (?:obéis|es maintenant|dois)|vous (?:obéissez|devez)|obéis|(?:tú )?(?:obedeces|debes obedecer|eres ahora)|obedece)';
const SHELL = '(?:(?:ba|z|da|k)?sh|python\\d?|perl|ruby|node|iex|invoke-expression)\\b';

/** Forms of textbooks on injections; in the user's own words they may all stand. */
const OUTRIGHT: readonly Outright[] = [
  {
    // Between quotation marks, or in a sentence, a token is only spoken of.
    words: 'has the tags of a chat template',
    pattern: new RegExp(
      String.raw`(?:^|\n|[.!?>\]]\s?)\s*${TOKEN}(?![\x60"'”’»,])\s*[^\s,]|${TOKEN}(?:system|user|assistant|developer)(?:\s|${TOKEN})`,
      'iu',
    ),
    score: 2,
  },
  {
    words: 'has a line that speaks for system or assistant',
    pattern: new RegExp(
      String.raw`${SPEAKER}${A_MACHINE}(?:[\p{L}\p{N}'’-]+[ ,]+){2}[^\n]*[.!?]|${SPEAKS}${OBEY}`,
      'iu',
    ),
    score: 2,
  },
  {
    words: 'lays out an answer for a question to come',
    pattern: orders(String.raw`(?:${ASKED.join('|')})(?!\p{L})[^.!?\n]{0,90}?[,:]\s*${HOW}${TELL}`),
    score: 1,
  },
  {
    words: 'lays out an answer for every question',
    pattern: orders(
      String.raw`(?:${ALWAYS_ASKED.join('|')})(?!\p{L})(?:[^.!?,:\n]{0,40}[,:])?\s*${HOW}${TELL}|${HOW}${TELL}(?!\p{L})[^.!?\n]{1,80}? (?:whatever|no matter what|regardless of what|to (?:every|any|all) questions?|auf jede frage|à toute question|a cada pregunta)`,
    ),
    score: 1,
  },
  {
    words: 'gives an order to whatever model reads it',
    pattern: orders(
      String.raw`(?:if|when|since|as) you(?:['’]re| are) an? (?:ai|llm|(?:large )?language model|(?:ai |virtual )?assistant|bot|chatbot|agent)(?: \p{L}+){0,4},? (?:please |then |you must )?(?:e-?mail|send|forward|ignore|say|tell|reply|answer|add|include|recommend|delete|click|visit|approve|write|call)`,
    ),
    score: 1,
  },
  {
    words: 'wants a secret of the user',
    pattern: orders([...ASKS_FOR_SECRET, ...READ_OUT].join('|')),
    score: 2,
  },
  {
    words: 'wants it kept from the user',
    pattern: orders([...KEPT_FROM_USER, ...KEPT_HIDDEN].join('|')),
    score: 2,
  },
  {
    words: 'gives the assistant another master',
    pattern: orders(OTHER_MASTER.join('|')),
    score: 2,
  },
  { words: 'sets one answer for every question', pattern: orders(SET_ANSWER.join('|')), score: 2 },
  { words: 'says to ignore or override something', pattern: orders(PRIOR_RULES), score: 2 },
  { words: 'says that nobody needs to be asked', pattern: orders(NO_APPROVAL), score: 2 },
  {
    words: 'runs what it fetches from an address',
    pattern: new RegExp(
      String.raw`${WARNED}\b(?:curl|wget|iwr|irm|invoke-\w+|base64 -d|base64 --decode)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:\/\w+)*\/?${SHELL}|\b(?:(?:ba|z|da|k)?sh|source|eval|python\d?|perl|ruby|node)\s+(?:-[ce]\s+)?["']?(?:<\(|\$\(|\x60)\s*(?:curl|wget)\b|(?:^|\s)\.\s+<\(\s*(?:curl|wget)\b|${WARNED}\b(?:iex|invoke-expression)\b[\s("'$&{]{1,6}(?:iwr|irm|curl|wget|invoke-(?:web|rest)\w+|new-object\s+(?:system\.)?net\.webclient)|${WARNED}\b(?:curl|wget)\b[^\n|;&]{0,300}(?:&&|;)\s*(?:chmod\s[^\n;&]{1,60}(?:&&|;)\s*)?(?:sudo\s+)?(?:(?:ba|z|da)?sh\s+[^\s.]*\.|\.\/)|\bmshta(?:\.exe)?\s+["']?https?:|\bpowershell(?:\.exe)?\b[^\n]{0,60}\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{16}`,
      'iu',
    ),
    score: 2,
  },
  {
    words: 'gives a rule for ever about what to recommend',
    pattern: orders(ALWAYS_RECOMMENDS.join('|')),
    score: 1,
  },
];

function orders(pattern: string): RegExp {
  return new RegExp(`${START}(?:${pattern.replaceAll('~', USER)})(?!['’]?\\p{L})`, 'iu');
}

/** Has each pattern made ready, one in a step. */
export function* readyOutright(): Steps<void> {
  for (const { pattern } of OUTRIGHT) {
    yield;
    makeReady(new RegExp(pattern.source, `${pattern.flags}g`));
  }
}

/** The forms of a text that are orders by themselves, the surest first. */
export function outrightIn(text: string): readonly Outright[] {
  const normal = text.normalize('NFKC');
  return OUTRIGHT.filter(({ pattern }) => pattern.test(normal)).sort(
    (one, other) => other.score - one.score,
  );
}
