import { BANS } from '../../change/bans.ts';
import { isFigureOfSpeech } from '../../change/user/attributes.ts';
import { speaksOfSelf } from '../../change/user/speaks-of-self.ts';
import type { Candidate, ExtractionRule, Findings, RefusedCandidate, Span } from '../candidate.ts';
import { aboutAnswer } from './about-answer.ts';
import { clausesOfSentence } from './clauses-of-sentence.ts';
import { instructionIn, rulesIn } from './instructions.ts';
import { ownWords } from './own-words.ts';
import type { ReadableEntry } from './readable-entry.ts';
import { isOfOthersMoney } from './reported-words.ts';
import { normalised, type Sentence, sentencesOf, withoutObjection } from './sentences.ts';
import { ENGLISH } from './signs/english.ts';
import { FRENCH } from './signs/french.ts';
import { GERMAN } from './signs/german.ts';
import { type Sign, signsOf } from './signs/sign.ts';
import { SPANISH } from './signs/spanish.ts';
import { isOfAnotherPerson, isPasted, statementFault } from './statement-fault.ts';
import { isScrap, takenBackIn } from './taken-back.ts';
import { wishIn } from './wishes.ts';

/** The name of the extractor without a model. */
export const PATTERNS = 'patterns';

const ALL_SIGNS: readonly Sign[] = [...ENGLISH, ...GERMAN, ...SPANISH, ...FRENCH];
const SIGNS = [
  ...signsOf({ instruction: BANS }),
  ...ALL_SIGNS.filter(({ isPart }) => isPart !== true),
];
const PART_SIGNS = ALL_SIGNS.filter(({ isPart }) => isPart === true);

/** A longer sentence is no statement in passing. */
const LONGEST_SENTENCE = 320;
/** A longer one is no sentence. */
const LONGEST_RUN_ON = 1_500;

/**
 * Finds what the user said that is worth keeping [EXT-5], in English, German, Spanish and French, by the
 * forms in which people say so. It would rather miss a statement than take what is not one: of answers and
 * tool results it takes nothing.
 *
 * @param entries in their order; what stands before them in the conversation is `before`.
 */
export function findByPatterns(
  entries: readonly ReadableEntry[],
  before: readonly ReadableEntry[] = [],
): Findings {
  const repeated = repeatedSentences([...before, ...entries]);
  const candidates: Candidate[] = [];
  const refused: RefusedCandidate[] = [];
  const all = [...before, ...entries];
  for (const [index, entry] of all.entries()) {
    if (index < before.length || entry.role !== 'user') continue;
    const ahead = all.slice(0, index);
    const isForm = isPasted(entry.text);
    const own = ownWords(entry.text);
    const handedOver = new Set(sentencesOf(entry.text.slice(own.length)));
    const said = sentencesOf(own);
    const takenBack = takenBackIn(said);
    const rules = rulesIn(own);
    for (const [at, sentence] of [...said, ...handedOver].entries()) {
      const isTemplate =
        isForm || handedOver.has(sentence) || repeated.has(normalised(sentence.text));
      for (const read of readStatements(sentence, {
        entryId: entry.entryId,
        ahead,
        rules,
        next: said[at + 1],
      })) {
        const isTakenBack = 'text' in read && takenBack.has(sentence.text);
        if (!isTemplate && !isTakenBack && 'text' in read) {
          const isSure = !isOfOthersMoney(read.text, entry.text, own, [sentence.bare]);
          candidates.push(isSure ? read : { ...read, source: 'agent_inferred' });
          continue;
        }
        const fault = 'rule' in read ? read.rule : 'WITHDRAWN';
        const { kind } = read;
        const rule = isTemplate ? 'TEMPLATE' : fault;
        refused.push({ rule, entryIds: [entry.entryId], ...(kind && { kind }) });
      }
    }
  }
  return { candidates, refused };
}

/**
 * The statements of a sentence. It is read as a whole where every part of it says something; clauses that ask,
 * or tell what the writer is busy with, are left out, and the others are read one by one.
 */
function readStatements(
  sentence: Sentence,
  place: Place,
): readonly (Candidate | RefusedCandidate)[] {
  if (sentence.core.length > LONGEST_RUN_ON) return [];
  const found = readClauses(sentence, place);
  const said = found.flatMap((one) => ('text' in one ? [one.spans[0].quote] : []));
  return [...found, ...partsOf(sentence, said, place)];
}

