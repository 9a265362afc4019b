import { type BudgetHost, resolveBudget } from '../budget/resolve-budget.ts';
import type { TokenBudget } from '../budget/token-budget.ts';
import { checkFunctions, checkGiven, checkOption } from '../errors/check-option.ts';
import { errorText } from '../errors/error-text.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import type { FormatChoice } from '../formats/named-formats.ts';
import type { LivePlacement } from '../live/live-placement.ts';
import { deepFieldIn } from '../message/deep-field.ts';
import { systemClock } from '../platform/clock.ts';
import { createIdMaker, type IdMaker } from '../platform/ids.ts';
import { checkedPolicy, tokenBudget } from '../policies/eviction-policy.ts';
import { type DefaultScratchpad, defaultScratchpad } from '../scratchpad/default-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import { readCompactionOptions } from '../state/compaction-options.ts';
import { checkStore } from '../storage/check-store.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type {
  AgentMemory,
  AgentMemoryOptions,
  AssembleOptions,
  WindowOption,
} from './agent-memory.ts';
import { refuseUnknownOptions, refusingUnknown } from './known-options.ts';
import { Session } from './session.ts';

/**
 * Makes the memory of one session. Pure: no store is opened, no timer set, nothing counted until
 * the first call that needs it.
 *
 * @example
 * const memory = createAgentMemory({ id: 'support', system, contextWindow: 128_000 });
 * await memory.append({ role: 'user', content: 'Where is order ZFA04Y?' });
 * const { messages, plan } = await memory.assemble({ format: 'openai' });
 *
 * @throws InvalidOptionError if the budget is impossible (with the arithmetic), the id is empty, or an
 * option is not known (with the nearest one that is).
 */
export function createAgentMemory<Pad>(
  options: AgentMemoryOptions<Pad> & WindowOption & { readonly scratchpad: ScratchpadSchema<Pad> },
): AgentMemory<Pad>;
// The last one is the one of which an editor tells the fault.
export function createAgentMemory(options: AgentMemoryOptions & WindowOption): AgentMemory;
export function createAgentMemory(
  options: AgentMemoryOptions<DefaultScratchpad>,
): AgentMemory<DefaultScratchpad> {
  return memoryMeasuredBy(undefined, options);
}

/** A memory whose figures are those of a measurer from the first one on, and not better ones later. */
export function memoryMeasuredBy(
  measurer: Measurer | undefined,
  options: AgentMemoryOptions<DefaultScratchpad>,
): AgentMemory<DefaultScratchpad> {
  refuseUnknownOptions(options);
  checkOptions(options);
  const clock = options.clock ?? systemClock;
  const policy = checkedPolicy(options.policy ?? tokenBudget());
  const { rules, behaviour } = readCompactionOptions(options.compaction, options.toolHints);
  const encoding = options.tokenCounter?.encoding ?? options.model ?? 'o200k_base';
  const settingsHost = {
    hasCounter: options.tokenCounter !== undefined,
    hasTools: (options.tools?.length ?? 0) > 0,
    hasSummarizer: options.summarizer !== undefined,
  };
  const session = new Session<DefaultScratchpad>({
    id: options.id,
    settingsHost,
    settings: {
      budget: budgetOf(options, settingsHost),
      policy: policy.name,
      rules,
      encoding,
      ...(options.model !== undefined && { model: options.model }),
    },
    behaviour: { ...behaviour, policy },
    system: options.system,
    toolsText: options.tools && JSON.stringify(options.tools),
    store: options.store,
    whenNotStored: options.whenNotStored ?? 'keep',
    summarizer: options.summarizer,
    tokenCounter: options.tokenCounter,
    measurer,
    contextCounter: options.contextCounter,
    livePlacement: options.livePlacement ?? 'auto',
    initialMessages: options.initialMessages,
    redact: options.redact,
    score: options.score,
    features: options.features ?? [],
    scratchpad: options.scratchpad ?? defaultScratchpad,
    clock,
    createId: options.createId ? checkedIds(options.createId) : createIdMaker(clock),
  });
  const { runner, conversation } = session;
  return refusingUnknown({
    id: options.id,
    get ready() {
      return session.ready();
    },
    loadOlder: (signalOption) => session.loadOlder(signalOption),
    append: (messages, appendOptions) => conversation.append(messages, appendOptions),
    reconcile: (messages, listOptions) => conversation.reconcile(messages, listOptions),
    moveHead: (entryId, moveOptions) => session.moveHead(entryId, moveOptions),
    branches: () => session.branches(),
    reload: (signalOption) => session.reload(signalOption),
    // The named format decides the types that are read and given; a session knows any.
    messages: (formatOptions?: AssembleOptions<FormatChoice>) =>
      session.messages(formatOptions) as never,
    assemble: (assembleOptions) => session.assemble(assembleOptions) as never,
    compact: (compactOptions) => session.compact(compactOptions),
    previewCompaction: (signalOption) => session.previewCompaction(signalOption),
    undoCompaction: (id, signalOption) => session.undoCompaction(id, signalOption),
    archived: (archivedOptions) => session.archived(archivedOptions),
    onOverflow: (assembleOptions) => session.onOverflow(assembleOptions) as never,
    reportUsage: (usage, signalOption) => session.reportUsage(usage, signalOption),
    plan: (planOptions) => session.plan(planOptions),
    stateAt: (call, signalOption) => session.stateAt(call, signalOption),
    history: () => session.history(),
    explain: (entryId) => session.explain(entryId),
    entries: (range) => session.entries(range?.fromSeq, range?.toSeq),
    entry: (entryId) => session.entry(entryId),
    patchScratchpad: (patch, signalOption) => session.patchScratchpad(patch, signalOption),
    notes: session.notes,
    part: (definition) => session.storedParts.of(definition),
    configure: (settings, signalOption) => session.configure(settings, signalOption),
    writeBack: (signalOption) => session.writeBack(signalOption),
    getState: () => session.state(),
    subscribe: (listener) => runner.subscribe(listener),
    onEvent: (listener) => runner.onEvent(listener),
    clearError: () => session.clearError(),
    dispose: () => session.dispose(),
  });
}

