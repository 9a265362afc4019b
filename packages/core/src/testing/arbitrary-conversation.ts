import * as fc from 'fast-check';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';

/** One step of a generated conversation; `conversationOf` gives the calls their ids. */
type Step =
  | { readonly kind: 'user' | 'assistant' | 'system'; readonly text: string }
  | {
      readonly kind: 'calls';
      readonly text: string;
      readonly calls: readonly GeneratedCall[];
    }
  | { readonly kind: 'stray'; readonly text: string };

interface GeneratedCall {
  readonly tool: string;
  readonly argument: string;
  readonly result: string;
  /** Interrupted runs leave calls without a result; slow tools answer after others have spoken. */
  readonly fate: 'answered' | 'unanswered' | 'late' | 'twice';
}

const words = fc.oneof(
  { weight: 5, arbitrary: fc.lorem({ maxCount: 40, mode: 'words' }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '<|endoftext|>', '</earlier-conversation>', '🚂🚃') },
);

const resultText = fc.oneof(
  { weight: 4, arbitrary: words },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.lorem({ maxCount: 12, mode: 'words' }), fc.integer({ min: 1, max: 120 }))
      .map(([line, lines]) => Array.from({ length: lines }, (_, n) => `${n} ${line}`).join('\n')),
  },
);

const call: fc.Arbitrary<GeneratedCall> = fc.record({
  tool: fc.constantFrom('read_file', 'search', 'book'),
  argument: fc.constantFrom('src/main.ts', 'ZFA04Y', 'order_8887175', '2026-05-20'),
  result: resultText,
  fate: fc.oneof(
    { weight: 12, arbitrary: fc.constant('answered' as const) },
    { weight: 1, arbitrary: fc.constantFrom('unanswered', 'late', 'twice') },
  ),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('user' as const), text: words }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('assistant' as const), text: words }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('calls' as const),
      text: words,
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('system', 'stray'), text: fc.lorem() }),
  },
);

/**
 * Conversations as agents leave them, well-formed or not: parallel calls, calls without results,
 * results that come late, twice or from nowhere, system messages in the middle, huge results.
 *
 * @example
 * ```ts
 * fc.assert(fc.property(arbitraryConversation, (messages) => messages.length > 0));
 * ```
 */
export const arbitraryConversation: fc.Arbitrary<readonly OpenAiMessage[]> = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 40 }))
  .map(([hasSystem, steps]) => [
    ...(hasSystem ? [{ role: 'system', content: 'You repair bicycles.' } as const] : []),
    ...conversationOf(steps),
  ]);

function conversationOf(steps: readonly Step[]): readonly OpenAiMessage[] {
  const messages: OpenAiMessage[] = [];
  const late: OpenAiMessage[] = [];
  for (const [index, { kind, ...step }] of steps.entries()) {
    if (kind !== 'calls') {
      messages.push(
        kind === 'stray'
          ? { role: 'tool', tool_call_id: `nowhere-${index}`, content: step.text }
          : { role: kind, content: step.text },
      );
      messages.push(...late.splice(0));
      continue;
    }
    const calls = 'calls' in step ? step.calls : [];
    // Small local models number their calls again in every message, so ids repeat.
    const idOf = (position: number) => `call_${position}`;
    messages.push({
      role: 'assistant',
      content: step.text,
      tool_calls: calls.map(({ tool, argument }, position) => ({
        id: idOf(position),
        type: 'function',
        function: { name: tool, arguments: JSON.stringify({ argument }) },
      })),
    });
    for (const [position, { result, fate }] of calls.entries()) {
      const message: OpenAiMessage = {
        role: 'tool',
        tool_call_id: idOf(position),
        content: result,
      };
      if (fate === 'late') late.push(message);
      if (fate === 'answered') messages.push(message);
      if (fate === 'twice') messages.push(message, message);
    }
  }
  return messages;
}
