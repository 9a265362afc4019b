import { standingRules } from '@agent-memory/core/internal';
import { normalised, type Sentence } from './sentences.ts';
import { STANDING } from './signs/orders.ts';

/** Says that a rule holds in later conversations too. */
const LASTING =
  /(?<!\p{L})(?:always|never|ever|from (?:now|here|this point|today) on(?:wards?)?|going forward|in (?:the )?future|henceforth|for the rest of|until (?:i say|further notice)|at all times|whatever happens|under (?:no|any) circumstances|whenever|any ?time|(?:each|every) time|when i (?:ask|say|want|write|paste|send|mention)|(?:every|each|all|any) (?:of )?(?:your |my |the )?(?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|code|numbers?|e-?mails?|conversations?|chats?|sessions?)|your (?:answers|replies|responses|messages|summaries|code)|no more|no \p{L}[\p{L} -]* please|stop \p{L}+ing|(?:address|call) me|immer|nie|niemals|stets|ab (?:jetzt|sofort|nun)|von (?:jetzt|nun) an|künftig|in zukunft|jede[rsnm]?|nenne? mich|siempre|nunca|jamás|a partir de ahora|de ahora en adelante|en el futuro|cada vez|llámame|toujours|jamais|désormais|dorénavant|à partir de maintenant|à l['’]avenir|chaque fois|appelle-moi|altijd|nooit|voortaan|vanaf nu|noem me)(?!\p{L})/iu;
const POLITE =
  /^(?:(?:can|could|would|will) you(?: please)?(?: just)?|(?:would|do) you mind(?: please)?(?= always| never|[^?]*(?:every time|from now))|please|kannst du(?: bitte)?|könntest du(?: bitte)?|¿?puedes(?: por favor)?|peux-tu) +/iu;
/** "Can you always …?" asks for something, or whether something can be done. */
const ORDERED =
  /^(?:always |never |please |only )*(?:add|address|answer|ask|avoid|begin|call|check|cite|confirm|convert|double-check|end|explain|format|give|highlight|include|keep|list|mention|name|provide|put|quote|refer|remind|reply|respond|round|show|speak|spell|start|stop|suggest|summari[sz]e|tell|translate|use|verify|warn|write)(?!\p{L})/iu;
/** What the writer says of themselves or of something else is no order, unless it names whom they want it from. */
const TELLING =
  /^(?!(?:i|we)(?:['’]d| would)? (?:want|like|love|need|expect|prefer) you to )(?:i|i['’]\p{L}+|we|we['’]\p{L}+|my|our|the|an?|it|it['’]s|he|she|they|there|this|that|these|those|ich|wir|meine?|das|es|er|sie|yo|mis?|nuestr[oa]|el|la|los|las|je|nous|mon|ma|mes|le|les|c['’]est|(?:\p{L}+,? )?(?:exactly|just like|precisely|genau|exactamente|exactement))(?![\p{L}'’])/iu;

/** The sentences of a text that set a rule, by the detector of the core; white space and case apart. */
export function rulesIn(own: string): readonly string[] {
  return standingRules(own).map(({ text }) => normalised(text));
}

/**
 * The order in a sentence that sets a rule for later conversations too; `undefined`: it holds for this one
 * alone, or is no order.
 */
export function instructionIn(
  { text, core, bare }: Sentence,
  rules: readonly string[],
): Sentence | undefined {
  const said = normalised(text);
  const asked = POLITE.exec(core)?.[0] ?? '';
  const from = asked.length;
  const isAsked = /^(?:can|could|would|will) /iu.test(asked);
  if (
    isAsked &&
    !ORDERED.test(core.slice(from).replace(/^(always |never )?(\p{L}{3,}?)ing(?!\p{L})/u, '$1$2'))
  )
    return undefined;
  const order = core.slice(from).replace(/\?+["”»)]*$/u, '');
  const plain = bare.slice(from, from + order.length);
  const isKnown = rules.some((rule) => rule.includes(said) || said.includes(rule));
  const isRule = isKnown && LASTING.test(plain) && !TELLING.test(plain);
  if (!isRule && !(isAsked && STANDING.some((sign) => sign.test(plain)))) return undefined;
  return { text, core: order, bare: plain };
}
