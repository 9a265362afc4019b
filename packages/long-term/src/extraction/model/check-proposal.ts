import { isToldOfUser } from '../../change/user/first-person.ts';
import { WRITE_POLICY } from '../../policy/write-policy.ts';
import { bareText } from '../../records/bare-text.ts';
import type { MemoryKind, MemoryType, RecordSource } from '../../records/memory-record.ts';
import type { Candidate, ExtractionRule, Span } from '../candidate.ts';
import { answerIn, isOfTool } from '../find/about-answer.ts';
import { isOwn, ownWords } from '../find/own-words.ts';
import type { ReadableEntry } from '../find/readable-entry.ts';
import { isOfOthersMoney } from '../find/reported-words.ts';
import { normalised, type Sentence, sentencesAround, sentencesOf } from '../find/sentences.ts';
import { isOfAnotherPerson, statementFault } from '../find/statement-fault.ts';
import { deniesQuote, isSupported, stemsIn } from '../find/support.ts';
import { isScrap, takenBackIn } from '../find/taken-back.ts';
import { clauseFault } from './clause-fault.ts';
import { extractionRules } from './extraction-prompts.ts';

/** Something that a model proposes, its fields still to be checked. */
export type Proposal = Readonly<Record<string, unknown>>;

/** How the results of a tool are taken: by default a tool can read again what it read. */
export type ToolTrust = 'verified' | 'external';

/** The messages that a proposal is held against. */
export interface ProposalSource {
  readonly entries: readonly ReadableEntry[];
  /** By the tool's name. */
  readonly tools: Readonly<Record<string, ToolTrust>>;
}

/** A proposal that holds, or the rule that it breaks. */
export type CheckedProposal =
  | { readonly candidate: Candidate; readonly rule?: never }
  | { readonly rule: ExtractionRule; readonly entryId?: string; readonly kind?: MemoryKind };

const LEAST_QUOTE = 4;
const LONGEST_TEXT = 400;

/**
 * Holds a proposal of a model against the words that it says it was drawn from [EXT-5]. Its source is
 * that of the message in which they stand, whatever the model claims.
 */
export function checkProposal(proposal: Proposal, source: ProposalSource): CheckedProposal {
  const fields = fieldsOf(proposal);
  if (!fields) return { rule: 'MALFORMED' };
  const { quote, kind } = fields;
  const entry = entryOf(quote, source.entries);
  if (!entry) return { rule: isOfPrompt(fields.text) ? 'TEMPLATE' : 'UNSUPPORTED', kind };
  const rule = ruleAgainst(fields, entry, source);
  if (rule) return { rule, entryId: entry.entryId, kind };
  return { candidate: candidateOf(fields, entry, source) };
}

interface ProposalFields {
  readonly type: MemoryType;
  readonly kind: MemoryKind;
  readonly nature: 'statement' | 'correction' | 'confirmation';
  readonly text: string;
  readonly quote: string;
  readonly value?: string;
  readonly reason?: string;
}

function fieldsOf(proposal: Proposal): ProposalFields | undefined {
  const { type, kind, nature = 'statement', text, quote, value, reason } = proposal;
  const isNature = nature === 'statement' || nature === 'correction' || nature === 'confirmation';
  if (typeof text !== 'string' || typeof quote !== 'string' || !isNature) return undefined;
  if (!isIn(WRITE_POLICY.types, type) || !isIn(WRITE_POLICY.kinds, kind)) return undefined;
  if (text.trim() === '' || text.length > LONGEST_TEXT || quote.trim().length < LEAST_QUOTE) {
    return undefined;
  }
  return {
    type,
    kind,
    nature,
    text: text.trim(),
    quote: quote.trim(),
    ...(typeof value === 'string' && value.trim() !== '' && { value: value.trim() }),
    ...(typeof reason === 'string' && reason.trim() !== '' && { reason: reason.trim() }),
  };
}

function isIn<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  name: unknown,
): name is Name {
  return typeof name === 'string' && Object.hasOwn(table, name);
}

/** The message in which a quotation stands: the user's where several have it. */
function entryOf(quote: string, entries: readonly ReadableEntry[]): ReadableEntry | undefined {
  const wanted = normalised(quote);
  const having = entries.filter(({ text }) => normalised(text).includes(wanted));
  return having.find(({ role }) => role === 'user') ?? having[0];
}

