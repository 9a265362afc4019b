import { type Sign, signsOf } from './sign.ts';

const VALUE = String.raw`["'„(]?(?<value>\+?\d[\d ()/-]{6,}\d|[\p{L}\d][\p{L}\d._@#/+-]*[\p{L}\d])`;

export const GERMAN: readonly Sign[] = signsOf({
  change: [
    /^ich (?:habe|bin) (?:noch nie(?:mals)?|nie(?:mals)?|bisher nie|bislang nie) (?!(?:so|das|es|dies\p{L}*)(?!\p{L}))\p{L}[^.!?]{3,}/iu,
    /^mein(?:e)? [\p{L}\d -]{2,40}? (?:ist|liegt|beginnt|endet|beträgt) (?:jetzt|nun) (?:am |bei |um |auf )?[€$£]?\d/iu,
    /^mein(?:e)? [\p{L}\d -]{2,40}? wurde (?:auf|von [^.!?]{1,30} auf) (?:den |\p{L}+ )?[€$£]?[\p{L}\d][^.!?]{0,40} (?:verschoben|verlegt|erhöht|gesenkt|geändert|verlängert)/iu,
    /^ich bin (?:von \p{L}[^.!?]{1,40}? )?(?:zu|auf) \p{L}[^.!?]{1,40} (?:gewechselt|umgestiegen)[.!]?$/iu,
    /^ich (?:wohne|lebe|arbeite|studiere) (?:jetzt |nun )?nicht mehr (?:in|bei|als|für) \p{L}/iu,
    /^ich (?:wohne|lebe|arbeite|studiere) (?:jetzt|nun) (?:in|bei|als|für) \p{L}/iu,
    /^[Ii]ch bin (?:jetzt |kürzlich |gerade )?(?:von \p{Lu}[\p{L}-]+ )?nach \p{Lu}[\p{L} -]+ (?:um)?gezogen[.!]?$/u,
  ],
  projectChange: [
    /^wir (?:haben|sind) (?:noch nie(?:mals)?|nie(?:mals)?|bisher nie) (?!(?:so|das|es|dies\p{L}*)(?!\p{L}))\p{L}[^.!?]{3,}/iu,
    /^(?:der|die|das|unsere?) [\p{L}\d -]{2,40}? (?:ist|liegt|beginnt|endet|beträgt) (?:jetzt|nun) (?:am |bei |um |auf )?[€$£]?\d/iu,
    /^(?:der|die|das|unsere?) [\p{L}\d -]{2,40}? wurde (?:auf|von [^.!?]{1,30} auf) (?:den |\p{L}+ )?[€$£]?[\p{L}\d][^.!?]{0,40} (?:verschoben|verlegt|erhöht|gesenkt|geändert|verlängert)/iu,
    /^wir haben (?:das|den|die|unser\p{L}*) [\p{L}\d -]{2,40}? auf [€$£]?\d[^.!?]{0,30} (?:erhöht|gesenkt|verschoben|geändert|verlängert)/iu,
  ],
  changedHabit: [
    /^ich (?:nutze|benutze|verwende|trinke|esse|mag) (?!(?:das|dies\p{L}*|es|die|den) )\p{L}[^.!?]* nicht mehr[.!]?$/iu,
    /^ich (?:nutze|benutze|verwende|trinke|esse) kein\p{L}* \p{L}[^.!?]* mehr[.!]?$/iu,
  ],
  instruction: [
    /^(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft),? \p{L}.{4,}/iu,
    /^(?:immer|nie|niemals) \p{L}{2,} \p{L}/iu,
    /^(?:antworte|schreib|schreibe|sprich|verwende|benutze|nutze|formatiere|nenn|nenne|duze|sieze)(?:n sie)? (?:mir |mich )?(?:bitte )?(?:immer|nie|niemals|stets|künftig|ab jetzt|ab sofort|nur) /iu,
    /^(?:antworte|schreib|schreibe|sprich)(?:n sie)? (?:mir )?(?:bitte )?auf (?:deutsch|englisch|französisch|spanisch|italienisch)(?!\p{L})/iu,
  ],
  preference: [
    /^(?:ich|wir) (?:würde|würden) lieber (?!nicht(?!\p{L}))\p{L}[^.!?]* als /iu,
    /^(?:ich|wir) (?:arbeite|lerne|esse|trinke|reise|koche|nutze|schreibe|lese|arbeiten|nutzen) (?:meistens|normalerweise|gewöhnlich|am liebsten) \p{L}/iu,
    /^(?:ich|wir) (?:(?:bevorzuge|bevorzugen|hasse|hassen|verabscheue)|mag (?:kein|keine|keinen|lieber|am liebsten)|ziehe .{2,40} vor(?!\p{L}))/iu,
    /^mir (?:ist|sind) .{2,40} lieber(?!\p{L})/iu,
    /^(?:ich|wir) (?:nutze|nutzen|verwende|verwenden|trinke|esse|arbeite|schreibe|fliege|fahre|sitze|nehme) (?:immer|nie|niemals|grundsätzlich|stets) /iu,
    /^mein(?:e)? (?:lieblings\p{L}+|bevorzugte[rs]? \p{L}+) (?:ist|sind) /iu,
  ],
  fact: [
    /^mein(?:e)? (?:tochter|sohn|frau|mann|partner(?:in)?|hund|katze|bruder|schwester|mutter|vater|kinder|chef(?:in)?) (?:heißt|heißen) \p{L}/iu,
    /^ich bin (?:von beruf )?(?:ein(?:e)? )?\p{L}*(?:entwickler|ingenieur|lehrer|ärztin|arzt|pfleger|designer|manager|student|anwalt|anwältin|berater|forscher|wissenschaftler|journalist|redakteur|architekt|köchin|koch)(?:in)?(?!\p{L})/iu,
    /^mein (?:ziel|abgabetermin) ist (?!(?:das|es|nicht)(?!\p{L}))/iu,
    /^ich bin (?:allergisch gegen|vegetarier(?:in)?(?!\p{L})|veganer(?:in)?(?!\p{L})|diabetiker(?:in)?(?!\p{L})|linkshänder(?:in)?(?!\p{L}))/iu,
    /^ich (?:wohne|lebe|arbeite|studiere) (?:in|bei|als|für) \p{L}/iu,
    /^(?:ich heiße|mein name ist|mein geburtstag ist|meine muttersprache ist|meine zeitzone ist) \p{L}?/iu,
  ],
  identifier: [
    new RegExp(
      `^(?:meine?|unsere?) (?:kundennummer|benutzername|nutzer-?id|e-?mail(?:-?adresse)?|telefonnummer|handynummer|bestellnummer|buchungsnummer|mitgliedsnummer|kontonummer|steuernummer|ticketnummer|rechnungsnummer) (?:ist|lautet|:) ?${VALUE}`,
      'iu',
    ),
  ],
  decision: [
    /^(?:wir|ich) (?:haben uns|habe mich) (?:für|gegen) [^.!?]*?entschieden(?:,? (?:weil|da|damit) (?<reason>[^.!?]{4,}))?/iu,
    /^(?:wir|ich) (?:nehmen|nehme|verwenden|verwende|nutzen|nutze|bleiben bei|bleibe bei) [^.!?]*?,? (?:weil|da|damit) (?<reason>[^.!?]{4,})/iu,
  ],
  correction: [
    /^(?:(?:nein|falsch|moment|halt)[,.!:;—–-]* )?ich (?:meinte|sagte|wollte) [^.!?]{2,80}?,? nicht [^.!?]{2,}/iu,
    /^(?:nein|falsch|stimmt nicht)[,.!:;—–-]* [^.!?]{2,60}, (?:sondern|nicht) [^.!?]{2,}/iu,
    /^(?:(?:nein|halt)[,.!:;—–-]* )?(?:das|es) (?:ist|war|stimmt) (?:so )?(?:falsch|nicht(?: richtig| korrekt| was ich (?:wollte|meinte))?)(?!\p{L})[.!,]?/iu,
  ],
  confirmation: [
    /^(?:(?:ja|perfekt|super|prima|toll|richtig|sehr gut)[,.!:;—–-]* )?(?:so ist es (?:genau )?richtig|genau so(?: (?:wollte|meinte) ich (?:es|das))?|genau(?:so)? wollte ich (?:es|das))[.!,]?/iu,
    /^(?:(?:ja|perfekt|super|prima|toll)[,.!:;—–-]* )?(?:bitte )?(?:mach(?:e|en sie)? (?:es |das )?(?:weiter|künftig|immer) so|weiter so)[.!]?$/iu,
  ],
});
