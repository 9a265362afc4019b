import type { OpenAiMessage } from '../formats/openai/openai-message.ts';

/**
 * Faults for which an OpenAI-compatible provider would refuse a list of messages, in words; empty when it
 * is well-formed. Every result stands right behind the message with its call, every call has one,
 * and the assistant says something or calls a tool.
 *
 * @example
 * ```ts
 * const { messages } = await memory.assemble();
 * expect(grammarFaults(messages)).toEqual([]);
 * ```
 */
export function grammarFaults(messages: readonly OpenAiMessage[]): readonly string[] {
  const faults: string[] = [];
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const callId = message.tool_call_id ?? '';
      if (!open.delete(callId)) faults.push(`message ${index}: result of no open call "${callId}"`);
      continue;
    }
    if (message.role === 'assistant' && saysNothing(message)) {
      faults.push(`message ${index}: assistant with neither content nor calls`);
    }
    for (const callId of open) faults.push(`message ${index}: call "${callId}" has no result`);
    open = new Set((message.tool_calls ?? []).map((call) => call.id));
  }
  for (const callId of open) faults.push(`end: call "${callId}" has no result`);
  return faults;
}

/** A refusal, a spoken answer or a call in the older form stands for content. */
const ANSWER_FIELDS = new Set(['content', 'tool_calls', 'refusal', 'audio', 'function_call']);

function saysNothing(message: OpenAiMessage): boolean {
  return Object.entries(message).every(
    ([name, value]) => !ANSWER_FIELDS.has(name) || isEmpty(value),
  );
}

function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}
