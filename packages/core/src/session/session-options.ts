import { checkedPolicy, tokenBudget } from '../compaction/policies/eviction-policy.ts';
import { checkSessionId, checkUser } from '../ground/errors/check-session-id.ts';
import { errorText } from '../ground/errors/error-text.ts';
import {
  checkFunctions,
  checkGiven,
  checkOption,
  InvalidOptionError,
} from '../ground/errors/errors.ts';
import { systemClock } from '../ground/platform/clock.ts';
import { createIdMaker, type IdMaker } from '../ground/platform/ids.ts';
import {
  type DefaultScratchpad,
  defaultScratchpad,
} from '../live/scratchpad/default-scratchpad.ts';
import { deepFieldIn } from '../message/plain-object.ts';
import { readCompactionOptions } from '../state/settings.ts';
import { checkStore } from '../store/check-store.ts';
import { type BudgetHost, resolveBudget, type TokenBudget } from '../tokens/budget/token-budget.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { AgentMemoryOptions } from './agent-memory.ts';
import { MEMORY_OPTIONS, refuseUnknownOptions } from './known-options.ts';
import type { SessionParts } from './session-parts.ts';

/**
 * The options of a memory, checked and with their defaults.
 *
 * @param measurer gives all figures from the first one on; default: one of the options' counter.
 * @throws InvalidOptionError if the budget is impossible (with the arithmetic), the id is empty, or an
 * option is not known (with the nearest one that is).
 */
export function sessionPartsOf(
  options: AgentMemoryOptions<DefaultScratchpad>,
  measurer?: Measurer,
): SessionParts<DefaultScratchpad> {
  refuseUnknownOptions(options);
  checkOptions(options);
  const own = withoutPrototype(options);
  const { model, tokenCounter, summarizer, tools, clock = systemClock, createId } = own;
  const policy = checkedPolicy(own.policy ?? tokenBudget());
  const settingsHost = {
    hasCounter: tokenCounter !== undefined,
    hasTools: (tools?.length ?? 0) > 0,
    hasSummarizer: summarizer !== undefined,
  };
  return {
    whenNotStored: 'keep',
    livePlacement: 'auto',
    features: [],
    scratchpad: defaultScratchpad,
    ...own,
    settingsHost,
    settings: {
      budget: budgetOf(own, settingsHost),
      policy: policy.name,
      rules: readCompactionOptions(own.compaction, own.toolHints),
      encoding: tokenCounter?.encoding ?? model ?? 'o200k_base',
      ...(model !== undefined && { model }),
    },
    policy,
    toolsText: tools && JSON.stringify(tools),
    measurer,
    clock,
    createId: createId ? checkedIds(createId) : createIdMaker(clock),
  };
}

/** The options that are given, also where they are inherited: a spread would lose those. */
function withoutPrototype(options: AgentMemoryOptions): AgentMemoryOptions {
  const own: AgentMemoryOptions = { id: options.id };
  for (const name of Object.keys(MEMORY_OPTIONS)) {
    const given: unknown = Reflect.get(options, name);
    if (given !== undefined) Reflect.set(own, name, given);
  }
  return own;
}

const CLOCK = ['nowMs', 'startTimer'] as const;

/** The options that are one of some words. */
const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  livePlacement: ['auto', 'system'],
  whenNotStored: ['keep', 'reject'],
} satisfies Partial<{
  readonly [Name in keyof AgentMemoryOptions]: readonly AgentMemoryOptions[Name][];
}>;

/** The options that are of a type, with the words for it; one that is left out is right. */
const TYPES = {
  system: { types: ['string', 'function'], rule: 'text, or give text' },
  redact: { types: ['function'], rule: 'a function' },
  model: { types: ['string'], rule: "the model's name" },
  createId: { types: ['function'], rule: 'a function' },
} as const satisfies Partial<Record<keyof AgentMemoryOptions, object>>;

/** Refuses mistakes of callers without types at once, and not in the middle of a conversation. */
function checkOptions(options: Partial<AgentMemoryOptions> = {}): void {
  checkSessionId(options.id);
  checkUser(options.user);
  for (const [name, { types, rule }] of Object.entries(TYPES)) {
    const type = typeof Reflect.get(options, name);
    const isRight = type === 'undefined' || types.some((right) => right === type);
    checkGiven(isRight, name, rule, type);
  }
  for (const [name, words] of Object.entries(WORDS)) {
    const word: unknown = Reflect.get(options, name);
    const isOne = word === undefined || words.includes(word);
    checkOption(isOne, name, `must be one of ${words.join(', ')}.`);
  }
  const { tools, store, scratchpad, clock } = options;
  checkStore(store);
  const isList = tools === undefined || Array.isArray(tools);
  checkOption(isList, 'tools', 'must be a list of tool definitions.');
  checkDepth('tools', tools);
  checkDepth('scratchpad', scratchpad && { initial: scratchpad.initial });
  checkFunctions('tokenCounter', options.tokenCounter, ['count']);
  checkFunctions('contextCounter', options.contextCounter, ['count']);
  checkFunctions('summarizer', options.summarizer, ['summarize']);
  checkFunctions('spending', options.spending, ['refusal', 'add']);
  checkFunctions('clock', clock, clock?.startTimer === undefined ? ['nowMs'] : CLOCK);
  const canValidate = typeof scratchpad?.schema?.['~standard']?.validate === 'function';
  const rule = 'must be a Standard Schema (zod, valibot, arktype).';
  checkOption(scratchpad === undefined || canValidate, 'scratchpad.schema', rule);
}

/** Deeper data runs out of stack wherever it is copied, compared or said as JSON. */
function checkDepth(name: string, value: object | undefined): void {
  const deep = value && deepFieldIn(value);
  checkOption(!deep, name, `cannot be taken: ${deep}.`);
}

/** @throws InvalidOptionError if there is no room for input, or neither a window nor a budget is given. */
function budgetOf(
  { budget, contextWindow }: Pick<AgentMemoryOptions, 'budget' | 'contextWindow'>,
  host: BudgetHost,
): TokenBudget {
  if (budget !== undefined) return resolveBudget(budget, host);
  const missing = "is missing: give the model's window in tokens, or a `budget`.";
  checkOption(contextWindow !== undefined, 'contextWindow', missing);
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
