import { type MemoryState, textOf } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory, useEntries, useMemoryReady } from '@agent-memory/react';
import { type FormEvent, useState } from 'react';
import { askModel } from './ask-model.ts';
import { MakeRoom } from './make-room.tsx';

const store = indexedDbStore({
  // It is rare, and the conversation then starts again.
  onReset: ({ entries }) => console.warn(`The browser has lost ${entries} stored messages.`),
});

export function Chat() {
  const memory = useAgentMemory({
    id: 'fetch-example',
    system: 'You are a helpful assistant. Answer briefly.',
    contextWindow: 32_000,
    store,
  });
  const entries = useEntries(memory.memory);
  const { isReady } = useMemoryReady(memory.memory);
  const [answer, setAnswer] = useState<string>();
  const [failure, setFailure] = useState('');
  const isAnswering = answer !== undefined;

  async function send(content: string) {
    await memory.append({ role: 'user', content });
    const { messages } = await memory.assemble();
    let said = '';
    try {
      for await (const { text, inputTokens } of askModel(messages)) {
        said += text;
        setAnswer(said);
        // A reload in the middle of the answer keeps what has come of it.
        if (said) void memory.append({ role: 'assistant', content: said }, { isDraft: true });
        if (inputTokens) await memory.reportUsage({ inputTokens }).catch(console.warn);
      }
    } finally {
      // The memory shows it from here on, also where the connection broke half-way.
      if (said !== '') await memory.append({ role: 'assistant', content: said });
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const content = String(new FormData(form).get('message')).trim();
    if (content === '') return;
    form.reset();
    setFailure('');
    setAnswer('');
    send(content)
      .catch((error: Error) => setFailure(error.message))
      .finally(() => setAnswer(undefined));
  }

  return (
    <main>
      <h1>Chat with memory</h1>
      <div className="conversation">
        <ol aria-label="Conversation">
          {entries.map(({ id, message }) => (
            <li key={id} className={message.role}>
              {textOf(message)}
              {message.isInterrupted && <small> (interrupted)</small>}
            </li>
          ))}
          {answer && entries.at(-1)?.message.role === 'user' && (
            <li className="assistant">{answer}</li>
          )}
        </ol>
      </div>
      <p role="status">{failure || (isAnswering ? 'Answering …' : statusLine(memory))}</p>
      {entries.length > 0 && <MakeRoom memory={memory.memory} />}
      <form onSubmit={submit}>
        <input name="message" aria-label="Message" placeholder="Say something" autoComplete="off" />
        <button type="submit" disabled={isAnswering || !isReady}>
          Send
        </button>
      </form>
    </main>
  );
}

function statusLine({ status, error, entries, plan }: MemoryState): string {
  if (error) return error.message;
  if (status === 'hydrating') return 'Looking for earlier messages …';
  const remembered = `${entries} messages remembered`;
  return plan ? `${remembered}, ${plan.totalTokens} tokens sent last` : remembered;
}
