import type { ArchivedContext } from '../compaction/archived-context.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { Overlays } from '../compaction/overlay.ts';
import type { StageNotes } from '../compaction/stage.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import { asMemoryError } from '../errors/as-memory-error.ts';
import {
  type AgentMemoryError,
  InvalidMessageError,
  InvalidOptionError,
  SessionClosedError,
} from '../errors/errors.ts';
import type { AnyFormat } from '../formats/load-format.ts';
import type { LiveHosts, ReadMessage } from '../formats/message-format.ts';
import type { FormatChoice } from '../formats/named-formats.ts';
import type { Message } from '../message/message.ts';
import { readOpenAiMessage } from '../message/openai-chat.ts';
import { parsedWith } from '../message/parsed-with.ts';
import { copyPlainData } from '../message/plain-data.ts';
import type { CacheReport } from '../plan/cache-report.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { Decision } from '../plan/decision.ts';
import { explainEntry } from '../plan/explain.ts';
import type { LivePlacement } from '../plan/live-placement.ts';
import type { FixedContext } from '../plan/plan-context.ts';
import { renderOpenAi } from '../plan/render-openai.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdMaker } from '../platform/ids.ts';
import { frozenCopy } from '../scratchpad/frozen-copy.ts';
import { renderScratchpad } from '../scratchpad/render-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../storage/memory-store.ts';
import type { Redact } from '../storage/redacted-change.ts';
import { SerialQueue } from '../storage/serial-queue.ts';
import type { ContextCounter } from '../tokens/context-counter.ts';
import { estimatingCounter } from '../tokens/estimate-tokens.ts';
import { createMeasurer, type Measurer } from '../tokens/measurer.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { Entry } from '../transcript/entry.ts';
import {
  appended,
  type EntryDraft,
  entryOf,
  headIdOf,
  type Transcript,
} from '../transcript/transcript.ts';
import type {
  AppendableMessage,
  AppendOptions,
  AssembledContext,
  AssembleOptions,
  Branch,
  InitialMessages,
  MemoryState,
  MemoryStatus,
  ReportedUsage,
  SettingsChange,
  SignalOption,
} from './agent-memory.ts';
import { CompactionGate, type OnDemand } from './compaction-gate.ts';
import type { CompactionPreview } from './compactor.ts';
import { EffectRunner } from './effect-runner.ts';
import { messageOf } from './message-of.ts';
import { asksOfUnits } from './plan-stats.ts';
import { type PlanSurroundings, planInput, sessionPlan } from './session-plan.ts';
import { initialSnapshot, type SessionSettings, type SessionSnapshot } from './snapshot.ts';

/** Everything a session needs from outside, defaults filled in. */
export interface SessionParts<Pad> extends SessionSettings {
  readonly id: string;
  readonly system: string | (() => string) | undefined;
  /** The tool definitions as JSON, the way they are counted. */
  readonly toolsText: string | undefined;
  readonly store: MemoryStore | undefined;
  /** Absent: the extractive one. */
  readonly summarizer: Summarizer | undefined;
  readonly model: string | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly contextCounter: ContextCounter | undefined;
  readonly livePlacement: LivePlacement;
  readonly initialMessages: InitialMessages | undefined;
  readonly redact: Redact | undefined;
  readonly scratchpad: ScratchpadSchema<Pad>;
  readonly clock: Clock;
  readonly createId: IdMaker;
}

/** A change of the conversation that has taken effect. */
interface Change {
  readonly entries: readonly Entry[];
  /** Resolves when it is stored. */
  readonly stored: () => Promise<void>;
}

/** Contexts that the provider's own count finds too long are made smaller this often. */
const CORRECTIONS_PER_ASSEMBLY = 2;

/**
 * The imperative shell of one session: waits, counts, asks the summariser, and tells the pure parts
 * what happened. Nothing starts before the first call that needs it.
 */
