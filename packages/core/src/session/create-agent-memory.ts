import { amountsIn, checkedCall, FIGURES } from '../condense/model-call.ts';
import { checkedFormat } from '../formats/checked-format.ts';
import type { FormatChoice } from '../formats/format-choice.ts';
import { renderOpenAi } from '../formats/openai/render-openai.ts';
import { type AbortSignalLike, orAbort } from '../ground/platform/abort.ts';
import type { DefaultScratchpad } from '../live/scratchpad/default-scratchpad.ts';
import type { ScratchpadSchema } from '../live/scratchpad/scratchpad.ts';
import { changedSettings } from '../state/settings.ts';
import { entriesBetween, entryOf, placeOf } from '../transcript/transcript.ts';
import type {
  AgentMemory,
  AgentMemoryOptions,
  AssembleOptions,
  PastMoment,
  PlanOptions,
  WindowOption,
} from './agent-memory.ts';
import { Assembler } from './assembler.ts';
import { refusingUnknown } from './known-options.ts';
import { StateView, summariserNameOf } from './memory-state.ts';
import { usageEvent } from './provider/usage.ts';
import { sessionOf } from './session.ts';
import { sessionNotes } from './session-notes.ts';
import { sessionPartsOf } from './session-options.ts';
import type { SessionParts } from './session-parts.ts';

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
  return memoryOf(sessionPartsOf(options));
}

/** A shorter context has no JSON that takes long to read. */
const LONG_TOKENS = 250_000;

