import { type AgentMemory, createAgentMemory } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory } from '@agent-memory/react';
import { type UseChatHelpers, useChat } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BEGIN_MARK, END_MARK } from '../../scale/longest-task.mjs';
import { nextFrame } from './answer-tokens.ts';
import { uiMessageAt } from './chat-history.ts';
import { UiMessageList } from './conversation-view.tsx';
import { ScriptedTransport } from './scripted-transport.ts';
import { QUESTION } from './use-conversation.ts';

/**
 * The chat that sends its first message: AI SDK's alone, the same with a memory between it and its
 * transport, or plain calls of a memory.
 */
export type FirstSendKind = 'useChat' | 'transport' | 'calls';

/**
 * How the memory of a chat comes by its messages: its store has them, it was given them to begin with,
 * or the list alone has them.
 */
export type Known = 'stored' | 'initial' | 'unseen';

/** A chat that is opened to send one message. */
export interface FirstSendOptions {
  readonly kind: FirstSendKind;
  readonly known: Known;
  readonly messages: number;
  /** How long the page stands still ahead of the press. */
  readonly restMs: number;
}

/** Sends a message; resolves when its request leaves. */
type Send = (text: string) => Promise<void>;

const ID = 'chat';
/** A model whose ranks are fetched in the background, as they are for most. */
const OPTIONS = {
  id: ID,
  system: 'You help people to travel by train.',
  contextWindow: 32_000,
  model: 'gpt-4o',
};
/** A turn of a question and its answer, of which a context is made. */
const TURN = 2;

/** Fills the page's database with a session as a chat brings it about. */
export async function fillChat(messages: number): Promise<void> {
  const memory = createAgentMemory({ ...OPTIONS, store: indexedDbStore() });
  const list = Array.from({ length: messages }, (_, index) => uiMessageAt(index));
  for (let end = TURN; end <= messages; end += TURN) {
    // A long history is not what is measured: contexts are made now and then.
    await memory.reconcile(list.slice(Math.max(0, end - TURN - 1), end), { format: 'ai-sdk-ui' });
    if (end % 100 === 0) await memory.assemble();
  }
  await memory.dispose();
}

/** Opens a chat, lets it stand still, and gives the milliseconds from the press to the request. */
export async function measureFirstSend(options: FirstSendOptions): Promise<{ sentMs: number }> {
  const send = await opened(options);
  await nextFrame();
  await afterMs(options.restMs);
  performance.mark(BEGIN_MARK);
  await afterMs(0);
  const pressedMs = performance.now();
  await send(QUESTION);
  const sentMs = performance.now() - pressedMs;
  await afterMs(0);
  performance.mark(END_MARK);
  return { sentMs };
}

function opened(options: FirstSendOptions): Promise<Send> {
  const root = document.createElement('div');
  document.body.append(root);
  return new Promise((resolve, reject) => {
    addEventListener('error', ({ error }) => reject(error));
    addEventListener('unhandledrejection', ({ reason }) => reject(reason));
    const App = appOf(options);
    createRoot(root).render(<App options={options} onReady={resolve} />);
  });
}

interface AppProps {
  readonly options: FirstSendOptions;
  readonly onReady: (send: Send) => void;
}

function appOf({ kind, known }: FirstSendOptions) {
  if (kind === 'useChat') return PlainApp;
  return known === 'stored' ? StoredApp : BroughtApp;
}

/** A list that an app brings along. */
function useBroughtList({ messages }: FirstSendOptions): UIMessage[] {
  const [list] = useState(() => Array.from({ length: messages }, (_, index) => uiMessageAt(index)));
  return list;
}

function PlainApp({ options, onReady }: AppProps) {
  const [inner] = useState(() => new ScriptedTransport());
  const chat = useChat({ messages: useBroughtList(options), transport: inner });
  useSendOf(chat, inner, onReady);
  return <UiMessageList messages={chat.messages} />;
}

/** Shows what is stored, then lets somebody write. */
function StoredApp({ options, onReady }: AppProps) {
  const [store] = useState(() => indexedDbStore());
  const { messages, transport, memory } = useAgentMemory({ ...OPTIONS, store });
  const [known, setKnown] = useState<readonly UIMessage[]>();
  useEffect(() => {
    void messages({ format: 'ai-sdk-ui' }).then(setKnown);
  }, [messages]);
  if (!known) return null;
  const { kind } = options;
  return kind === 'calls' ? (
    <CalledChat memory={memory} known={known} onReady={onReady} />
  ) : (
    <MemoryChat transport={transport} known={known} onReady={onReady} />
  );
}

/** An app brings the list along; its memory has never seen it, or was given it to begin with. */
function BroughtApp({ options, onReady }: AppProps) {
  const [store] = useState(() => indexedDbStore({ databaseName: 'empty' }));
  const known = useBroughtList(options);
  const given = { format: 'ai-sdk-ui', messages: known } as const;
  const isGiven = options.known === 'initial';
  const { transport, ready, memory } = useAgentMemory({
    ...OPTIONS,
    store,
    ...(isGiven && { initialMessages: given }),
  });
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void ready.then(() => setReady(true));
  }, [ready]);
  if (!isReady) return null;
  return options.kind === 'calls' ? (
    <CalledChat memory={memory} known={known} isUnseen={!isGiven} onReady={onReady} />
  ) : (
    <MemoryChat transport={transport} known={known} onReady={onReady} />
  );
}

interface ChatProps {
  readonly known: readonly UIMessage[];
  readonly onReady: (send: Send) => void;
}

function MemoryChat({
  transport,
  known,
  onReady,
}: ChatProps & { readonly transport: ReturnType<typeof useAgentMemory>['transport'] }) {
  const [inner] = useState(() => new ScriptedTransport());
  const chat = useChat({ id: ID, messages: [...known], transport: transport(inner) });
  useSendOf(chat, inner, onReady);
  return <UiMessageList messages={chat.messages} />;
}

/** The next message by plain calls; of a list that the memory has never seen, all of it. */
function CalledChat({
  memory,
  known,
  isUnseen = false,
  onReady,
}: ChatProps & { readonly memory: AgentMemory; readonly isUnseen?: boolean }) {
  useEffect(() => {
    onReady(async (text) => {
      const question = { role: 'user', parts: [{ type: 'text', text }] } as const;
      if (isUnseen) await memory.append(known, { format: 'ai-sdk-ui' });
      await memory.append(question);
      await memory.assemble();
    });
  }, [memory, known, isUnseen, onReady]);
  return <UiMessageList messages={known} />;
}

function useSendOf(
  { sendMessage }: Pick<UseChatHelpers<UIMessage>, 'sendMessage'>,
  inner: ScriptedTransport,
  onReady: (send: Send) => void,
): void {
  useEffect(() => {
    onReady(async (text) => {
      const requested = inner.requested();
      void sendMessage({ text });
      await requested;
    });
  }, [sendMessage, inner, onReady]);
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
