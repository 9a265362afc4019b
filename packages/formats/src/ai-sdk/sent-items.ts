import { type Message, type PlanItem, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import type { BarePlan, ToolCallPart } from '@agent-memory/core/formats';
import { formatKit } from '@agent-memory/core/internal';

/** The items of a plan that become messages of the AI SDK. */
interface SentItems {
  /** In send order; live text, which goes into one of them, is not among them. */
  readonly items: readonly PlanItem[];
  /** The user has allowed or forbidden calls, and the AI SDK is to carry that out: nothing may follow them. */
  readonly isAwaiting: boolean;
}

/** Tells whether the AI SDK is about to answer a call; `results` are the messages behind it. */
type IsAwaited = (call: ToolCallPart, message: Message, results: readonly Message[]) => boolean;

/**
 * The messages that are sent. A call at the end of a context that the user has just decided on needs
 * no stand-in for its result: the AI SDK runs the tool, or says that it was denied, before a model
 * reads the context.
 */
export function sentItems(plan: BarePlan, isAwaited: IsAwaited): SentItems {
  const messages = plan.items.filter(({ tier, kind }) => tier !== 'live' && kind !== 'tools');
  const items = formatKit.withJoinedAnswers(messages);
  const results = trailingResults(items);
  const asking = items[items.length - results.length - 1]?.message;
  if (asking?.role !== 'assistant') return { items, isAwaiting: false };
  const answers = results.filter(({ kind }) => kind !== 'repair').map(({ message }) => message);
  const awaited = new Set(
    toolCallsOf(asking)
      .filter((call) => isAwaited(call, asking, answers))
      .map(({ callId }) => callId),
  );
  const isNeedless = ({ kind, message }: PlanItem) =>
    kind === 'repair' && toolResultsOf(message).some(({ callId }) => awaited.has(callId));
  const needless = new Set(results.filter(isNeedless));
  return { items: items.filter((item) => !needless.has(item)), isAwaiting: needless.size > 0 };
}

function trailingResults(items: readonly PlanItem[]): readonly PlanItem[] {
  return items.slice(items.findLastIndex(({ message }) => message.role !== 'tool') + 1);
}

/** The messages with those of the system first: some providers accept them only at the beginning. */
export function systemFirst<Draft extends Pick<Message, 'role'>>(
  drafts: readonly Draft[],
): Draft[] {
  const isSystem = ({ role }: Draft) => role === 'system';
  return [...drafts.filter(isSystem), ...drafts.filter((draft) => !isSystem(draft))];
}
