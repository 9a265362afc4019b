import { aiSdkUi } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useChat } from '@ai-sdk/react';
import { useChat as useChat7 } from '@ai-sdk/react-4';
import { AssistantRuntimeProvider, useLocalRuntime } from '@assistant-ui/react';
import { fetchServerSentEvents, useChat as useTanStackChat } from '@tanstack/ai-react';
import { DefaultChatTransport } from 'ai';
import { DefaultChatTransport as DefaultChatTransport7 } from 'ai-7';
import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { type MemoryRunInput, memoryChatModel } from '../../assistant-ui/memory-chat-model.ts';
import { memoryHistory } from '../../assistant-ui/memory-history.ts';
import { useAgentMemory } from '../../hook/use-agent-memory.ts';
import { useStoredMessages } from '../../loading/use-stored-messages.ts';
import { memoryConnection } from '../../tanstack-ai/memory-connection.ts';
import { tanStackFormat } from '../../tanstack-ai/tanstack-format.ts';

const MEMORY = { id: 'support', contextWindow: 128_000, store: indexedDbStore() };
const API = '/api/chat';

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly content?: unknown;
}

interface Shown {
  readonly id: string;
  readonly parts: readonly Part[];
}

interface ConversationProps {
  readonly messages: readonly Shown[];
  readonly send: (text: string) => void;
}

function Conversation({ messages, send }: ConversationProps) {
  const [text, setText] = useState('');
  return (
    <>
      <ol aria-label="Conversation">
        {messages.map(({ id, parts }) => (
          <li key={id}>
            {parts.map(({ type, text: words, content }) =>
              type === 'text' ? (words ?? String(content)) : '',
            )}
          </li>
        ))}
      </ol>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setText('');
          send(text);
        }}
      >
        <input
          aria-label="Message"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit">Send</button>
      </form>
    </>
  );
}

function AiSdk6() {
  const { id, memory, transport } = useAgentMemory(MEMORY);
  const { messages, sendMessage, setMessages } = useChat({
    ...{ id, transport: transport(new DefaultChatTransport({ api: API })) },
  });
  useStoredMessages(memory, { format: aiSdkUi, setMessages });
  return <Conversation messages={messages} send={(text) => void sendMessage({ text })} />;
}

function AiSdk7() {
  const { id, memory, transport } = useAgentMemory(MEMORY);
  const { messages, sendMessage, setMessages } = useChat7({
    ...{ id, transport: transport(new DefaultChatTransport7({ api: API })) },
  });
  useStoredMessages(memory, { format: aiSdkUi, setMessages });
  return <Conversation messages={messages} send={(text) => void sendMessage({ text })} />;
}

function TanStackAi() {
  const { memory } = useAgentMemory(MEMORY);
  const [connection] = useState(() => memoryConnection(memory, fetchServerSentEvents(API)));
  const chat = useTanStackChat({ connection });
  useStoredMessages(memory, {
    format: tanStackFormat,
    setMessages: (update) => chat.setMessages(update(chat.messages)),
  });
  return <Conversation messages={chat.messages} send={(text) => void chat.sendMessage(text)} />;
}

/** The answer arrives in pieces, as plain text. */
async function* answer({ messages, abortSignal: signal }: MemoryRunInput) {
  const body = JSON.stringify({ messages });
  const response = await fetch(API, { method: 'POST', body, signal });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    yield { content: [{ type: 'text', text } as const] };
  }
}

function AssistantUi() {
  const { memory } = useAgentMemory(MEMORY);
  const [model] = useState(() => memoryChatModel(memory, answer));
  const [history] = useState(() => memoryHistory(memory));
  const runtime = useLocalRuntime(model, { adapters: { history } });
  const { thread } = runtime;
  const messages = useSyncExternalStore(
    (listener) => thread.subscribe(listener),
    () => thread.getState().messages,
  );
  const shown = messages.map(({ id, content }) => ({ id, parts: content }));
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <Conversation messages={shown} send={(text) => void thread.append(text)} />
    </AssistantRuntimeProvider>
  );
}

const PAGES: Readonly<Record<string, ComponentType>> = {
  'AI SDK 6': AiSdk6,
  'AI SDK 7': AiSdk7,
  'TanStack AI': TanStackAi,
  'assistant-ui': AssistantUi,
};

const Page = PAGES[new URLSearchParams(location.search).get('chat') ?? ''];
const root = document.getElementById('root');
if (!Page || !root) throw new Error('The address names no chat.');
createRoot(root).render(<Page />);
