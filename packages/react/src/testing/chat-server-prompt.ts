import type { MockLanguageModelV3 } from 'ai/test';

type Prompt = Parameters<MockLanguageModelV3['doStream']>[0]['prompt'];
type PromptMessage = Prompt[number];

/** Why a provider would refuse a prompt; `undefined` where it would take it. */
export function refusalOf(prompt: Prompt): string | undefined {
  const begin = prompt.findIndex(({ role }) => role !== 'system');
  const first = prompt[begin];
  if (first?.role !== 'user') return 'The first message must be from the user.';
  const late = prompt.slice(begin).find(({ role }) => role === 'system');
  if (late) return 'System messages must come first.';
  const last = prompt.at(-1);
  if (last?.role === 'assistant') return 'The last message must be from the user or a tool.';
  return prompt.map(emptyIn).find(Boolean) ?? callFaultIn(prompt);
}

function emptyIn(message: PromptMessage, at: number): string | undefined {
  const isEmpty =
    message.content.length === 0 ||
    (typeof message.content !== 'string' &&
      message.content.some((part) => part.type === 'text' && part.text === ''));
  return isEmpty ? `Message ${at} is empty.` : undefined;
}

/** Every call is answered right behind its message, once, and nothing else is. */
function callFaultIn(prompt: Prompt): string | undefined {
  let open: readonly string[] = [];
  const known = new Set<string>();
  for (const message of prompt) {
    if (message.role === 'tool') {
      const answered = resultsOf(message);
      const stray = answered.find((id) => !open.includes(id));
      if (stray !== undefined) return `There is no open call ${stray}.`;
      open = open.filter((id) => !answered.includes(id));
      continue;
    }
    if (open.length > 0) return `The call ${open[0]} was not answered.`;
    open = callsOf(message);
    const again = open.find((id) => known.has(id));
    if (again !== undefined) return `The call ${again} is there twice.`;
    for (const id of open) known.add(id);
  }
  return open.length > 0 ? `The call ${open[0]} was not answered.` : undefined;
}

function callsOf({ role, content }: PromptMessage): readonly string[] {
  if (role !== 'assistant') return [];
  const ranHere = new Set(
    content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
  );
  return content.flatMap((part) =>
    part.type === 'tool-call' && !ranHere.has(part.toolCallId) ? [part.toolCallId] : [],
  );
}

function resultsOf(message: PromptMessage & { readonly role: 'tool' }): readonly string[] {
  return message.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []));
}