export class Session<Pad> {
  readonly #parts: SessionParts<Pad>;
  readonly #runner: EffectRunner<Pad>;
  readonly #gate: CompactionGate<Pad>;
  readonly #turns = new SerialQueue();
  /** One pass over the entries at a time, so that none is counted and committed twice [TOK-3]. */
  readonly #counts = new SerialQueue();
  readonly #toolsMessage: Message | undefined;
  #measurer: Measurer;
  #loading: Promise<void> | undefined;
  /** Where live text may stand in the format that is asked for. */
  #hosts: LiveHosts = 'any';
  /** For each of them: assemblies in different formats may be under way. */
  readonly #planned: {
    [Hosts in LiveHosts]?: { readonly key: readonly unknown[]; readonly plan: ContextPlan };
  } = {};
  #sent: { readonly plan: ContextPlan; readonly sent: ContextPlan } | undefined;
  #state: MemoryState<Pad> | undefined;
  /** What the state was made from. */
  #stateOf: SessionSnapshot<Pad> | undefined;
  /** What keeps the session from doing anything. */
  #fault: AgentMemoryError | undefined;
  #isDisposed = false;

  constructor(parts: SessionParts<Pad>) {
    this.#parts = parts;
    const scratchpad = frozenCopy(parts.scratchpad.initial);
    const { id, budget, policy, rules, encoding } = parts;
    const snapshot = initialSnapshot({ id, budget, policy, rules, encoding, scratchpad });
    const { redact } = parts;
    const storable = async (change: SessionChange) =>
      redact ? (await this.#gate.open()).code.redactedChange(change, redact) : change;
    this.#runner = new EffectRunner(snapshot, parts.store, parts.clock, redact && storable);
    this.#measurer = createMeasurer(parts.tokenCounter ?? estimatingCounter);
    this.#gate = new CompactionGate({
      runner: this.#runner,
      summarizer: parts.summarizer,
      clock: parts.clock,
      createId: parts.createId,
      measurer: () => this.#measurer,
      budget: () => this.#runner.snapshot.corrected ?? this.#runner.snapshot.budget,
      plan: () => this.plan(),
      planUnder: (overlays, record) => this.#planUnder(overlays, record),
      fixedTokens: () => this.#fixedTokens(),
      notes: () => this.#notes(),
      refuseDisposed: () => this.#refuseDisposed(),
    });
    this.#toolsMessage = systemMessage(parts.toolsText);
  }

  get runner(): EffectRunner<Pad> {
    return this.#runner;
  }

  /** Loads the stored session, once. Never rejects. */
  ready(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async append(
    messages: Appendable | readonly Appendable[],
    { format = 'openai', after, signal }: AppendOptions<FormatChoice> = {},
  ): Promise<readonly Entry[]> {
    const list = Array.isArray(messages) ? messages : [messages];
    const isOurs = format === 'openai';
    const isOpenAi = isOurs && !list.some(isOwnForm);
    const openAi = isOpenAi && list.map(read);
    // What the caller changes from here on changes nothing any more.
    const given = isOurs && !isOpenAi ? list.map(copyPlainData) : list;
    return this.#inTurn(signal, async () => {
      const incoming = openAi || (await this.#readIn(format, given, signal));
      await this.#open(signal);
      return this.#add(incoming, incoming[0] && after, signal);
    });
  }

  async sync(
    messages: readonly Appendable[],
    { format = 'openai', signal }: AppendOptions<FormatChoice> = {},
  ): Promise<readonly Entry[]> {
    return this.#inTurn(signal, async () => {
      const { code } = await this.#opened(signal);
      const { redact } = this.#parts;
      const transcript = () => this.#runner.snapshot.transcript;
      const said = code.syncOf(messages, format, { transcript, redact });
      const { kept, append, moveTo } = await orAbort(said, signal);
      return this.#add(append, moveTo, signal, kept);
    });
  }

  async messages({
    format = 'openai',
    signal,
  }: AssembleOptions<FormatChoice> = {}): Promise<readonly unknown[]> {
    return (await this.#formatOf(format, signal)).write(this.entries());
  }

  async moveHead(entryId: string | null, { signal }: SignalOption = {}): Promise<void> {
    await this.#inTurn(signal, async () => {
      await this.#open(signal);
      return this.#add([], entryId, signal);
    });
  }

  branches(): readonly Branch[] {
    const { log, length } = this.#runner.snapshot.transcript;
    return log.branches(length);
  }

  async #readIn(
    format: FormatChoice,
    list: readonly unknown[],
    signal: AbortSignalLike | undefined,
  ): Promise<readonly ReadMessage[]> {
    const { code } = await this.#opened(signal);
    return orAbort(code.readMessages(list, format), signal);
  }

  async #formatOf(format: FormatChoice, signal: AbortSignalLike | undefined): Promise<AnyFormat> {
    const { code } = await this.#opened(signal);
    return orAbort(code.loadFormat(format), signal);
  }

  /**
   * Does what changes the conversation when all that was called for earlier has taken effect, whatever
   * each has to fetch first; then waits until it is stored.
   */
  async #inTurn(
    signal: AbortSignalLike | undefined,
    work: () => Promise<Change>,
  ): Promise<readonly Entry[]> {
    const { entries, stored } = await orAbort(this.#turns.run(work), signal);
    await orAbort(stored(), signal);
    return entries;
  }

  #drafts(incoming: readonly ReadMessage[]): readonly EntryDraft[] {
    const createdAtMs = this.#now();
    return incoming.map(({ id = this.#parts.createId(), message }) => {
      return { id, createdAtMs, message, tokens: this.#measurer.message(message) };
    });
  }

  /** Goes on behind the head, or behind `after`. */
  async #add(
    incoming: readonly ReadMessage[],
    after: string | null | undefined,
    signal: AbortSignalLike | undefined,
    kept: readonly Entry[] = [],
  ): Promise<Change> {
    const given = this.#drafts(incoming);
    const { log } = this.#runner.snapshot.transcript;
    const mayMove = after !== undefined || given.some(({ id }) => log.findElsewhere(id));
    const code = mayMove ? (await this.#opened(signal)).code : undefined;
    const atMs = this.#now();
    const { transcript } = this.#runner.snapshot;
    const drafts = code?.placedDrafts(transcript, after, given, this.#parts.redact) ?? given;
    const committed = this.#runner.dispatch(
      code
        ? code.headMoveEvent({ after, drafts, atMs, measurer: this.#measurer })
        : { type: 'append', drafts, atMs },
    );
    // A repeated message is acknowledged when the first one is stored.
    const isRepeat = this.#runner.snapshot.transcript === transcript;
    // What is taken up from another branch may have been estimated only.
    if (code && this.#measurer.source === 'counted') this.#countExactly();
    return {
      entries: [...kept, ...drafts.flatMap(({ id }) => this.entry(id) ?? [])],
      stored: () => (isRepeat ? this.#runner.allStored(atMs) : committed),
    };
  }

  async assemble({
    format = 'openai',
    signal,
  }: AssembleOptions<FormatChoice> = {}): Promise<AssembledContext<FormatChoice>> {
    const other = format === 'openai' ? undefined : await this.#formatOf(format, signal);
    await this.#open(signal);
    return this.#assembled('auto', other, signal);
  }

  async onOverflow({
    format = 'openai',
    signal,
  }: AssembleOptions<FormatChoice> = {}): Promise<AssembledContext<FormatChoice>> {
    const other = format === 'openai' ? undefined : await this.#formatOf(format, signal);
    const { code } = await this.#opened(signal);
    return code.steppedDown(this.#runner, () => this.#assembled('overflow', other, signal));
  }

  async reportUsage(usage: ReportedUsage, { signal }: SignalOption = {}): Promise<void> {
    const { code } = await this.#opened(signal);
    const { snapshot } = this.#runner;
    const learned = this.#runner.dispatch(code.ledgerAfter(snapshot, snapshot.assembled, usage));
    await orAbort(learned, signal);
  }

  async compact({ signal }: SignalOption = {}): Promise<CompactionRecord | undefined> {
    const { compactor } = await this.#opened(signal);
    return compactor.compactNow(signal);
  }

  async previewCompaction({ signal }: SignalOption = {}): Promise<CompactionPreview | undefined> {
    const { compactor } = await this.#opened(signal);
    return compactor.preview();
  }

  async undoCompaction(
    compactionId?: string,
    { signal }: SignalOption = {},
  ): Promise<CompactionRecord> {
    const { compactor } = await this.#opened(signal);
    return compactor.undo(compactionId, signal);
  }

  async archived({ signal }: SignalOption = {}): Promise<ArchivedContext | undefined> {
    await this.#open(signal);
    if (!this.#runner.snapshot.overlays.condensed) return undefined;
    return (await this.#opened(signal)).compactor.archived();
  }

  /** The plan of what stands now, in the format last assembled; made once for it. */
  plan(): ContextPlan {
    const { snapshot } = this.#runner;
    const key = [
      snapshot.transcript,
      snapshot.overlays,
      snapshot.compactions,
      snapshot.useless,
      snapshot.scratchpad,
      snapshot.degraded,
      snapshot.budget,
      snapshot.policy,
      snapshot.rules,
      snapshot.ledger,
      snapshot.corrected,
      snapshot.system,
      this.#measurer,
      this.#asks(),
    ];
    const known = this.#planned[this.#hosts];
    if (known && isSameKey(known.key, key)) return known.plan;
    const plan = this.#planOf(snapshot);
    this.#planned[this.#hosts] = { key, plan };
    return plan;
  }

  explain(entryId: string): Decision | undefined {
    return explainEntry(
      this.plan(),
      planInput(this.#runner.snapshot, this.#surroundings()),
      entryId,
    );
  }

  entries(fromSeq = 0, toSeq = Number.POSITIVE_INFINITY): readonly Entry[] {
    const { transcript } = this.#runner.snapshot;
    const end = Math.max(0, Math.min(toSeq, transcript.length));
    return transcript.log.slice(Math.max(0, fromSeq), end);
  }

  entry(entryId: string): Entry | undefined {
    return entryOf(this.#runner.snapshot.transcript, entryId);
  }

  async patchScratchpad(patch: Partial<Pad>, { signal }: SignalOption = {}): Promise<void> {
    const { code } = await this.#opened(signal);
    const { scratchpad } = this.#parts;
    await orAbort(code.noteDown(this.#runner, scratchpad, patch, this.#now()), signal);
  }

  async configure(change: SettingsChange, { signal }: SignalOption = {}): Promise<void> {
    const { code } = await this.#opened(signal);
    await orAbort(code.configure(this.#runner, change, this.#now()), signal);
  }

  state(): MemoryState<Pad> {
    const { snapshot, store } = this.#runner;
    const old = this.#state;
    const storeInUse = kept(old?.store, { name: store.name, persistent: store.persistent });
    if (old?.store === storeInUse && this.#stateOf === snapshot) return old;
    const { transcript } = snapshot;
    const state: MemoryState<Pad> = {
      status: statusOf(snapshot),
      error: snapshot.error,
      entries: transcript.length,
      headId: headIdOf(transcript),
      budget: snapshot.budget,
      plan: snapshot.assembled,
      scratchpad: snapshot.scratchpad,
      compactions: snapshot.compactions,
      breaker: snapshot.breaker,
      summary: kept(old?.summary, {
        ...snapshot.summary,
        name: this.#parts.summarizer?.name ?? 'extractive',
      }),
      ledger: snapshot.ledger,
      degraded: snapshot.degraded,
      store: storeInUse,
    };
    this.#stateOf = snapshot;
    this.#state = state;
    return state;
  }

  clearError(): void {
    void this.#runner.dispatch({ type: 'error-clear' });
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#gate.dispose();
    this.#runner.stopListening();
    await this.#loading;
    await this.#runner.settled();
  }

  async #load(): Promise<void> {
    void this.#runner.dispatch({ type: 'load-start' });
    const stored = await this.#runner.load(this.#parts.scratchpad);
    const initial = stored?.entries.length ? undefined : await this.#initial();
    // A policy or a hint that asks is heard from the first plan on.
    if (asksOfUnits(this.#runner.snapshot)) await this.#gate.prefetch();
    const opened = { ...stored?.opened, ...initial, ...this.#systemText(stored) };
    void this.#runner.dispatch({ type: 'load-end', opened });
    void this.#gate.prefetch();
    this.#countExactly();
  }

  /** A conversation that began elsewhere. One that cannot be read is left out, and the error says so. */
  async #initial(): Promise<{ readonly transcript?: Transcript }> {
    const { initialMessages } = this.#parts;
    if (!initialMessages) return {};
    try {
      const { code } = await this.#gate.open();
      const drafts = await code.initialDrafts(initialMessages, (read) => this.#drafts(read));
      return { transcript: drafts.reduce(appended, this.#runner.snapshot.transcript) };
    } catch (cause) {
      const error = asMemoryError(cause);
      // Once something else was stored it would be left out for good.
      if (error.recoverable) this.#fault = error;
      void this.#runner.dispatch({ type: 'error-set', error });
      return {};
    }
  }

  /** Replaces estimates by counts, off the critical path; estimates stay when the ranks cannot be had. */
  #countExactly(): void {
    void this.#counts.run(async () => {
      try {
        const { code } = await this.#gate.open();
        await code.countExactly({
          ...this.#parts,
          measurer: this.#measurer,
          runner: this.#runner,
          isOver: () => this.#isDisposed,
          use: (measurer) => {
            this.#measurer = measurer;
          },
        });
      } catch (error) {
        const message = `Exact token counts are not available, so figures stay estimates. ${messageOf(error)}`;
        const degradation = { code: 'TOKENIZER_UNAVAILABLE', message } as const;
        return this.#runner.dispatch({ type: 'degradation-set', degradation });
      }
    });
  }

  async #open(signal?: AbortSignalLike): Promise<void> {
    this.#refuseDisposed();
    throwIfAborted(signal);
    await orAbort(this.ready(), signal);
    this.#refuseDisposed();
    if (this.#fault) throw this.#fault;
  }

  /** What stands behind the gate; for calls that cannot do without it. */
  async #opened(signal?: AbortSignalLike): ReturnType<CompactionGate<Pad>['open']> {
    await this.#open(signal);
    const opened = await orAbort(this.#gate.open(), signal);
    this.#refuseDisposed();
    return opened;
  }

  #refuseDisposed(): void {
    if (this.#isDisposed) throw new SessionClosedError(this.#parts.id);
  }

  /** Compacts where needed, has the provider's count confirm what is close to the limit, and renders. */
  async #assembled(
    trigger: 'auto' | 'overflow',
    format: AnyFormat | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<AssembledContext<FormatChoice>> {
    const wish: Wish = { trigger, hosts: format?.liveHosts ?? 'any', signal };
    // A cache report needs a context before this one, and the code that was fetched meanwhile.
    const { assembled } = this.#runner.snapshot;
    const code = assembled && (await orAbort(this.#gate.prefetch(), signal));
    let plan = await this.#planToSend(wish);
    for (let left = CORRECTIONS_PER_ASSEMBLY; left > 0; left -= 1) {
      if (!(await this.#isFoundTooLong(plan, signal))) break;
      plan = await this.#planToSend(wish);
    }
    // While the provider counted, something may have been appended or reported.
    this.#hosts = wish.hosts;
    if (plan !== this.plan()) plan = await this.#planToSend(wish);
    const sent = this.#sentPlan(plan, code);
    void this.#runner.dispatch({ type: 'plan-set', plan: sent });
    if (sent.totalTokens > sent.budget.inputTokens) {
      const { code: opened } = await this.#gate.open();
      throw opened.overflowError(sent);
    }
    const context = format ? format.render(sent) : { messages: renderOpenAi(sent) };
    return { ...context, plan: sent };
  }

  /** The plan with what it means for a prompt cache; the same object while nothing changes. */
  #sentPlan(plan: ContextPlan, code: OnDemand | undefined): ContextPlan {
    if (this.#sent?.plan !== plan) {
      const { assembled } = this.#runner.snapshot;
      const cache = assembled ? code?.cacheReport(assembled, plan) : firstCall(plan);
      this.#sent = { plan, sent: { ...plan, ...(cache && { cache }) } };
    }
    return this.#sent.sent;
  }

  async #planToSend({ trigger, hosts, signal }: Wish): Promise<ContextPlan> {
    let plan: ContextPlan | undefined;
    do {
      this.#hosts = hosts;
      plan = await this.#gate.compactWhereNeeded(signal, trigger);
      // What was appended or asked for while this waited may have changed what is needed.
      this.#hosts = hosts;
    } while (plan !== this.plan());
    this.#refuseDisposed();
    throwIfAborted(signal);
    return plan;
  }

  /** Whether the provider's own count finds the context too long; then its figure was learned [TOK-7]. */
  async #isFoundTooLong(plan: ContextPlan, signal: AbortSignalLike | undefined): Promise<boolean> {
    const { contextCounter: counter, clock } = this.#parts;
    if (!counter || plan.totalTokens > plan.budget.inputTokens) return false;
    // Who cannot reach this page's own files does not reach a provider either.
    const code = await orAbort(this.#gate.prefetch(), signal);
    if (!code) return false;
    return code.isFoundTooLong({ runner: this.#runner, plan, counter, clock, signal });
  }

  #planUnder(overlays: Overlays, record: CompactionRecord): ContextPlan {
    const { snapshot } = this.#runner;
    const compactions = [...snapshot.compactions, record];
    return this.#planOf({ ...snapshot, overlays, compactions });
  }

  #planOf(snapshot: SessionSnapshot<Pad>): ContextPlan {
    return sessionPlan(snapshot, this.#surroundings());
  }

  #surroundings(): PlanSurroundings {
    const { livePlacement: placement, summarizer } = this.#parts;
    const hasSummarizer = summarizer !== undefined;
    const hosts = this.#hosts;
    const asks = this.#asks();
    const measurer = this.#measurer;
    return { fixed: this.#fixed(), measurer, placement, hosts, hasSummarizer, asks };
  }

  /** What asks units, where a policy or a hint wants it. */
  #asks(): OnDemand['askedOfUnits'] | undefined {
    return asksOfUnits(this.#runner.snapshot) ? this.#gate.code?.askedOfUnits : undefined;
  }

  #fixed(): FixedContext {
    const measured = (message: Message) => ({ message, tokens: this.#measurer.message(message) });
    const { system } = this.#runner.snapshot;
    return {
      ...(system && { system: measured(system) }),
      ...(this.#toolsMessage && { tools: measured(this.#toolsMessage) }),
    };
  }

  #notes(): StageNotes | undefined {
    const { scratchpad, scratchpadAtLength } = this.#runner.snapshot;
    const text = renderScratchpad(scratchpad, Number.POSITIVE_INFINITY, () => 0);
    return text === '' ? undefined : { text, coversToSeq: scratchpadAtLength };
  }

  /** The system text of this session: a volatile one is what it was when the session began [TIER-1]. */
  #systemText(stored: StoredSession | undefined): {
    readonly system?: Message;
    readonly newSystemText?: string;
  } {
    const { system } = this.#parts;
    if (typeof system !== 'function') return withSystem(system);
    if (stored?.system !== undefined) return withSystem(stored.system);
    try {
      const text: unknown = system();
      if (typeof text !== 'string') throw new TypeError(`it gave something of type ${typeof text}`);
      return { ...withSystem(text), newSystemText: text };
    } catch (cause) {
      // Without its rules no agent goes on: every later call hears why they could not be made.
      const error = new InvalidOptionError('system', `gave no text: ${messageOf(cause)}.`);
      this.#fault = error;
      void this.#runner.dispatch({ type: 'error-set', error });
      return {};
    }
  }

  #fixedTokens(): number {
    const { system, tools } = this.#fixed();
    return (system?.tokens.value ?? 0) + (tools?.tokens.value ?? 0);
  }

  #now(): number {
    return this.#parts.clock.nowMs();
  }
}

/** What an assembly is to give. */
interface Wish {
  readonly trigger: 'auto' | 'overflow';
  readonly hosts: LiveHosts;
  readonly signal: AbortSignalLike | undefined;
}

/** A message in any form, with the id that a caller may have given it; read before it is believed. */
type Appendable = AppendableMessage<FormatChoice>;

function isOwnForm(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'parts' in input;
}

function read(input: unknown): ReadMessage {
  const message = parsedWith(input, readOpenAiMessage);
  const { id } = input as { readonly id?: unknown };
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    throw new InvalidMessageError('id', 'must be text that is not empty.');
  }
  // Originals are handed out, and nobody is to change them.
  message.parts.forEach(Object.freeze);
  Object.freeze(message);
  return id === undefined ? { message } : { id, message };
}

function firstCall({ items, totalTokens }: ContextPlan): CacheReport {
  const [first] = items;
  const firstChange = first && ({ itemId: first.id, cause: 'first-call' } as const);
  const nothing = { keptTokens: 0, lostTokens: 0, newTokens: totalTokens };
  return { ...nothing, ...(firstChange && { firstChange }) };
}

function withSystem(text: string | undefined): { readonly system?: Message } {
  const system = systemMessage(text);
  return system ? { system } : {};
}

function systemMessage(text: string | undefined): Message | undefined {
  return text ? { role: 'system', parts: [{ type: 'text', text }] } : undefined;
}

function statusOf(snapshot: SessionSnapshot<unknown>): MemoryStatus {
  if (snapshot.error) return 'error';
  if (snapshot.phase !== 'ready') return 'hydrating';
  return snapshot.isCompacting ? 'compacting' : 'ready';
}

/** The old object where the new one says the same, so that who reads only it sees no change. */
function kept<Value extends object>(old: Value | undefined, value: Value): Value {
  return old && isSameKey(Object.values(value), Object.values(old)) ? old : value;
}

function isSameKey(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((part, index) => part === b[index]);
}
