import {
  type AgentMemory,
  type ArchivedContext,
  type ContextPlan,
  createAgentMemory,
  type Decision,
  type Entry,
  estimatingCounter,
  fixedBudget,
  headTail,
  inMemoryStore,
  type OpenAiMessage,
  type TokenLedger,
} from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import type { CompactionFacts } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';

/** One thing that happens to a session. */
export type Happening =
  | { readonly kind: 'turn'; readonly about: number; readonly words: number }
  | { readonly kind: 'tool' | 'open-call'; readonly about: number; readonly words: number }
  | { readonly kind: 'assemble' | 'compact' | 'undo' | 'usage' | 'reload' }
  | { readonly kind: 'move'; readonly to: number | null }
  | { readonly kind: 'budget'; readonly inputTokens: number }
  | { readonly kind: 'policy' }
  | { readonly kind: 'notes'; readonly about: number };

const about = fc.nat({ max: 5 });
const words = fc.integer({ min: 3, max: 70 });

/** Sessions that compact, are taken back, continue elsewhere, and are opened again. */
export const happenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant('turn' as const), about, words }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('tool' as const), about, words }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('open-call' as const), about, words }) },
    {
      weight: 9,
      arbitrary: fc.constantFrom<Happening>(
        { kind: 'assemble' },
        { kind: 'assemble' },
        { kind: 'compact' },
        { kind: 'undo' },
        { kind: 'usage' },
        { kind: 'reload' },
        { kind: 'policy' },
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        to: fc.option(fc.nat({ max: 40 }), { freq: 8 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('budget' as const),
        inputTokens: fc.integer({ min: 300, max: 1_200 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('notes' as const), about }) },
  ),
  { minLength: 20, maxLength: 70 },
);

/** Everything that a panel could have shown when a context was sent. */
export interface SentThen {
  readonly call: number;
  readonly plan: ContextPlan;
  readonly openAi: unknown;
  readonly entries: readonly Entry[];
  readonly decisions: readonly (Decision | undefined)[];
  readonly compactions: readonly CompactionFacts[];
  readonly archived: ArchivedContext | undefined;
  readonly ledger: TokenLedger;
}

/** A value that is said in every message about this. */
export function spokenValue(subject: number): string {
  return `PAY-${9_417 + subject * 1_013}`;
}

/** A session to which things happen, and what was shown of each of its calls at the time. */
export class ToldSession {
  readonly sent: SentThen[] = [];
  readonly #store = inMemoryStore();
  readonly #clock = aSimulatedClock();
  #memory = this.#open(700);
  #inputTokens = 700;
  #said = 0;

  get memory(): AgentMemory {
    return this.#memory;
  }

  async tell(all: readonly Happening[]): Promise<void> {
    for (const happening of all) {
      this.#clock.advance(1_000);
      await this.#do(happening);
    }
  }

  async #do(happening: Happening): Promise<unknown> {
    const memory = this.#memory;
    switch (happening.kind) {
      case 'turn': {
        await this.#say('user', happening);
        await this.#assemble();
        return this.#say('assistant', happening);
      }
      case 'tool':
      case 'open-call':
        return this.#call(happening);
      case 'assemble':
        return this.#assemble();
      case 'compact':
        return memory.compact();
      case 'undo':
        return memory.undoCompaction().catch(() => undefined);
      case 'usage': {
        const { plan } = memory.getState();
        return plan && !plan.isRefused && memory.reportUsage({ inputTokens: plan.totalTokens + 9 });
      }
      case 'reload':
        await memory.dispose();
        this.#memory = this.#open(this.#inputTokens);
        return this.#memory.ready;
      case 'move': {
        const { to } = happening;
        return memory.moveHead(to === null ? null : (memory.entries()[to]?.id ?? null));
      }
      case 'budget':
        this.#inputTokens = happening.inputTokens;
        return memory.configure({ budget: fixedBudget(happening.inputTokens) });
      case 'policy':
        return memory.configure({ policy: headTail({ messages: 40 }) });
      case 'notes':
        return memory.notes.set('page', `It is about ${spokenValue(happening.about)}.`);
      default:
        return happening satisfies never;
    }
  }

  #text({ about: subject, words: count }: { about: number; words: number }): string {
    this.#said += 1;
    return `${this.#said}: ${spokenValue(subject)} ${'is to be paid soon '.repeat(Math.ceil(count / 4))}`;
  }

  #say(role: 'user' | 'assistant', about: { about: number; words: number }): Promise<unknown> {
    return this.#memory.append({ role, content: this.#text(about) });
  }

  async #call({ kind, ...about }: Extract<Happening, { kind: 'tool' | 'open-call' }>) {
    const id = `call-${this.#said}`;
    const called = { name: 'find', arguments: JSON.stringify({ for: spokenValue(about.about) }) };
    const asked: OpenAiMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: called }],
    };
    await this.#memory.append(asked);
    await this.#assemble();
    if (kind === 'open-call') return;
    const long = { ...about, words: about.words * 6 };
    await this.#memory.append({ role: 'tool', tool_call_id: id, content: this.#text(long) });
    await this.#assemble();
  }

  async #assemble(): Promise<void> {
    const memory = this.#memory;
    const context = await memory.assemble().catch(() => undefined);
    const record = memory.history().findLast(({ kind }) => kind === 'context');
    if (!context || record?.kind !== 'context') return;
    if (this.sent.at(-1)?.call === record.call) return;
    const entries = memory.entries();
    this.sent.push({
      call: record.call,
      plan: context.plan,
      openAi: context.messages,
      entries,
      decisions: entries.map(({ id }) => memory.explain(id)),
      compactions: memorySource(memory).getState().compactions,
      archived: await memory.archived(),
      ledger: memory.getState().ledger,
    });
  }

  #open(inputTokens: number): AgentMemory {
    return createAgentMemory({
      id: 'told',
      system: 'You help people who pay.',
      budget: fixedBudget(inputTokens),
      store: this.#store,
      clock: this.#clock,
      tokenCounter: estimatingCounter,
    });
  }
}
