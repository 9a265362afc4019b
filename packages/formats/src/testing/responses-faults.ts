import type { OpenAiResponsesContext } from '../openai-responses/responses-item.ts';

type Item = Readonly<Record<string, unknown>>;

const OUTPUT_OF: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  computer_call: 'computer_call_output',
};

/**
 * Gives the faults for which OpenAI's Responses API would refuse a request, in words. Source: OpenAI
 * API reference, "Create a model response", `input` (kinds of items, their fields and lengths); OpenAI
 * docs, "Function calling" (an output for each call, by its `call_id`), "Reasoning models" (reasoning
 * goes back with the items behind it), "Computer use".
 */
export function responsesFaults({ input }: OpenAiResponsesContext): readonly string[] {
  const items = input as unknown as readonly Item[];
  const faults = items.flatMap((item, index) =>
    itemFaults(item, items[index + 1]).map((fault) => `item ${index}: ${fault}`),
  );
  if (items.length === 0) faults.push('no input');
  return [...faults, ...idFaults(items), ...pairFaults(items)];
}

function itemFaults(item: Item, next: Item | undefined): readonly string[] {
  switch (item.type) {
    case undefined:
    case 'message':
      return messageFaults(item);
    case 'reasoning':
      return isOfAnswer(next) ? [] : ['reasoning without the item that follows it'];
    case 'function_call':
      return [...nameFaults(item), ...argumentFaults(item)];
    case 'custom_tool_call':
      return nameFaults(item);
    default:
      return [];
  }
}

function isOfAnswer(item: Item | undefined): boolean {
  if (item === undefined || item.type === 'reasoning') return false;
  if (item.role !== undefined) return item.role === 'assistant';
  return !/_output$/.test(String(item.type));
}

function messageFaults({ role, content }: Item): readonly string[] {
  if (typeof content === 'string') return content.trim() === '' ? ['blank content'] : [];
  const pieces = (content ?? []) as readonly Item[];
  const isSpoken = role === 'assistant';
  return [
    ...(pieces.length === 0 ? ['empty content'] : []),
    ...pieces.flatMap(({ type, text, refusal = text }) => [
      ...(isSpoken === /^(output_text|refusal)$/.test(String(type)) ? [] : [`${type} of ${role}`]),
      ...(typeof refusal === 'string' && refusal.trim() === '' ? ['a blank piece'] : []),
    ]),
  ];
}

function nameFaults({ name, call_id: callId }: Item): readonly string[] {
  return [
    ...(/^[a-zA-Z0-9_-]{1,64}$/.test(String(name)) ? [] : [`name ${name}`]),
    ...(String(callId).length > 64 ? [`call_id ${callId}`] : []),
  ];
}

function argumentFaults({ arguments: text }: Item): readonly string[] {
  try {
    const value: unknown = JSON.parse(String(text));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? [] : [`arguments ${text}`];
  } catch {
    return [`arguments ${text}`];
  }
}

function idFaults(items: readonly Item[]): readonly string[] {
  const ids = items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => `duplicate item with id ${id}`);
}

/** Each call has one output of its kind, behind it, and each output a call. */
function pairFaults(items: readonly Item[]): readonly string[] {
  const faults: string[] = [];
  const open = new Map<unknown, string>();
  for (const { type, call_id: callId } of items) {
    const output = OUTPUT_OF[String(type)];
    if (output !== undefined) {
      if (open.has(callId)) faults.push(`two open calls ${callId}`);
      open.set(callId, output);
    } else if (Object.values(OUTPUT_OF).includes(String(type))) {
      if (open.get(callId) !== type) faults.push(`no call found for ${type} ${callId}`);
      open.delete(callId);
    }
  }
  return [...faults, ...[...open.keys()].map((callId) => `no output found for call ${callId}`)];
}