const CLOCK = ['nowMs', 'startTimer'] as const;
const PLACEMENTS: readonly LivePlacement[] = ['auto', 'run-start', 'tool-result', 'system'];

/** Refuses mistakes of callers without types at once, and not in the middle of a conversation. */
function checkOptions({
  id,
  system,
  tools,
  model,
  tokenCounter,
  contextCounter,
  redact,
  score,
  store,
  summarizer,
  scratchpad,
  clock,
  createId,
  livePlacement = 'auto',
  whenNotStored = 'keep',
}: Partial<AgentMemoryOptions> = {}): void {
  checkOption(
    typeof id === 'string' && id !== '',
    'id',
    'must be text that is not empty; it names the session.',
  );
  checkType('system', system, ['string', 'function'], 'text, or give text');
  const placement = `must be one of ${PLACEMENTS.join(', ')}.`;
  checkOption(PLACEMENTS.includes(livePlacement), 'livePlacement', placement);
  checkStore(store);
  const isEnding = whenNotStored === 'keep' || whenNotStored === 'reject';
  checkOption(isEnding, 'whenNotStored', 'must be "keep" or "reject".');
  checkType('redact', redact, ['function'], 'a function');
  checkType('score', score, ['function'], 'a function');
  const isList = tools === undefined || Array.isArray(tools);
  checkOption(isList, 'tools', 'must be a list of tool definitions.');
  checkDepth('tools', tools);
  checkDepth('scratchpad', scratchpad && { initial: scratchpad.initial });
  checkType('model', model, ['string'], "the model's name");
  checkFunctions('tokenCounter', tokenCounter, ['count']);
  checkFunctions('contextCounter', contextCounter, ['count']);
  checkFunctions('summarizer', summarizer, ['summarize']);
  checkFunctions('clock', clock, clock?.startTimer === undefined ? ['nowMs'] : CLOCK);
  checkType('createId', createId, ['function'], 'a function');
  const canValidate = typeof scratchpad?.schema?.['~standard']?.validate === 'function';
  const rule = 'must be a Standard Schema (zod, valibot, arktype).';
  checkOption(!scratchpad || canValidate, 'scratchpad.schema', rule);
}

/** Deeper data runs out of stack wherever it is copied, compared or said as JSON. */
function checkDepth(name: string, value: object | undefined): void {
  const deep = value && deepFieldIn(value);
  checkOption(!deep, name, `cannot be taken: ${deep}.`);
}

/** An option that is left out is right. */
function checkType(name: string, value: unknown, types: readonly string[], rule: string): void {
  const isRight = value === undefined || types.includes(typeof value);
  checkGiven(isRight, name, rule, typeof value);
}

/** @throws InvalidOptionError if there is no room for input, or neither a window nor a budget is given. */
function budgetOf(
  { budget, contextWindow }: Pick<AgentMemoryOptions, 'budget' | 'contextWindow'>,
  host: BudgetHost,
): TokenBudget {
  if (budget !== undefined) return resolveBudget(budget, host);
  checkOption(
    contextWindow !== undefined,
    'contextWindow',
    "is missing: give the model's window in tokens, or a `budget`.",
  );
  return resolveBudget({ contextWindow }, host);
}

/** @throws InvalidOptionError where the maker throws, or gives what is no id; nothing was added then. */
function checkedIds(createId: IdMaker): IdMaker {
  return () => {
    let id: unknown;
    try {
      id = createId();
    } catch (cause) {
      throw new InvalidOptionError('createId', `gave no id: ${errorText(cause)}.`);
    }
    checkGiven(typeof id === 'string' && id !== '', 'createId', 'a function that gives text', id);
    return id as string;
  };
}
