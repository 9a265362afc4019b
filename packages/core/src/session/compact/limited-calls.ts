import { checkedCall, type ModelCall } from '../../condense/model-call.ts';
import { modelsOf } from '../../state/model-ledger.ts';
import type { BackgroundCalls } from '../feature.ts';
import type { SessionObjects } from '../session-objects.ts';

/** Calls of models in the background: held to the session's limit on spending, and in its ledger. */
export class LimitedCalls<Pad> implements BackgroundCalls {
  readonly #session: Pick<SessionObjects<Pad>, 'parts' | 'runner'>;
  /** Calls that began and were not told yet. */
  #open = 0;

  constructor(session: SessionObjects<Pad>) {
    this.#session = session;
  }

  mayBegin(): boolean {
    const { parts, runner } = this.#session;
    const spent = { calls: this.#open, tokens: 0 };
    for (const { background, backgroundTokens } of modelsOf(runner.snapshot)) {
      spent.calls += background;
      spent.tokens += backgroundTokens;
    }
    const refusal = parts.spending?.refusal(spent);
    void runner.tell('SPENDING_LIMIT_REACHED', refusal);
    return refusal === undefined;
  }

  begin(): boolean {
    if (!this.mayBegin()) return false;
    this.#open += 1;
    this.#session.parts.spending?.add({ calls: 1 });
    return true;
  }

  told(given: unknown, model: string): ModelCall {
    const { parts, runner } = this.#session;
    const known = { model, purpose: 'background', atMs: parts.clock.nowMs() } as const;
    const call = checkedCall(given, known);
    const { inputTokens = 0, outputTokens = 0 } = call;
    // A chain of models tells more calls than it began.
    parts.spending?.add({ calls: this.#open > 0 ? 0 : 1, tokens: inputTokens + outputTokens });
    this.#open = Math.max(0, this.#open - 1);
    void runner.dispatch({ type: 'model-call', call });
    this.mayBegin();
    return call;
  }
}
