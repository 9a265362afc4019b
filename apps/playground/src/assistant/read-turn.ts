import type { OpenAiMessage } from '@agent-memory/core';
import type { Step, Turn } from './assistant-move.ts';
import { contextTexts, resultText } from './context-texts.ts';

/** Reads an assembled context as a turn: the question, the steps made for it, and all that stands around it. */
export function readTurn(context: readonly OpenAiMessage[]): Omit<Turn, 'tools' | 'now'> {
  const read = context.map((message) => ({ message, texts: contextTexts([message]) }));
  const asking = read.findLastIndex(({ texts }) => texts.some(({ origin }) => origin === 'user'));
  const question = read[asking]?.texts.findLast(({ origin }) => origin === 'user');
  return {
    question: question?.text.trim() ?? '',
    texts: read.flatMap(({ texts }) => texts).filter((text) => text !== question),
    steps: stepsIn(context.slice(asking + 1)),
    results: stepsIn(context),
  };
}

function stepsIn(messages: readonly OpenAiMessage[]): readonly Step[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' && message.tool_call_id !== undefined
        ? [[message.tool_call_id, resultText(message)] as const]
        : [],
    ),
  );
  return messages
    .flatMap(({ tool_calls = [] }) => tool_calls)
    .flatMap(({ id, function: { name, arguments: json } }) => {
      const result = results.get(id);
      return result === undefined ? [] : [{ toolName: name, arguments: objectIn(json), result }];
    });
}

/** The object that a JSON text holds; `{}` where it holds none, as behind a marker of what was shortened. */
export function objectIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