function readClauses(sentence: Sentence, place: Place): readonly (Candidate | RefusedCandidate)[] {
  const read = (one: Sentence) => readSentence(one, place);
  const clauses = clausesOfSentence(sentence);
  const isTalking =
    clauses.length > 1 && clauses.some(({ isTalk, isOutcome }) => isTalk || isOutcome);
  const whole = read(sentence);
  if (whole && 'text' in whole && (!isTalking || isRuleOfCase(whole))) {
    const each = clauses.some(({ isOpen }) => isOpen) ? [] : clauses.map(read).filter(isStatement);
    const isEach =
      each.length > 1 &&
      each.length === clauses.length &&
      each.every(({ kind }) => kind !== 'instruction');
    return isEach ? each : splitStatements(sentence, whole, read);
  }
  const isFinal = whole && 'rule' in whole && FINAL.has(whole.rule);
  if (clauses.length === 1 || isFinal || ABOUT_AN_ANSWER.test(sentence.bare)) {
    return whole ? [whole] : [];
  }
  const found = clauses.filter(({ isTalk, isOpen }) => !isTalk && !isOpen).map(read);
  const statements = found.filter((one) => one !== undefined);
  return statements.some((one) => 'text' in one) || !whole ? statements : [whole];
}

/** "When you show code, …": the case belongs to the rule, and asks nothing. */
function isRuleOfCase({ kind, text }: Candidate): boolean {
  return kind === 'instruction' && /^(?:if|when|while|each|every|any)/iu.test(text);
}

/** "Exactly like that, but never": what is behind it is about the answer too. */
const ABOUT_AN_ANSWER =
  /^(?:(?:yes|yep|yeah|perfect|great|good|ja|perfekt|sí|perfecto|oui|parfait)[,.!:;—–-]* )?(?:exactly|just like|precisely|genau|exactamente|justo|exactement|tout à fait)(?!\p{L})/iu;

/** Values that are named in passing, in a sentence that says something else. */
function partsOf(
  sentence: Sentence,
  said: readonly string[],
  { entryId }: Place,
): readonly Candidate[] {
  const found = PART_SIGNS.flatMap((sign) => {
    const match = sign.pattern.exec(sentence.bare);
    if (!match || UNREAL.test(sentence.bare.slice(0, match.index))) return [];
    const core = sentence.core.slice(match.index, match.index + match[0].length).trim();
    const { kind, type } = sign;
    const value = match.groups?.value;
    const isKnown = said.some((quote) => quote.includes(core));
    const part = { text: core, core, bare: match[0] };
    if (isKnown || statementFault(part, kind, sign.isEvent)) return [];
    const spans: Candidate['spans'] = [{ entryId, quote: core }];
    const text = asSentence(core);
    return [
      {
        type,
        kind,
        nature: 'statement',
        text,
        source: 'user_stated',
        spans,
        ...(value && { value }),
      } as const,
    ];
  });
  return found.slice(0, 1);
}

/** Ahead of what is not so, or not yet. */
const UNREAL =
  /(?<!\p{L})(?:if|whether|unless|should|could|would|want|hope|wish|suppose|imagine|maybe|in case|ask(?:ed|s)? (?:for|to)|says?|said|told)(?!\p{L})[^,]{0,60}$/iu;

/** Faults of a whole sentence: no clause of it is taken. */
const FINAL: ReadonlySet<ExtractionRule> = new Set(['SECRET', 'TEMPLATE', 'SELF_REFERENCE']);

/** Where a sentence stands. */
interface Place {
  readonly entryId: string;
  readonly ahead: readonly ReadableEntry[];
  /** The sentences of its message that set a rule. */
  readonly rules: readonly string[];
  readonly next?: Sentence | undefined;
}

/** A sentence that makes several statements is several, if each of them stands alone. */
function splitStatements(
  sentence: Sentence,
  whole: Candidate,
  read: (part: Sentence) => Candidate | RefusedCandidate | undefined,
): readonly (Candidate | RefusedCandidate)[] {
  if (!mayBeSplit(whole)) return [whole];
  const parts = statementsWithin(sentence).map(read);
  const statements = parts.filter(isStatement);
  return statements.length === parts.length ? statements : [whole];
}

