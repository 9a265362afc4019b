import {
  checkGiven,
  checkOption,
  type KnownNames,
  refuseUnknown,
} from '../../ground/errors/errors.ts';

/** The model's window, as the caller knows it. All figures in tokens. */
export interface BudgetOptions {
  /** The model's whole context window. */
  readonly contextWindow: number;
  /**
   * Kept free for the model's reply. Default 4,096, and at most a quarter of the window less
   * `safetyTokens` and `reserved` [BUD-6].
   */
  readonly maxReplyTokens?: number;
  /** Kept free against counting errors. Default 2,048, and at most a sixteenth of the window. */
  readonly safetyTokens?: number;
  /**
   * Kept free for tool results that arrive while the run continues. Default 8,192, and at most a third of
   * what the other figures leave; 0 for a memory without `tools`, unless `reserved.tools` names some.
   */
  readonly toolResultTokens?: number;
  /**
   * Tokens that a server adds on its own: its system prompt and its tool definitions. Default none.
   */
  readonly reserved?: { readonly system?: number; readonly tools?: number };
  /**
   * When to compact, as shares of the input budget: above `high`, down to `low`. Default: by the rule
   * of cost, and at the latest at `{ high: 1, low: 0.5 }`; high 0.85 for a memory with a summariser
   * of its own [BUD-2].
   */
  readonly watermarks?: Watermarks;
}

/** Compaction starts above `high` and aims at `low`; both are shares of the input budget in (0, 1]. */
export interface Watermarks {
  /** Takes the place of the rule of cost. Default: that rule, and at the latest at 1. */
  readonly high?: number;
  /**
   * How full the context is after a compaction. Default 0.5. The newest messages and what stands for the rest
   * stay, so that it may end up fuller.
   */
  readonly low?: number;
}

/** The arithmetic of one context window, in tokens. */
export interface TokenBudget {
  readonly contextWindow: number;
  readonly replyTokens: number;
  readonly safetyTokens: number;
  readonly toolResultTokens: number;
  readonly reservedTokens: number;
  /** The most that may be sent: the window less everything kept free. */
  readonly inputTokens: number;
  /** Compaction starts above this many tokens. */
  readonly highTokens: number;
  /** Compaction aims at this many tokens. */
  readonly lowTokens: number;
  /**
   * The rule below `highTokens`: that of cost, or, where a high watermark was given, none. Default
   * `cost`.
   */
  readonly pacing?: 'cost' | 'watermarks';
}

const OPTIONS = {
  contextWindow: true,
  maxReplyTokens: true,
  safetyTokens: true,
  toolResultTokens: true,
  reserved: true,
  watermarks: true,
} as const satisfies KnownNames<BudgetOptions>;

const RESERVED = { system: true, tools: true } as const satisfies KnownNames<
  NonNullable<BudgetOptions['reserved']>
>;

const WATERMARKS = { high: true, low: true } as const satisfies KnownNames<Watermarks>;

const MOST_SAFETY_TOKENS = 2_048;
const MOST_REPLY_TOKENS = 4_096;
const MOST_TOOL_RESULT_TOKENS = 8_192;

/**
 * Input budget = context window − reply − safety − tool results − reserved [BUD-1].
 *
 * The room kept free by default scales with the window [BUD-6], so that any from 2,048 tokens up works.
 * It is a sixteenth of the window for safety, a quarter of the rest for the reply and a third of what is
 * left then for tool results, each up to its full size, which all have from 32,768 tokens on. Each is
 * a share of what the one before leaves, so that a larger window never gives less input.
 *
 * @example
 * const budget = createBudget({ contextWindow: 128_000, maxReplyTokens: 8_000 });
 * const memory = createAgentMemory({ id: 'support', budget });
 *
 * @throws InvalidOptionError if nothing is left, with the arithmetic in the message, or when a
 * figure is no whole number ≥ 0, a watermark is out of order, or an option is not known.
 */
export function createBudget(options: BudgetOptions): TokenBudget {
  refuseUnknown(options, OPTIONS);
  refuseUnknown(options.reserved, RESERVED, 'reserved');
  refuseUnknown(options.watermarks, WATERMARKS, 'watermarks');
  const contextWindow = wholeTokens('contextWindow', options.contextWindow);
  const reservedTokens =
    wholeTokens('reserved.system', options.reserved?.system ?? 0) +
    wholeTokens('reserved.tools', options.reserved?.tools ?? 0);
  const safetyTokens = wholeTokens(
    'safetyTokens',
    options.safetyTokens ?? shareOf(contextWindow, 16, MOST_SAFETY_TOKENS),
  );
  const afterSafety = contextWindow - reservedTokens - safetyTokens;
  const replyTokens = wholeTokens(
    'maxReplyTokens',
    options.maxReplyTokens ?? shareOf(afterSafety, 4, MOST_REPLY_TOKENS),
  );
  const afterReply = afterSafety - replyTokens;
  const toolResultTokens = wholeTokens(
    'toolResultTokens',
    options.toolResultTokens ?? shareOf(afterReply, 3, MOST_TOOL_RESULT_TOKENS),
  );
  const inputTokens = afterReply - toolResultTokens;
  checkOption(
    inputTokens > 0,
    'contextWindow',
    `leaves no room for input: ${contextWindow} window − ${replyTokens} reply − ${safetyTokens} safety − ` +
      `${toolResultTokens} tool results − ${reservedTokens} reserved = ${inputTokens} tokens. ` +
      'Keep less free, or use a larger window.',
  );
  const { high, low } = checkedWatermarks(options.watermarks);
  return Object.freeze({
    contextWindow,
    replyTokens,
    safetyTokens,
    toolResultTokens,
    reservedTokens,
    inputTokens,
    highTokens: Math.floor(inputTokens * high),
    lowTokens: Math.floor(inputTokens * low),
    pacing: options.watermarks?.high === undefined ? 'cost' : 'watermarks',
  });
}

