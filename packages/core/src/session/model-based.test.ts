import { setImmediate } from 'node:timers/promises';
import { isHistoryRecord } from '@agent-memory/sessions/stored';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { fromJsonValue, toJsonValue } from '../../../sessions/src/files/json-values.ts';
import { type EvictionPolicy, tokenBudget } from '../compaction/policies/eviction-policy.ts';
import type { ToolHints } from '../compaction/policies/tool-hints.ts';
import { headTail, slidingWindow } from '../compaction/policies/windows.ts';
import { readOpenAiMessage } from '../formats/openai/openai-chat.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import { QuotaExceededStoreError } from '../ground/errors/store-errors.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { CompactionOptions } from '../state/settings.ts';
import { transition } from '../state/transition.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import {
  contextFaultsOf,
  ReferenceSession,
  storedFaultsOf,
  unprotectedItems,
} from '../testing/reference-session.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import {
  aScriptedSummarizer,
  fails,
  hangs,
  type SummaryAnswer,
  says,
} from '../testing/scripted-summarizer.ts';
import { arbitrarySessionLife, type SessionCommand } from '../testing/session-commands.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget, type TokenBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import { EffectRunner } from './store/effect-runner.ts';

const RUNS = { numRuns: 200, seed: 20261122 };
// Hundreds of lives take their time on a busy machine; nothing here measures it.

const SYSTEM = 'Answer briefly.';
const POLICIES: readonly EvictionPolicy[] = [
  tokenBudget(),
  slidingWindow({ messages: 6 }),
  headTail({ messages: 4 }),
  { name: 'everything', choose: ({ units }) => units.map(({ start }) => start), isDue: () => true },
  { name: 'lies', choose: ({ units }) => [-1, 0.5, ...units.map(({ start }) => start + 1)] },
  {
    name: 'throws',
    choose: () => {
      throw new Error('a fault of the policy');
    },
  },
];
const RULES: readonly CompactionOptions[] = [
  {},
  { prepareAt: 0 },
  { prepareAt: 1 },
  { breaker: { failures: 1, coolDownMs: 1_000 }, summaryTimeoutMs: 1 },
];
const HINTS: readonly ToolHints[] = [
  {},
  { read_file: { ephemeral: true }, search: { latestOnly: true } },
  { read_file: { maxTokens: 64 } },
  { book: { pinned: true, maxTokens: 64 } },
];
const ANSWERS: readonly SummaryAnswer[] = [
  says('- all is well'),
  says('- ZFA04Y was booked for 2026-05-20'),
  fails('no GPU'),
  hangs,
  says(''),
  (request) => says('y'.repeat(50_000))(request, {}),
  () => Promise.resolve(null as never),
];

