import { type DocumentTable, NONE } from '../documents/document-table.ts';
import { highest } from '../focus.ts';
import type { RetrievalDocument } from '../retrieval-index.ts';

/** Beside the words of the user: an answer is long, has every word, and says less about the user. */
const ANSWER_WEIGHT = 0.5;
/** The best documents, whose texts are looked at for a choice. */
const CLOSELY = 512;
/** A message that names a choice, where advice is asked for: the advice has to fit it. */
const CHOICE = 0.2;
/** The answer to a message, where both are asked for, stands right behind it. */
const BEHIND_MESSAGE = 0.98;

const SUMMARY =
  /\b(?:summar|overview|recap)|\b(?:ha(?:s|ve)|did)\b.{0,120}\b(?:evolve|progress|develop)|zusammenfass|überblick|résum|\bresum(?:en|ir)/iu;
const ANSWERS =
  /\b(?:did|have|had) you\b|\byou(?:['’]ve| have)? (?:suggested|recommended|advised|told|gave|said|explained|helped)\b|\byour (?:advice|suggestion|recommendation|answer)|\bha(?:st du|ben sie) .{0,120}(?:empfohlen|geraten|gesagt|vorgeschlagen)|\b(?:as-tu|avez-vous|tu as) |\bme (?:recomendaste|dijiste|sugeriste)/iu;
const ADVICE =
  /\b(?:would|could|do|can|should) you (?:suggest|recommend|advise|think|help|explain|walk|show|give|tell)|\bshould I\b|\b(?:recommend|suggest|advi[cs]e)\b|\bhow (?:can|do|should|would|might) I\b|\bwhat (?:are|would be|is) (?:some|the best|a good|good)\b|\b(?:empfiehl|empfehl|vorschlag)|\bsoll(?:te)? ich\b|\bconseil|\brecommand|\bdevrais-je\b|\brec(?:om[ie]*nd)|\bdebería\b/iu;
/** What was said is asked for, and no advice. */
const PAST =
  /\b(?:I|we|you)(?:['’]ve| have| had| did)? (?:brought|mention|sa(?:y|id)|discuss|talk|ask|t(?:old|ell))|\b(?:our|my) (?:conversation|session|discussion|chat)s?\b|\bso far\b|\b(?:did|have|was|were) (?:I|we)\b/iu;
const CHOOSES =
  /\bprefer|\brather (?:than|not)\b|\binstead of\b|\bcho(?:ose|osing|se|sen)\b|\bdecided\b|\bfavou?rite|\bavoid|\bdon['’]t (?:like|want)\b|\bI (?:like|love|hate|enjoy|always|never|only)\b|\bprioriti|\brul(?:ed|ing) out\b|\bopt(?:ed)? for\b|\b(?:bevorzug|entschied)|\blieber\b|\b(?:préf[éè]r|choisi|plutôt|évit)|\b(?:prefier|elegí|evit)/iu;

/** What a question wants of a chat with an assistant. */
export interface Wish {
  /** What the assistant said counts as much as what the user did. */
  readonly answers: boolean;
  /** Both halves of each pair of message and answer. */
  readonly summary: boolean;
  readonly advice: boolean;
}

/** Reads what a question wants, in English, German, French and Spanish. */
export function wishOf(question: string): Wish {
  const answers = ANSWERS.test(question);
  const summary = SUMMARY.test(question);
  const isAboutPast = answers || summary || PAST.test(question);
  return { answers, summary, advice: !isAboutPast && ADVICE.test(question) };
}

/**
 * The share that the role of each document takes or adds, beside its other shares: nothing for a
 * document without one.
 *
 * @param scores of the documents by all else.
 */
export function roleShares(
  wish: Wish,
  scores: Float32Array,
  table: DocumentTable,
  candidates: readonly number[],
): Float32Array {
  const shares = new Float32Array(scores.length);
  for (const at of wish.answers ? [] : candidates) {
    const isAnswer = table.rowOf(at)?.document.role === 'assistant';
    if (isAnswer) shares[at] = (ANSWER_WEIGHT - 1) * (scores[at] ?? 0);
  }
  for (const at of wish.advice ? highest(scores, CLOSELY) : []) {
    const document = table.rowOf(at)?.document;
    if (document?.role === 'user' && chooses(document)) shares[at] = CHOICE;
  }
  if (!wish.summary) return shares;
  for (const at of candidates) {
    const answer = answerTo(at, table);
    if (answer === NONE) continue;
    const behind = BEHIND_MESSAGE * ((scores[at] ?? 0) + (shares[at] ?? 0)) - (scores[answer] ?? 0);
    shares[answer] = Math.max(shares[answer] ?? 0, behind);
  }
  return shares;
}

const choosing = new WeakMap<RetrievalDocument, boolean>();

/** Whether a message names a choice; looked at once. */
function chooses(document: RetrievalDocument): boolean {
  let does = choosing.get(document);
  if (does === undefined) {
    does = CHOOSES.test(document.text);
    choosing.set(document, does);
  }
  return does;
}

/** The answer of the assistant to a user's message, or `NONE`. */
export function answerTo(number: number, table: DocumentTable): number {
  if (table.rowOf(number)?.document.role !== 'user') return NONE;
  const next = table.nextOf(number);
  return table.rowOf(next)?.document.role === 'assistant' ? next : NONE;
}