function ruleAgainst(
  { type, kind, nature, text, quote, value, reason }: ProposalFields,
  entry: ReadableEntry,
  { entries, tools }: ProposalSource,
): ExtractionRule | undefined {
  if (isOfPrompt(text) || entry.role === 'system') return 'TEMPLATE';
  const trust = entry.toolName === undefined ? undefined : ownOf(tools, entry.toolName);
  if (entry.role === 'tool') {
    if (trust === undefined) return 'TOOL_READABLE';
    if (trust === 'external' && type !== 'reference') return 'EXTERNAL_CLAIM';
    if (type === 'user' || type === 'feedback') return 'EXTERNAL_CLAIM';
  }
  if (entry.role === 'user' && !isOwn(quote, entry.text)) return 'TEMPLATE';
  const around = sentencesAround(entry.text, quote);
  // The part of its sentence that a quotation leaves out may turn it round: a "not", a "stopped".
  const whole = around.map((one) => one.text).join(' ');
  const faults = around.map((one) => statementFault(one, kind));
  if (nature === 'statement') faults.push(statementFault({ core: text, bare: text }, kind));
  if (entry.role === 'user') faults.push(takingBack(entry.text, around, kind, nature));
  const fault = faults.find((one) => one !== undefined);
  if (fault) return fault;
  const isOfUser = type === 'user' || type === 'feedback';
  if (isOfUser && isOfAnotherPerson(quote)) return 'OTHER_PERSON';
  // In an answer "I" is the assistant.
  const isOfAssistant = entry.role === 'assistant' && nature === 'statement';
  if (isOfAssistant && isToldOfUser(text) && FIRST_PERSON.test(whole)) return 'OTHER_PERSON';
  if (nature !== 'statement') {
    if (entry.role !== 'user') return 'UNSUPPORTED';
    // Its referent stands in an answer, so that both together have to say it.
    const answers = entries.filter(({ role }) => role === 'assistant').map((one) => one.text);
    if (!answers.some((answer) => isSupported(text, `${whole}\n${answer}`))) return 'UNSUPPORTED';
    if (deniesQuote(text, whole)) return 'UNSUPPORTED';
    const ahead = entries.slice(0, entries.indexOf(entry));
    if (!isSupported(text, whole) && isOfTool(text, ahead)) return 'EXTERNAL_CLAIM';
  } else if (!isSupported(text, whole) || saysMore(text, entry)) return 'UNSUPPORTED';
  if (entry.role === 'user') {
    const sentences = around.map((one) => one.text);
    const turned = clauseFault({ text, sentences, isReply: !isSupported(text, whole) });
    if (turned) return turned;
  }
  if (kind === 'decision' && reason === undefined) return 'NO_REASON';
  if (reason !== undefined && !isSupported(reason, entry.text)) return 'UNSUPPORTED';
  if (value !== undefined && !normalised(quote).includes(normalised(value))) return 'UNSUPPORTED';
  return kind === 'identifier' && value === undefined ? 'UNSUPPORTED' : undefined;
}

/** Words by which a statement is told: "I don't like it" is "dislikes it", "we use it" is "the team uses it". */
const TOLD = /(?<!\p{L})(?:dislikes?|detests?|hates?|project|team|app|company)(?!\p{L})/giu;
const FIRST_PERSON =
  /(?<!\p{L})(?:i|i['’]\p{L}+|my|ich|mein\p{L}*|yo|mi|je|j['’]\p{L}+|mon|ma|mes)(?!\p{L})/iu;

/** Whether a statement has a word that its message has in no form: two cats are no dogs, and euros no dollars. */
function saysMore(text: string, { text: message }: ReadableEntry): boolean {
  const said = stemsIn(message);
  const ofStatement = stemsIn(text.replace(TOLD, ''));
  const isSaid = (stem: string) =>
    said.some((known) => known.startsWith(stem) || stem.startsWith(known));
  return !ofStatement.every(isSaid);
}

function takingBack(
  text: string,
  around: readonly Sentence[],
  kind: MemoryKind,
  nature: ProposalFields['nature'],
): ExtractionRule | undefined {
  const takenBack = takenBackIn(sentencesOf(ownWords(text)));
  if (around.some((one) => takenBack.has(one.text))) return 'WITHDRAWN';
  const areScraps = nature === 'statement' && around.every(({ core }) => isScrap(core, kind));
  return areScraps ? 'NO_REFERENCE' : undefined;
}

function candidateOf(
  { type, kind, nature, text, quote, value, reason }: ProposalFields,
  entry: ReadableEntry,
  { entries, tools }: ProposalSource,
): Candidate {
  const spans: [Span, ...Span[]] = [{ entryId: entry.entryId, quote }];
  if (nature !== 'statement') {
    const answer = answerIn(entries.slice(0, entries.indexOf(entry)));
    if (answer) spans.push({ entryId: answer.entryId, quote: answer.text.slice(0, 160) });
  }
  return {
    type: nature === 'statement' ? type : 'feedback',
    kind,
    nature,
    text,
    // Words that the user did not say are as sure as the answer that they came from.
    source: isOfAnswer(text, quote, nature)
      ? 'agent_inferred'
      : sourceOf(entry, { text, quote }, nature, tools),
    spans,
    ...(value !== undefined && kind !== 'decision' && { value }),
    ...(reason !== undefined && { reason }),
  };
}

function isOfAnswer(text: string, quote: string, nature: ProposalFields['nature']): boolean {
  return nature === 'confirmation' || (nature === 'correction' && !isSupported(text, quote));
}

/** The most that the words of a message may count. */
function sourceOf(
  { role, toolName, text: message }: ReadableEntry,
  { text, quote }: Pick<ProposalFields, 'text' | 'quote'>,
  nature: ProposalFields['nature'],
  tools: ProposalSource['tools'],
): RecordSource {
  const said = sentencesAround(message, quote).map(({ bare }) => bare);
  if (role === 'user' && isOfOthersMoney(text, message, ownWords(message), said)) {
    return 'agent_inferred';
  }
  if (role === 'user') return nature === 'correction' ? 'in_session_correction' : 'user_stated';
  if (role === 'assistant') return 'agent_inferred';
  return toolName !== undefined && ownOf(tools, toolName) === 'verified'
    ? 'tool_verified'
    : 'external';
}

function ownOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

const PROMPT = bareText(extractionRules(), ' ');
const SCHEMA_WORDS =
  /^(?:string|text|one sentence|the user prefers x|example|statement|\.{3}|n\/a|none|null)[.]?$/iu;

/** Words of the prompt or the schema, given back. */
function isOfPrompt(text: string): boolean {
  return SCHEMA_WORDS.test(text) || PROMPT.includes(bareText(text, ' '));
}
