import { fixedBudget, textOf } from '@agent-memory/core';
import { printContext } from '@agent-memory/explain';
import { anthropic } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory, useSessions } from '@agent-memory/react';
import { lazy, Suspense, useState } from 'react';
import { askModel } from './ask-model.ts';
import { askWorker } from './ask-worker.ts';
import { askForOrder, tools } from './order-tool.ts';
import { countVisit, visitCounter } from './visits.ts';

const MemoryPanel = lazy(async () => {
  const { MemoryPanel: panel } = await import('@agent-memory/devtools/panel');
  return { default: panel };
});
const store = indexedDbStore();
const features = [visitCounter];

/** Uses what an app would: the hook with a store, formats, compaction, the panel, a worker. */
export function Chat() {
  const memory = useAgentMemory({
    id: 'outside',
    system: 'Be brief.',
    budget: fixedBudget(2_000),
    tools: tools.map((tool) => tool.function),
    store,
    features,
  });
  const { sessions } = useSessions(store);
  const [context, setContext] = useState('');
  const [workerSays, setWorkerSays] = useState('');
  const [modelSays, setModelSays] = useState('');
  const [toolSays, setToolSays] = useState('');
  const [visitSays, setVisitSays] = useState('');
  const [isPanelOpen, setIsPanelOpen] = useState(false);

  async function visit() {
    const told: number[] = [];
    const stop = memory.memory.onEvent((event) => {
      if (event.type === 'visit-count') told.push(event.visits);
    });
    await countVisit();
    stop();
    await memory.memory.notes.set('open page', 'Orders');
    const { plan } = await memory.assemble();
    const shown = printContext(plan, { texts: 'whole' });
    const sections = ['1 visits', 'open page: Orders'].filter((text) => shown.includes(text));
    setVisitSays(`told ${told.join()}; in the context: ${sections.join(', ')}`);
  }

  async function talk() {
    const number = memory.entries + 1;
    await memory.append({ role: 'user', content: `Question ${number}?` });
    await memory.append({
      role: 'assistant',
      content: `Answer ${number}. ${'And so on. '.repeat(80)}`,
    });
    const { messages } = await memory.assemble();
    const other = await memory.assemble({ format: anthropic });
    setContext(`${messages[0]?.role}, then ${other.messages[0]?.role}`);
  }

  return (
    <main>
      <button type="button" onClick={() => void talk()}>
        Talk
      </button>
      <button type="button" onClick={() => void askWorker('Hello, worker').then(setWorkerSays)}>
        Ask the worker
      </button>
      <label>
        Ask a model
        <input
          type="file"
          onChange={({ target: { files } }) =>
            void askModel([...(files ?? [])], setModelSays).then(setModelSays)
          }
        />
      </label>
      <button
        type="button"
        onClick={() => void askForOrder(memory).then((answers) => setToolSays(answers.join(' ')))}
      >
        Ask the tool
      </button>
      <button type="button" onClick={() => void visit()}>
        Count a visit
      </button>
      <button type="button" onClick={() => setIsPanelOpen(true)}>
        Open the panel
      </button>
      {isPanelOpen && (
        <Suspense fallback="Loading the panel …">
          <MemoryPanel memory={memory.memory} />
        </Suspense>
      )}
      <ol aria-label="Conversation">
        {memory.memory.entries().map(({ id, message }) => (
          <li key={id}>{textOf(message).slice(0, 20)}</li>
        ))}
      </ol>
      <output aria-label="State">
        {memory.status}, {memory.entries} entries, {memory.compactions.length} compactions,{' '}
        {memory.store.name}, {sessions.length} sessions
      </output>
      <output aria-label="Context">{context}</output>
      <output aria-label="Worker">{workerSays}</output>
      <output aria-label="Model">{modelSays}</output>
      <output aria-label="Tool">{toolSays}</output>
      <output aria-label="Visits">{visitSays}</output>
    </main>
  );
}
