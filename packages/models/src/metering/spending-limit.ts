import { type Clock, type SpendingLimit, type Spent, systemClock } from '@agent-memory/core';
import { checks, isPlainObject, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';

/** The most that models may take; what is not named has no bound. */
export interface SpendingLimitOptions {
  /** For summaries and extraction of one session, over its whole life. */
  readonly perSession?: Partial<Spent>;
  /** For all that is given this limit, embeddings too, in one day of the device's clock. */
  readonly perDay?: Partial<Spent>;
  readonly clock?: Clock;
}

const OPTIONS = {
  perSession: true,
  perDay: true,
  clock: true,
} as const satisfies KnownNames<SpendingLimitOptions>;
const SPENT = { calls: true, tokens: true } as const satisfies KnownNames<Spent>;
const FIGURES = ['calls', 'tokens'] as const;

/** PERSISTED: the key of `localStorage` that holds what was spent today. */
const KEY = 'agent-memory/spending';

/**
 * A limit on the calls and tokens that summaries, extraction and embeddings take [MOD-7]. Give it to
 * `createAgentMemory` and to `embeddingsEndpoint`: when it is reached, summaries are made of sentences,
 * memory is extracted by patterns and search goes by words.
 *
 * - No call begins beyond `calls`. Tokens are known when a call is over, so the last one may exceed `tokens`;
 *   a model that does not report them is held to `calls` alone.
 * - The day is counted in `localStorage`, for all pages of the origin; where there is none, in this object.
 * - The chat's own calls are the app's and not counted.
 *
 * @example
 * const spending = spendingLimit({ perSession: { calls: 40 }, perDay: { tokens: 500_000 } });
 * const memory = createAgentMemory({ id: 'support', contextWindow: 128_000, spending });
 *
 * @throws InvalidOptionError if a figure makes no sense.
 */
export function spendingLimit(options: SpendingLimitOptions): SpendingLimit {
  refuseUnknown(options ?? null, OPTIONS, 'spendingLimit');
  const bounds = boundsOf(options);
  const { clock = systemClock } = options;
  let own = { day: '', calls: 0, tokens: 0 };
  const today = (): typeof own => {
    const day = new Date(clock.nowMs()).toDateString();
    const stored = inStorage((storage) => JSON.parse(storage.getItem(KEY) ?? '{}') as unknown);
    const known = [own, isPlainObject(stored) ? stored : {}].filter((each) => each.day === day);
    const most = (figure: keyof Spent) =>
      Math.max(0, ...known.map((each) => Number(each[figure]) || 0));
    return { day, calls: most('calls'), tokens: most('tokens') };
  };
  return {
    refusal(session) {
      const spent = { perSession: session, perDay: today() };
      const reached = bounds.find(({ span, figure, most }) => (spent[span]?.[figure] ?? 0) >= most);
      return reached && sentenceOf(reached);
    },
    add({ calls = 0, tokens = 0 }) {
      const before = today();
      own = { ...before, calls: before.calls + calls, tokens: before.tokens + tokens };
      inStorage((storage) => storage.setItem(KEY, JSON.stringify(own)));
    },
  };
}

type Bound = ReturnType<typeof boundsOf>[number];

/** @throws InvalidOptionError if one makes no sense. */
function boundsOf(options: SpendingLimitOptions) {
  return (['perSession', 'perDay'] as const).flatMap((span) => {
    refuseUnknown(options[span], SPENT, span);
    return FIGURES.map((figure) => {
      const most = options[span]?.[figure] ?? Number.POSITIVE_INFINITY;
      const isRight = typeof most === 'number' && most >= 0;
      checks.checkGiven(isRight, `${span}.${figure}`, 'a number ≥ 0', most);
      return { span, figure, most };
    });
  });
}

function sentenceOf({ span, figure, most }: Bound): string {
  const unit = most === 1 ? figure.slice(0, -1) : figure;
  const [whose, end] = span === 'perDay' ? ['today', 'It ends tomorrow; a'] : ['this session', 'A'];
  return (
    `The spending limit of ${most.toLocaleString('en')} ${unit} for ${whose} is reached: summaries are made of ` +
    'sentences, memory is extracted by patterns, and search goes by words. Nothing is lost. ' +
    `${end} larger \`${span}.${figure}\` of \`spendingLimit\` lifts it.`
  );
}

/** Workers have no `localStorage`, and a browser may deny it or have no room left. */
function inStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(globalThis.localStorage);
  } catch {
    return undefined;
  }
}
