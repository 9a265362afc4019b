import { isFigureOfSpeech } from '../../change/user/attributes.ts';
import type { Candidate, Findings, RefusedCandidate, Span } from '../candidate.ts';
import { aboutAnswer } from './about-answer.ts';
import { mayBeOfOthers } from './other-authors.ts';
import { ownWords } from './own-words.ts';
import type { ReadableEntry } from './readable-entry.ts';
import { normalised, type Sentence, sentencesOf, withoutObjection } from './sentences.ts';
import { ENGLISH } from './signs/english.ts';
import { FRENCH } from './signs/french.ts';
import { GERMAN } from './signs/german.ts';
import type { Sign } from './signs/sign.ts';
import { SPANISH } from './signs/spanish.ts';
import { isOfAnotherPerson, isPasted, statementFault } from './statement-fault.ts';
import { isScrap, takenBackIn } from './taken-back.ts';

/** The name of the extractor without a model. */
export const PATTERNS = 'patterns';

const SIGNS: readonly Sign[] = [...ENGLISH, ...GERMAN, ...SPANISH, ...FRENCH];

/** A longer sentence is no statement in passing. */
const LONGEST_SENTENCE = 320;

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
    for (const sentence of [...said, ...handedOver]) {
      const isTemplate =
        isForm || handedOver.has(sentence) || repeated.has(normalised(sentence.text));
      for (const read of readStatements(sentence, entry.entryId, ahead)) {
        const isTakenBack = 'text' in read && takenBack.has(sentence.text);
        if (!isTemplate && !isTakenBack && 'text' in read) {
          const isSure = !mayBeOfOthers(read.text, entry.text, own);
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

/** A sentence that makes several statements is several, if each of them stands alone. */
function readStatements(
  sentence: Sentence,
  entryId: string,
  ahead: readonly ReadableEntry[],
): readonly (Candidate | RefusedCandidate)[] {
  const whole = readSentence(sentence, entryId, ahead);
  if (whole === undefined) return [];
  if (!mayBeSplit(whole)) return [whole];
  const parts = statementsWithin(sentence).map((part) => readSentence(part, entryId, ahead));
  const statements = parts.filter((part) => part !== undefined).filter(mayBeSplit);
  return statements.length === parts.length ? statements : [whole];
}

/** The reason of a decision may have clauses. */
function mayBeSplit(found: Candidate | RefusedCandidate): found is Candidate {
  return 'text' in found && found.nature === 'statement' && found.kind !== 'decision';
}

function readSentence(
  sentence: Sentence,
  entryId: string,
  ahead: readonly ReadableEntry[],
): Candidate | RefusedCandidate | undefined {
  if (sentence.core.length > LONGEST_SENTENCE) return undefined;
  const entryIds = [entryId];
  const [sign, match] = signOf(sentence);
  if (!sign || !match) {
    const restated = withoutObjection(sentence);
    if (restated) return readSentence(restated, entryId, ahead);
    const isClaim = isOfAnotherPerson(sentence.bare) && WISH.test(sentence.bare);
    return isClaim ? { rule: 'OTHER_PERSON', entryIds, kind: 'preference' } : undefined;
  }
  const { kind } = sign;
  const fault = statementFault(sentence, kind, sign.isEvent);
  if (fault) return { rule: fault, entryIds, kind };
  const span: Span = { entryId, quote: sentence.core };
  const isStatement = sign.nature === 'statement';
  if (isStatement && isFigureOfSpeech(sentence.core.replace(/[.!]+$/u, ''))) return undefined;
  if (isStatement && isScrap(sentence.core, kind)) return { rule: 'NO_REFERENCE', entryIds, kind };
  const text = asSentence(sentence.core);
  const own = { type: sign.type, kind, spans: [span], source: 'user_stated' } as const;
  if (!isStatement) return aboutAnswer(sign, { ...own, said: text }, ahead);
  if (kind === 'decision') {
    const reason = match.groups?.reason?.trim();
    if (reason === undefined) return { rule: 'NO_REASON', entryIds, kind };
    return { ...own, nature: 'statement', text, reason };
  }
  if (kind !== 'identifier') return { ...own, nature: 'statement', text };
  const value = match.groups?.value?.replace(/[.]+$/u, '') ?? '';
  return isExact(value) ? { ...own, nature: 'statement', text, value } : undefined;
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
