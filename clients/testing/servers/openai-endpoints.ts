import { type Fields, isObject } from './values.ts';

/** A server that speaks Chat Completions with rules of its own for fields. */
export interface Endpoint {
  /** What it adds to its answers. */
  answers<Message extends Fields>(message: Message): Message;
  /** The fields that a message may have, and what is wrong with those that it has. */
  takes(message: Fields): {
    readonly fields: readonly string[];
    readonly fault?: string | undefined;
  };
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  assistant: ['role', 'content', 'tool_calls', 'name'],
  tool: ['role', 'content', 'tool_call_id'],
};

function fieldsOf({ role }: Fields): readonly string[] {
  return FIELDS[String(role)] ?? ['role', 'content', 'name'];
}

function callsOf({ tool_calls: calls }: Fields): readonly Fields[] {
  return Array.isArray(calls) ? calls.filter(isObject) : [];
}

/** An answer with more fields, of itself and of its calls. */
function withFields<Message extends Fields>(
  message: Message,
  fields: Fields,
  ofCalls: Fields = {},
) {
  const calls = callsOf(message).map((call) => ({ ...call, ...ofCalls }));
  return { ...message, ...fields, ...(calls.length > 0 && { tool_calls: calls }) };
}

/** Refuses every field that it does not know, those of its own answers too. Mistral does so as well. */
export const groq: Endpoint = {
  answers: (message) =>
    withFields(message, { reasoning: 'Hm.', annotations: [], executed_tools: [] }),
  takes: (message) => ({ fields: fieldsOf(message) }),
};

/** Wants the reasoning of each answer with calls back. https://api-docs.deepseek.com/guides/thinking_mode */
export const deepSeek: Endpoint = {
  answers: (message) => withFields(message, { reasoning_content: 'Hm.' }),
  takes(message) {
    const isMissing = callsOf(message).length > 0 && message.reasoning_content !== 'Hm.';
    return {
      fields: [...fieldsOf(message), 'reasoning_content'],
      fault: isMissing
        ? 'The reasoning_content in the thinking mode must be passed back to the API.'
        : undefined,
    };
  },
};

/** Gives calls no ids, and wants their signatures back. https://ai.google.dev/gemini-api/docs/thought-signatures */
export const gemini: Endpoint = {
  answers: (message) =>
    withFields(message, {}, { id: '', extra_content: { google: { thought_signature: 'c2ln' } } }),
  takes(message) {
    const isSigned = callsOf(message).every(({ extra_content: extra }) => isObject(extra));
    return {
      fields: [...fieldsOf(message), 'name'],
      fault: isSigned ? undefined : 'Function call is missing a thought_signature',
    };
  },
};
