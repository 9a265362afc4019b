import type { UIMessage } from 'ai';
import type { ShownMessage } from './conversation-view.tsx';

/** A message of the conversation that every chat begins with. */
export function messageAt(index: number): ShownMessage {
  const town = ['Basel', 'Bergen', 'Ghent', 'Graz', 'Lyon', 'Porto', 'Turin'][index % 7];
  return index % 2 === 0
    ? {
        id: `message-${index}`,
        role: 'user',
        text: `Question ${index}: when is there a train to ${town} before noon that takes a bicycle, and what is it?`,
      }
    : {
        id: `message-${index}`,
        role: 'assistant',
        text: `Train ${1000 + index} to ${town} leaves at ${index % 12}:40 from platform ${index % 9}, takes a bicycle and is ${20 + (index % 70)} euros. The offer is kept as BK-${index}.`,
      };
}

/** The same message as AI SDK has it. */
export function uiMessageAt(index: number): UIMessage {
  return uiMessageOf(messageAt(index));
}

export function uiMessageOf({ id, role, text }: ShownMessage): UIMessage {
  return { id, role, parts: [{ type: 'text', text }] };
}