/** The memory of options that were read already: what each call does, with the objects of its session. */
export function memoryOf<Pad>(parts: SessionParts<Pad>): AgentMemory<Pad> {
  const session = sessionOf(parts);
  const { runner, lifecycle, planner, policies, conversation, settled, compactor } = session;
  const { clock } = parts;
  const assembler = new Assembler(session, session.compaction);
  const view = new StateView(runner, summariserNameOf(parts));
  const plan = ({ liveHosts = 'any' }: PlanOptions = {}) =>
    assembler.asRefused(planner.planFor(liveHosts));

  return refusingUnknown<AgentMemory<Pad>>({
    id: parts.id,
    get ready() {
      return lifecycle.ready();
    },
    loadOlder: async ({ signal } = {}) => lifecycle.whole(signal),
    append: (messages, options) => conversation.append(messages, options),
    reconcile: (messages, options) => conversation.reconcile(messages, options),
    async moveHead(entryId, { signal, asOf } = {}) {
      const pastOf = async (moment: PastMoment) =>
        (await session.compactionCode(signal)).pastState(moment, entryId, parts.scratchpad);
      await conversation.moveHead(entryId, signal, asOf && (() => pastOf(asOf)));
    },
    branches() {
      const { log, length } = runner.snapshot.transcript;
      return log.branches(length);
    },
    async reload({ signal } = {}) {
      await settled(signal);
      await orAbort(lifecycle.tabs?.reload() ?? Promise.resolve(), signal);
    },
    // The format decides the types of the messages; a session takes any format.
    async messages({ format = 'openai', signal }: AssembleOptions<FormatChoice> = {}) {
      await settled(signal);
      await lifecycle.older(signal);
      const { written } = await orAbort(session.formats.load(), signal);
      conversation.wasGiven();
      return written(entriesBetween(runner.snapshot.transcript), format) as never;
    },
    assemble: (options) => assembled(options, 'auto') as never,
    compact: async ({ signal } = {}) => (await compactor(signal)).compactNow(signal),
    previewCompaction: async ({ signal } = {}) => (await compactor(signal)).preview(),
    undoCompaction: async (id, { signal } = {}) => (await compactor(signal)).undo(id, signal),
    async archived({ signal, call } = {}) {
      await lifecycle.open(signal);
      if (call === undefined && !runner.snapshot.overlays.condensed) return undefined;
      return (await compactor(signal)).archived(call);
    },
    onOverflow: ({ error, ...options } = {}) => assembled(options, 'overflow', error) as never,
    async reportUsage(usage, { signal } = {}) {
      await lifecycle.open(signal);
      const { snapshot } = runner;
      const learned = usageEvent(snapshot, snapshot.assembled, usage);
      const { inputTokens } = usage;
      const known = { model: snapshot.model ?? '', purpose: 'user', atMs: clock.nowMs() } as const;
      const call = checkedCall(usage, known);
      const figures = amountsIn(usage, [...FIGURES, 'ms']);
      const { model = '' } = usage;
      const reported = { ...figures, inputTokens, ...(model && { model: call.model }) };
      if (call.model) void runner.dispatch({ type: 'model-call', call });
      // A report is learned at once; where it cannot be stored, the state says so.
      void runner.dispatch({ ...learned, reported });
    },
    plan,
    stateAt: async (call, { signal } = {}) => (await compactor(signal)).contextAt(call, signal),
    history: () => runner.snapshot.history.records,
    explain: (entryId) => planner.explain(entryId, plan()),
    remedies: async (itemId, { signal } = {}) => (await compactor(signal)).remedies(itemId, signal),
    entries: (range) => entriesBetween(runner.snapshot.transcript, range?.fromSeq, range?.toSeq),
    entry(entryId) {
      const entry = entryOf(runner.snapshot.transcript, entryId);
      const isImported = entry !== undefined && placeOf(entry) < session.imported.get();
      return isImported ? { ...entry, isImported } : entry;
    },
    async patchScratchpad(patch, { signal } = {}) {
      await lifecycle.open(signal);
      return (await session.compactionCode(signal)).patchScratchpad(
        patch,
        parts.scratchpad,
        signal,
      );
    },
    notes: sessionNotes(session.notes, lifecycle),
    part: (definition) => session.storedParts.of(definition),
    async configure(change, { signal } = {}) {
      await lifecycle.whole(signal);
      const { snapshot } = runner;
      const before = policies.of(snapshot);
      const { policy, ...changed } = changedSettings(snapshot, before, change, parts.settingsHost);
      const settings = { ...changed, policy: policy.name, policyIndex: policies.add(policy) };
      const stored = runner.dispatch({ type: 'settings-set', settings });
      if (settings.model !== undefined) void session.counts.start();
      await orAbort(stored, signal);
    },
    async writeBack({ signal } = {}) {
      await settled(signal);
      const { writer } = runner;
      return writer ? orAbort(writer.writeBack(), signal) : 0;
    },
    async together(work) {
      await settled(undefined);
      return runner.writer?.together(work) ?? work();
    },
    getState: () => view.state(),
    subscribe: (listener) => runner.subscribe(listener),
    onEvent: (listener) => runner.onEvent(listener),
    clearError: () => void runner.dispatch({ type: 'error-set', error: undefined }),
    dispose: session.dispose,
  });

  async function assembled(
    { format = 'openai', signal }: AssembleOptions<FormatChoice> = {},
    trigger: 'auto' | 'overflow',
    refusal?: unknown,
  ): Promise<unknown> {
    const other = format === 'openai' ? undefined : checkedFormat(format);
    await settled(signal);
    await prepared(signal);
    const need = { trigger, liveHosts: other?.liveHosts ?? 'any', signal } as const;
    const context =
      trigger === 'auto'
        ? await assembler.assemble(need)
        : await assembler.assembleAfterRefusal(need, refusal);
    if (context.totalTokens > LONG_TOKENS) await session.formats.prefetch();
    // Long JSON is read in slices, before a format that would read it in one go.
    await session.formats.loaded?.readied(context.items);
    const said = other ? other.render(context) : { messages: renderOpenAi(context) };
    return { ...said, plan: context };
  }

  /** Lets the features get ready; nothing is waited for where none of them wants to. */
  async function prepared(signal: AbortSignalLike | undefined): Promise<void> {
    const { transcript } = runner.snapshot;
    const failures = session.features.prepare({ transcript, clock, signal });
    if (!failures) return;
    const [message] = await orAbort(failures, signal);
    void runner.tell('FEATURE_FAILED', message);
  }
}
