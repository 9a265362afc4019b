import { createAgentMemory, headTail } from '@agent-memory/core';
import { MemoryDevtools } from '@agent-memory/devtools/hosts';
import { MemoryPanel } from '@agent-memory/devtools/panel';
import { tabChannel } from '@agent-memory/devtools/transport';
import { type ReactNode, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { pageNonce, pageRoot } from './nonce.ts';

/** Turns that were said in this tab: a reload says them again. */
const SAID = 'turns';

const nonce = pageNonce();
/** Asked for, because this app is built for production. */
const channel = tabChannel();
const isEmbedded = new URLSearchParams(location.search).has('embedded');
const memory = createAgentMemory({
  id: 'workshop',
  system: 'You look after the bicycles of a workshop.',
  contextWindow: 4_000,
  policy: headTail({ messages: 12 }),
});

async function say(number: number): Promise<void> {
  await memory.append({
    role: 'user',
    content: `Question ${number}: ${'is the chain ready? '.repeat(10)}`,
  });
  await memory.assemble();
  await memory.append({ role: 'assistant', content: `Answer ${number}: it is.` });
  await memory.assemble();
}

/** Says what this tab has said before, once, however often it is rendered. */
const spoken = (async () => {
  const turns = Number(sessionStorage.getItem(SAID) ?? 3);
  for (let number = 1; number <= turns; number += 1) await say(number);
  return turns;
})();

function Workshop(): ReactNode {
  const [turns, setTurns] = useState<number>();
  const [keys, setKeys] = useState('');
  useEffect(() => void spoken.then(setTurns), []);
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent) => setKeys((before) => `${before}${key} `);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);

  async function sayMore(): Promise<void> {
    const next = (turns ?? 0) + 1;
    await say(next);
    sessionStorage.setItem(SAID, String(next));
    setTurns(next);
  }

  return (
    <main>
      <h1>Workshop</h1>
      {turns !== undefined && <p>{turns} turns</p>}
      <button type="button" onClick={sayMore}>
        Say more
      </button>
      <p>
        Keys: <output aria-label="Keys that the page heard">{keys}</output>
      </p>
      {isEmbedded && <MemoryPanel memory={memory} nonce={nonce} className="embedded" />}
    </main>
  );
}

createRoot(pageRoot()).render(
  <StrictMode>
    <Workshop />
    {!isEmbedded && (
      <MemoryDevtools memories={{ Support: memory }} nonce={nonce} channel={channel} />
    )}
  </StrictMode>,
);