function pick<Value>(list: readonly Value[], index: number): Value {
  const value = list[index % list.length];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** One session with everything around it, driven by commands. */
class Driver {
  readonly reference = new ReferenceSession();
  readonly #disk = inMemoryStore();
  readonly #store = { ...aScriptedStore(this.#disk), name: 'disk', persistent: true };
  readonly #clock = aSimulatedClock();
  readonly #summarizer = aScriptedSummarizer();
  #budget: TokenBudget = fixedBudget(500);
  #policy: EvictionPolicy = tokenBudget();
  #rules: CompactionOptions = {};
  #hints: ToolHints = {};
  /** The plans that were sent, by the number of their call. */
  readonly #sent = new Map<number, ContextPlan>();
  /** All that was said under an id, oldest first. */
  readonly #versions = new Map<string, string[]>();
  #memory = this.#made();
  #ids = 0;

  #made(): AgentMemory {
    const memory = createAgentMemory({
      id: 'life',
      system: SYSTEM,
      budget: this.#budget,
      policy: this.#policy,
      compaction: this.#rules,
      toolHints: this.#hints,
      tokenCounter: simpleCounter,
      clock: this.#clock,
      createId: () => `id-${this.#ids++}`,
      store: this.#store,
      summarizer: this.#summarizer,
    });
    memory.onEvent((event) => {
      const newest = memory.history().at(-1);
      if (event.type !== 'plan-create' || newest?.kind !== 'context') return;
      if (!this.#sent.has(newest.call)) this.#sent.set(newest.call, structuredClone(event.plan));
    });
    return memory;
  }

  /** Every context that was sent can be shown again as it was. */
  async checkPast(): Promise<number> {
    const kept = this.#memory
      .history()
      .flatMap((each) => (each.kind === 'context' ? each.call : []));
    expect(kept).toEqual([...this.#sent.keys()]);
    for (const [call, plan] of this.#sent) {
      expect(await this.#memory.stateAt(call)).toEqual(plan);
    }
    return this.#sent.size;
  }

  async run(command: SessionCommand): Promise<void> {
    await this.#do(command);
    await this.#rest();
    expect(this.reference.faultsOf(this.#memory)).toEqual([]);
    expect(await storedFaultsOf(this.#disk, 'life', isHistoryRecord)).toEqual([]);
  }

  async begin(): Promise<void> {
    await this.#memory.ready;
  }

  async end(): Promise<void> {
    await this.#memory.dispose();
  }

  async #do(command: SessionCommand): Promise<unknown> {
    const memory = this.#memory;
    switch (command.kind) {
      case 'append':
        return this.#append(command.messages);
      case 'assemble':
        return this.#assemble(command.abortAfter);
      case 'assemble-thrice-and-append': {
        const three = [this.#assemble(undefined), this.#assemble(2), this.#assemble(undefined)];
        await this.#append([{ role: 'user', content: command.text }]);
        await Promise.all(three);
        return;
      }
      case 'compact': {
        const { signal, stop } = this.#abortable(command.abortAfter);
        await this.#settled(memory.compact({ signal }), ['ABORTED']);
        return stop();
      }
      case 'steps':
        for (let step = 0; step < command.count; step += 1) {
          const content = `${step} ${'word '.repeat(command.words)}`;
          await this.#append([{ role: step % 4 === 0 ? 'user' : 'assistant', content }]);
          await this.#assemble(undefined);
        }
        return;
      case 'edit': {
        const after = this.reference.idAhead(command.back);
        await this.#written(this.#memory.append(command.messages, { after }));
        this.reference.moveTo(after);
        return this.reference.append(this.#memory.entries());
      }
      case 'move':
        return this.#move(command.to);
      case 'move-meanwhile':
        return this.#moveMeanwhile(command);
      case 'preview': {
        const state = memory.getState();
        await this.#settled(memory.previewCompaction(), []);
        expect(memory.getState()).toBe(state);
        return;
      }
      case 'undo':
        return this.#undo(command.which);
      case 'budget': {
        const { inputTokens, isCostRule } = command;
        this.#budget = isCostRule
          ? fixedBudget(inputTokens)
          : fixedBudget(inputTokens, { high: 0.9, low: 0.4 });
        return this.#written(memory.configure({ budget: this.#budget }));
      }
      case 'policy':
        this.#policy = pick(POLICIES, command.index);
        return this.#written(memory.configure({ policy: this.#policy }));
      case 'rules':
        this.#rules = pick(RULES, command.index);
        return this.#written(memory.configure({ compaction: this.#rules }));
      case 'hints':
        this.#hints = pick(HINTS, command.index);
        return this.#written(memory.configure({ toolHints: this.#hints }));
      case 'scratchpad': {
        const objective = 'aim '.repeat(command.words);
        return this.#written(memory.patchScratchpad({ objective }));
      }
      case 'usage': {
        const planned = memory.getState().plan?.totalTokens ?? 0;
        const inputTokens = Math.round(planned * command.factor);
        await this.#settled(memory.reportUsage({ inputTokens }), ['INVALID_USAGE']);
        return;
      }
      case 'overflow':
        return this.#overflow();
      case 'summarizer':
        return this.#summarizer.behave(pick(ANSWERS, command.index));
      case 'store':
        return this.#trouble(command.trouble);
      case 'time':
        return this.#clock.advance(command.byMs);
      case 'reload':
        return this.#reload();
      default:
        return command satisfies never;
    }
  }

  async #append(messages: readonly (OpenAiMessage & { id?: string })[]): Promise<void> {
    const before = this.#memory.entries().length;
    const added = messages.filter((message) => {
      const id = this.#idOf(message);
      return id === undefined || this.reference.isLonger(id);
    });
    const isStored = await this.#written(this.#memory.append(messages));
    this.reference.append(this.#memory.entries({ fromSeq: before }));
    if (isStored && this.#memory.getState().store.persistent) {
      const stored = await this.#disk.load('life');
      expect(stored?.entries ?? []).toHaveLength(this.reference.size);
    }
    expect(this.#memory.entries().length).toBe(before + added.length);
  }

  /** The id under which a message stands: what the conversation lacks is the next version [MSG-7]. */
  #idOf({ id, ...message }: OpenAiMessage & { id?: string }): string | undefined {
    if (id === undefined) return undefined;
    const { role, parts } = readOpenAiMessage(message);
    const content = JSON.stringify({ role, parts });
    const versions = this.#versions.get(id) ?? [];
    const nameOf = (index: number) => (index === 0 ? id : `${id}~${index + 1}`);
    const known = versions.findIndex(
      (version, index) => version === content && this.reference.isAtHand(nameOf(index)),
    );
    if (known < 0) versions.push(content);
    this.#versions.set(id, versions);
    return nameOf(known < 0 ? versions.length - 1 : known);
  }

  /** @param before what has to be told first, because it was called for first */
  async #move(place: number | null, before: () => void = () => undefined): Promise<void> {
    const to = place === null ? null : this.reference.idAt(place);
    await this.#written(this.#memory.moveHead(to));
    before();
    this.reference.moveTo(to);
  }

  /** The head moves in the middle of something; what was decided for another path comes to nothing. */
  async #moveMeanwhile({
    to,
    during,
    afterTurns,
  }: Extract<SessionCommand, { kind: 'move-meanwhile' }>): Promise<void> {
    const id = `meanwhile-${this.reference.size}`;
    const working = this.#settled(this.#begun(during, id), [
      'CONTEXT_OVERFLOW',
      'UNDO_REFUSED',
      'STORE_UNAVAILABLE',
      'QUOTA_EXCEEDED',
    ]);
    for (let turn = 0; turn < afterTurns; turn += 1) await Promise.resolve();
    const moving = this.#move(to, () => {
      const appended = this.#memory.entry(id);
      if (appended) this.reference.append([appended]);
    });
    await Promise.all([working, moving]);
    this.#memory.clearError();
    await this.#assemble(undefined);
  }

  #begun(what: 'assemble' | 'compact' | 'undo' | 'append', id: string): Promise<unknown> {
    switch (what) {
      case 'assemble':
        return this.#memory.assemble();
      case 'compact':
        return this.#memory.compact();
      case 'undo':
        return this.#memory.undoCompaction();
      case 'append':
        return this.#memory.append({ id, role: 'user', content: 'meanwhile' });
      default:
        return what satisfies never;
    }
  }

  async #assemble(abortAfter: number | undefined): Promise<void> {
    const { signal, stop } = this.#abortable(abortAfter);
    const context = await this.#settled(this.#memory.assemble({ signal }), [
      'ABORTED',
      'CONTEXT_OVERFLOW',
    ]);
    stop();
    if (context) expect(contextFaultsOf(context, this.#memory, SYSTEM)).toEqual([]);
    else if (abortAfter === undefined) this.#expectNothingToGiveWay();
  }

  /** A context is refused only where nothing is left of it that may leave. */
  #expectNothingToGiveWay(): void {
    const plan = this.#memory.plan();
    const isPinned = Object.values(this.#hints).some(({ pinned }) => pinned);
    // Appended meanwhile, or kept to another limit than the one that it was compacted for.
    const isOther = plan.totalTokens <= plan.budget.inputTokens || plan.budget !== this.#budget;
    if (isPinned || isOther) return;
    expect(unprotectedItems(this.#memory)).toEqual([]);
  }

  async #overflow(): Promise<void> {
    const refused = this.#memory.getState().plan;
    const allowed = ['CONTEXT_OVERFLOW', 'OVERFLOW_PERSISTS'];
    const context = await this.#settled(this.#memory.onOverflow(), allowed);
    if (!context) return;
    expect(contextFaultsOf(context, this.#memory, SYSTEM)).toEqual([]);
    if (refused) expect(context.plan.totalTokens).toBeLessThan(refused.totalTokens);
  }

  async #undo(which: 'newest' | 'unknown' | number): Promise<void> {
    const { compactions } = this.#memory.getState();
    const wanted = typeof which === 'number' ? compactions.at(-1 - which)?.id : which;
    const id = wanted === 'newest' ? undefined : wanted;
    const state = this.#memory.getState();
    const record = await this.#settled(this.#memory.undoCompaction(id), ['UNDO_REFUSED']);
    if (!record) return expect(this.#memory.getState().compactions).toBe(state.compactions);
    expect(this.#memory.getState().compactions.at(-1)).toBe(record);
  }

  #trouble(trouble: 'once' | 'answer-lost' | 'full' | 'none'): void {
    this.#store.heal();
    if (trouble === 'once') this.#store.failNext('commit', new Error('the disk coughed'));
    if (trouble === 'answer-lost') {
      this.#store.failNextAfterwards('commit', new Error('the answer was lost'));
    }
    if (trouble === 'full') this.#store.failAll(['commit'], new QuotaExceededStoreError());
  }

  /** A page that is left in peace, and the next one. */
  async #reload(): Promise<void> {
    this.#store.heal();
    await this.#memory.patchScratchpad({ currentStep: 'reload' });
    const before = this.#memory;
    const { compactions, scratchpad } = before.getState();
    const items = JSON.stringify(before.plan().items.map(({ message }) => message));
    const branches = before.branches();
    const isCorrected = before.plan().budget.inputTokens !== this.#budget.inputTokens;
    await before.dispose();
    this.#memory = this.#made();
    await this.#memory.ready;
    expect(this.#memory.getState()).toMatchObject({ compactions, scratchpad, error: undefined });
    expect(this.#memory.branches()).toEqual(branches);
    if (isCorrected) return;
    expect(JSON.stringify(this.#memory.plan().items.map(({ message }) => message))).toBe(items);
  }

  /** A write that may meet a store in trouble. */
  async #written(writing: Promise<unknown>): Promise<boolean> {
    const done = writing.then(() => true);
    const isStored = await this.#settled(done, ['STORE_UNAVAILABLE', 'QUOTA_EXCEEDED']);
    this.#memory.clearError();
    return isStored ?? false;
  }

  /** Gives the outcome of a call; time goes on while it is awaited, so that nothing hangs for good. */
  async #settled<Value>(
    work: Promise<Value>,
    allowed: readonly string[],
  ): Promise<Value | undefined> {
    let isDone = false;
    const ended = work
      .catch((error: unknown) => {
        const code = AgentMemoryError.isInstance(error) ? error.code : String(error);
        if (!allowed.includes(code === 'Error: enough' ? 'ABORTED' : code)) throw error;
        return undefined;
      })
      .finally(() => {
        isDone = true;
      });
    const watched = ended.catch(() => undefined);
    for (let turns = 0; !isDone; turns += 1) {
      await Promise.race([watched, setImmediate()]);
      if (turns > 3) this.#clock.advance(20_000);
      if (turns > 2_000) throw new Error('It never ends.');
    }
    return ended;
  }

  #abortable(after: number | undefined) {
    const { signal, abort } = aSimulatedAbort();
    let isOver = after === undefined;
    void (async () => {
      for (let turns = 0; turns < (after ?? 0); turns += 1) await Promise.resolve();
      if (!isOver) abort(new Error('enough'));
    })();
    return {
      signal,
      stop: () => {
        isOver = true;
      },
    };
  }

  /** Waits for what goes on in the background: commits that nobody waited for, and summaries. */
  async #rest(): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    for (let turns = 0; this.#memory.getState().summary.status === 'working'; turns += 1) {
      this.#clock.advance(20_000);
      await setImmediate();
      if (turns > 200) throw new Error('The summariser never rests.');
    }
    this.#memory.clearError();
  }
}

// Fetched ahead, so that no life waits for it.
await import('./compaction-code.ts');
await import('./stored-session.ts');
await import('./append/foreign-messages.ts');
await import('../formats/openai/openai-format.ts');
await import('../store/redaction/redaction.ts');
await import('./store/count-exactly.ts');

async function live(commands: readonly SessionCommand[]): Promise<void> {
  const driver = new Driver();
  await driver.begin();
  for (const command of commands) await driver.run(command);
  await driver.end();
}

test('[CMP-7] [BUD-3] [STO-4] whatever happens to a session, it is what a naive reference says', async () => {
  await fc.assert(fc.asyncProperty(arbitrarySessionLife, live), RUNS);
});

test('[BUD-3] what was condensed for more room than there is now gives way, found with seed 20261122', async () => {
  await live([
    { kind: 'budget', inputTokens: 456, isCostRule: false },
    {
      kind: 'append',
      messages: [
        { role: 'system', content: 'You repair bicycles.' },
        { role: 'user', content: '' },
        { role: 'assistant', content: 'ipsum' },
      ],
    },
    { kind: 'steps', count: 2, words: 3 },
    { kind: 'rules', index: 9 },
    {
      kind: 'append',
      messages: [
        { role: 'system', content: 'You repair bicycles.' },
        {
          role: 'assistant',
          content: 'convallis sapien sapien sed purus purus et suscipit augue libero nulla blandit',
        },
        { role: 'user', content: 'word '.repeat(157) },
      ],
    },
    { kind: 'steps', count: 6, words: 20 },
    { kind: 'undo', which: 0 },
  ]);
});

/** An event as JSON: maps and figures have forms of their own there, and so has an error. */
function writeEvent(event: SessionEvent): string {
  const { error = undefined } = event.type === 'error-set' ? event : {};
  const { code, phase, message, name } = error ?? {};
  const plain = error ? { ...event, error: { code, phase, message, name } } : event;
  return JSON.stringify(toJsonValue(plain, 'event', refuseEvent));
}

function readEvent(text: string): SessionEvent {
  const event = fromJsonValue(JSON.parse(text), 'event', refuseEvent) as SessionEvent;
  if (event.type !== 'error-set' || !event.error) return event;
  const { code, phase, message, name } = event.error;
  return {
    ...event,
    error: Object.assign(new AgentMemoryError(code, message, { phase }), { name }),
  };
}

function refuseEvent(field: string, problem: string): never {
  throw new Error(`${field} ${problem}`);
}

/** Every event of every session, written as it happened, and the runner that took it. */
function recordEvents() {
  const written = new Map<
    EffectRunner<unknown>,
    { readonly begin: Snapshot; events: TimedEvent[] }
  >();
  const { dispatch } = EffectRunner.prototype;
  const spy = vi.spyOn(EffectRunner.prototype, 'dispatch');
  spy.mockImplementation(function (this: EffectRunner<unknown>, event) {
    const life = written.get(this) ?? { begin: this.snapshot, events: [] };
    written.set(this, life);
    const text = writeEvent(event);
    const stored = dispatch.call(this, event);
    // An event that was refused did not happen.
    life.events.push({ text, atMs: this.snapshot.atMs });
    return stored;
  });
  return { written, stop: () => spy.mockRestore() };
}

type Snapshot = EffectRunner<unknown>['snapshot'];

function shown({ transcript, ...state }: Snapshot) {
  const { log, length, ...marks } = transcript;
  return { ...state, ...marks, entries: log.slice(0, length), elsewhere: log.elsewhere };
}

test('[HIS-3] every event can be written as JSON, read back and replayed to the same state', async () => {
  const kinds = new Set<string>();
  const replaysAlike = async (commands: readonly SessionCommand[]) => {
    const { written, stop } = recordEvents();
    try {
      await live(commands);
    } finally {
      stop();
    }
    for (const [runner, { begin, events }] of written) {
      const replayed = events.reduce(stepped, begin);
      expect(shown(replayed)).toEqual(shown(runner.snapshot));
      for (const { text } of events) kinds.add(readEvent(text).type);
    }
  };
  await fc.assert(fc.asyncProperty(arbitrarySessionLife, replaysAlike), {
    ...RUNS,
    numRuns: Math.ceil(RUNS.numRuns / 4),
  });
  expect([...kinds]).toEqual(
    expect.arrayContaining(['append', 'compaction-end', 'settings-set', 'load-end', 'head-move']),
  );
});

interface TimedEvent {
  readonly text: string;
  readonly atMs: number;
}

function stepped(snapshot: Snapshot, { text, atMs }: TimedEvent): Snapshot {
  return transition(snapshot, readEvent(text), atMs)[0];
}

test('[HIS-1] what was sent at any past call can be shown, over reloads, branches, undo and changed settings', async () => {
  let calls = 0;
  const isShownAlike = async (commands: readonly SessionCommand[]) => {
    const driver = new Driver();
    await driver.begin();
    for (const command of commands) {
      await driver.run(command);
      if (command.kind === 'reload') await driver.checkPast();
    }
    calls += await driver.checkPast();
    await driver.end();
  };
  await fc.assert(fc.asyncProperty(arbitrarySessionLife, isShownAlike), RUNS);
  expect(calls).toBeGreaterThan(0);
});
