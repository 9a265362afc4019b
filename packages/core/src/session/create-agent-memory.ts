import type { FormatChoice } from '../formats/named-formats.ts';
import type { DefaultScratchpad } from '../scratchpad/default-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type {
  AgentMemory,
  AgentMemoryOptions,
  AssembleOptions,
  WindowOption,
} from './agent-memory.ts';
import { refusingUnknown } from './known-options.ts';
import { Session } from './session.ts';
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
  return memoryMeasuredBy(undefined, options);
}

/** A memory whose figures are those of a measurer from the first one on, and not better ones later. */
export function memoryMeasuredBy(
  measurer: Measurer | undefined,
  options: AgentMemoryOptions<DefaultScratchpad>,
): AgentMemory<DefaultScratchpad> {
  return memoryOf(sessionPartsOf(options, measurer));
}

/** The memory of options that were read already. */
export function memoryOf<Pad>(parts: SessionParts<Pad>): AgentMemory<Pad> {
  const session = new Session<Pad>(parts);
  const { runner, conversation } = session;
  return refusingUnknown({
    id: parts.id,
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
