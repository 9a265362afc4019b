interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
}

/** A short session with one call of a tool. */
export const SHORT_TALK: readonly ChatMessage[] = [
  { role: 'system', content: 'You are the front desk of the Hotel Meridian.' },
  { role: 'user', content: 'Is room 512 free tonight?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_1',
        type: 'function',
        function: { name: 'find_room', arguments: '{"room":"512"}' },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '{"room":"512","free":true,"rate":142}' },
  { role: 'assistant', content: 'Room 512 is free tonight for 142 a night.' },
];

/** The text of a session file. */
export function sessionFile(id: string, messages: readonly ChatMessage[]): string {
  return JSON.stringify({ id, messages });
}