function isStatement(found: Candidate | RefusedCandidate | undefined): found is Candidate {
  return found !== undefined && mayBeSplit(found);
}

/** The reason of a decision may have clauses. */
function mayBeSplit(found: Candidate | RefusedCandidate): found is Candidate {
  return 'text' in found && found.nature === 'statement' && found.kind !== 'decision';
}

function readSentence(given: Sentence, place: Place): Candidate | RefusedCandidate | undefined {
  const sentence = withoutCourtesy(given);
  if (sentence.core.length > LONGEST_SENTENCE) return undefined;
  const { entryId, ahead, next } = place;
  const entryIds = [entryId];
  const [sign, match] = signOf(sentence);
  if (!sign || !match) {
    const restated = withoutObjection(sentence);
    if (restated) return readSentence(restated, place);
    const asked = readRule(sentence, place) ?? readWish(sentence, place);
    if (asked) return asked;
    if (PASSING.test(sentence.bare)) return { rule: 'STATUS', entryIds };
    const isClaim = isOfAnotherPerson(sentence.bare) && WISH.test(sentence.bare);
    return isClaim ? { rule: 'OTHER_PERSON', entryIds, kind: 'preference' } : undefined;
  }
  const { kind } = sign;
  const fault = statementFault(sentence, kind, sign.isEvent);
  if (fault) return { rule: fault, entryIds, kind };
  const span: Span = { entryId, quote: sentence.core };
  const isOwn = sign.nature === 'statement';
  if (isOwn && isFigureOfSpeech(sentence.core.replace(/[.!]+$/u, ''))) return undefined;
  if (isOwn && isScrap(sentence.core, kind)) return { rule: 'NO_REFERENCE', entryIds, kind };
  const text = asSentence(sentence.core);
  const own = { type: sign.type, kind, spans: [span], source: 'user_stated' } as const;
  if (!isOwn) return aboutAnswer(sign, { ...own, said: text }, ahead);
  if (kind === 'decision') {
    const reason = match.groups?.reason?.trim() ?? reasonIn(next);
    if (reason === undefined) return { rule: 'NO_REASON', entryIds, kind };
    return { ...own, nature: 'statement', text, reason };
  }
  if (kind !== 'identifier') return { ...own, nature: 'statement', text };
  const value = match.groups?.value?.replace(/[.]+$/u, '') ?? '';
  return sign.type === 'reference' || isExact(value)
    ? { ...own, nature: 'statement', text, value }
    : undefined;
}

/** A rule for later conversations. */
function readRule(
  sentence: Sentence,
  { entryId, rules }: Place,
): Candidate | RefusedCandidate | undefined {
  const order = instructionIn(sentence, rules);
  if (!order) return undefined;
  const kind = 'instruction';
  const rule = statementFault(order, kind);
  if (rule) return { rule, entryIds: [entryId], kind };
  const text = asSentence(order.core);
  const spans: Candidate['spans'] = [{ entryId, quote: order.core }];
  return { type: 'user', kind, nature: 'statement', text, source: 'user_stated', spans };
}

/** What the user asks to have kept, whatever it says of whom. */
function readWish(
  sentence: Sentence,
  { entryId }: Place,
): Candidate | RefusedCandidate | undefined {
  const wish = wishIn(sentence);
  if (!wish) return undefined;
  const kind = 'fact';
  const rule = statementFault(wish, kind);
  if (rule && rule !== 'OTHER_PERSON') return { rule, entryIds: [entryId], kind };
  const type = speaksOfSelf(wish.core) ? 'user' : 'project';
  const text = asSentence(wish.core);
  const spans: Candidate['spans'] = [{ entryId, quote: wish.core }];
  return { type, kind, nature: 'statement', text, source: 'user_stated', spans };
}