/**
 * A budget of exactly this many input tokens, with nothing kept free. For tests, benches and demos.
 *
 * @example
 * const memory = createAgentMemory({ id: 'demo', budget: fixedBudget(8_000) });
 */
export function fixedBudget(inputTokens: number, watermarks?: Watermarks): TokenBudget {
  return createBudget({
    contextWindow: inputTokens,
    maxReplyTokens: 0,
    safetyTokens: 0,
    toolResultTokens: 0,
    ...(watermarks !== undefined && { watermarks }),
  });
}

/** One part of so many, up to `most`; none of what is not there. */
function shareOf(tokens: number, parts: number, most: number): number {
  return Math.min(most, Math.max(0, Math.floor(tokens / parts)));
}

function wholeTokens(name: string, value: number): number {
  const isCount = Number.isSafeInteger(value) && value >= 0;
  checkGiven(isCount, name, 'a whole number of tokens, 0 or more', value);
  return value;
}

function checkedWatermarks({ high = 1, low = 0.5 }: Watermarks = {}): Required<Watermarks> {
  const isHigh = Number.isFinite(high) && high > 0 && high <= 1;
  checkGiven(isHigh, 'watermarks.high', 'above 0 and at most 1', high);
  const isLow = Number.isFinite(low) && low > 0 && low < high;
  checkGiven(isLow, 'watermarks.low', `above 0 and below high (${high})`, low);
  return { high, low };
}

const FIGURES = {
  contextWindow: true,
  replyTokens: true,
  safetyTokens: true,
  toolResultTokens: true,
  reservedTokens: true,
  inputTokens: true,
  highTokens: true,
  lowTokens: true,
  pacing: true,
} as const satisfies KnownNames<TokenBudget>;

/** The memory that a budget is for, as far as defaults depend on it. */
export interface BudgetHost {
  /** The model is given tools, so results of theirs may come in the middle of a run. */
  readonly hasTools: boolean;
  /** A model may have to summarise, which takes time and room. */
  readonly hasSummarizer: boolean;
}

/** Where a model may have to summarise, it is asked from this share of the input budget on [BUD-2]. */
const MODEL_HIGH = 0.85;

/**
 * A budget from either form: options are worked out, a ready budget is checked. Marks that nobody
 * chose are the same for both forms.
 *
 * @throws InvalidOptionError if it is neither, or its figures make no sense.
 */
export function resolveBudget(
  given: TokenBudget | BudgetOptions,
  { hasTools, hasSummarizer }: BudgetHost,
): TokenBudget {
  checkGiven(typeof given === 'object' && given !== null, 'budget', 'an object', given);
  const budget =
    'inputTokens' in given ? checked(given) : createBudget(optionsFor(given, hasTools));
  const { inputTokens, highTokens, lowTokens, pacing } = budget;
  const isMarked = pacing === 'watermarks' || highTokens < inputTokens;
  if (!hasSummarizer || isMarked) return budget;
  return Object.freeze({
    ...budget,
    highTokens: Math.max(lowTokens, Math.floor(MODEL_HIGH * inputTokens)),
  });
}

/** Nothing is kept free for results of tools that there are not [BUD-6]. */
function optionsFor(options: BudgetOptions, hasTools: boolean): BudgetOptions {
  const mayHaveTools = hasTools || options.reserved?.tools !== undefined;
  return mayHaveTools ? options : { ...options, toolResultTokens: options.toolResultTokens ?? 0 };
}

function checked(budget: TokenBudget): TokenBudget {
  refuseUnknown(budget, FIGURES, 'budget');
  const { inputTokens, highTokens, lowTokens, contextWindow } = budget;
  const figures = [inputTokens, highTokens, lowTokens, contextWindow];
  const areNumbers = figures.every(Number.isFinite);
  checkOption(areNumbers, 'budget', 'must hold numbers, as `createBudget` gives them.');
  const isWhole = figures.every((figure) => Number.isSafeInteger(figure) && figure >= 0);
  const isOrdered = lowTokens <= highTokens && highTokens <= inputTokens;
  checkOption(
    isWhole && isOrdered && inputTokens > 0 && inputTokens <= contextWindow,
    'budget',
    `makes no sense: low ${lowTokens} ≤ high ${highTokens} ≤ input ${inputTokens} ≤ window ${contextWindow} must hold, in whole tokens.`,
  );
  return budget;
}