/** The reason of a decision may be a sentence of its own: it says how things are, and not what is next. */
const REASONING =
  /^(?!(?:i|you|can|could|please|what|how|if|let|now|next|then|here|there|thanks|but|and|so|kannst|bitte|puedes|peux)(?!\p{L}))(?:[\p{L}\d'’-]+ ){0,5}?[\p{L}\d'’-]+(?:['’](?:s|re)|(?: \p{L}+ly| also| just)? (?:is|are|has|have|needs?(?! to)|fits?|suits?|works?|gives?|makes?|supports?|offers?|scales?|handles?|allows?|lets?|found|liked|wanted|preferred|was|were|will|can|keeps?|saves?|avoids?|costs?|performs?|runs?|comes?|does|do|know|integrates?|ist|sind|hat|haben|passt|brauchen|est|sont|a|es|son|tiene)) /iu;

function reasonIn(next: Sentence | undefined): string | undefined {
  if (!next || next.core.length > LONGEST_SENTENCE || next.core.endsWith('?')) return undefined;
  return REASONING.test(next.bare) ? next.core.replace(/[.!]+$/u, '') : undefined;
}

/** What is so for the moment. */
const PASSING =
  /(?<!\p{L})(?:step \d+ (?:of|out of) \d+|in progress|(?:is|are) (?:still |currently |now )?(?:down|offline|failing|pending|running|blocked|under way)|right now)(?!\p{L})/iu;
const COURTESY =
  /,? (?:(?:nice|pleased|good|glad|great) to meet you|thanks?(?: you)?(?: so much| a lot)?|by the way|btw|you know|fyi|freut mich|übrigens|encantad[oa]|mucho gusto|enchantée?|au fait)[.!…]*$/iu;

/** What is said out of courtesy at the end is no part of a statement. */
function withoutCourtesy({ text, core, bare }: Sentence): Sentence {
  const length = COURTESY.exec(bare)?.[0].length ?? 0;
  const end = core.length - length;
  return length === 0
    ? { text, core, bare }
    : { text, core: core.slice(0, end), bare: bare.slice(0, end) };
}

/** The wish of somebody, for the report: most sentences about other people are no claim at all. */
const WISH =
  /(?<!\p{L})(?:prefers?|likes?|wants?|hates?|always|never|bevorzugt|mag|hasst|immer|prefiere|odia|siempre|préfère|déteste|toujours)(?!\p{L})/iu;

/** Where the sign of a sentence begins it is its own, and no quotation. */
function signOf({ core, bare }: Sentence): readonly [Sign?, RegExpExecArray?] {
  for (const sign of SIGNS) {
    const match = sign.pattern.exec(core);
    if (match && bare.trimStart() !== '') return [sign, match];
  }
  return [];
}

/** So often a person says the same sentence; a form repeats itself in every message. */
const OWN_REPETITIONS = 2;

/** Sentences of forms: what the system says too, and what stands in too many messages. */
function repeatedSentences(entries: readonly ReadableEntry[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const { role, text } of entries) {
    if (role !== 'user' && role !== 'system') continue;
    for (const said of new Set(sentencesOf(text).map((one) => normalised(one.text)))) {
      const more = role === 'system' ? OWN_REPETITIONS : 1;
      times.set(said, (times.get(said) ?? 0) + more);
    }
  }
  return new Set([...times].filter(([, count]) => count > OWN_REPETITIONS).map(([said]) => said));
}

function asSentence(core: string): string {
  const text = core.replace(/\s+/gu, ' ').replace(/[,;:]$/u, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An exact value has something that no word has. */
function isExact(value: string): boolean {
  return value.length >= 3 && /[\d_@#]/u.test(value);
}

/** A clause in which the user begins to speak of themselves again. */
const NEXT_STATEMENT =
  /(?:[,;]\s+(?:(?:and|but|und|aber|y|pero|et|mais)\s+)?|\s+(?:and|but|und|aber|y|pero|et|mais)\s+)(?=(?:i|i['’](?:m|ve)|my|ich|meine?|yo|mi|me|vivo|trabajo|estudio|soy|prefiero|odio|detesto|ya no|ahora|je|mon|ma)\s|j['’]\p{L})/giu;

/**
 * The clauses of a sentence that may be statements of their own: what ends one of them later leaves the
 * others as they are. One clause that says nothing by itself keeps the sentence whole.
 */
function statementsWithin({ core, bare }: Sentence): readonly Sentence[] {
  const joints = [...bare.matchAll(NEXT_STATEMENT)];
  const starts = [0, ...joints.map(({ index, 0: joint }) => index + joint.length)];
  return starts.map((start, place) => {
    const end = joints[place]?.index ?? core.length;
    const text = core.slice(start, end);
    return { text, core: text, bare: bare.slice(start, end) };
  });
}
