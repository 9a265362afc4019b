import { type AgentMemory, createAgentMemory, type MemoryStore } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { snapshotStoreOf } from '../state/snapshot-store.ts';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName } from '../testing/database.ts';
import { freshId } from '../testing/probe.tsx';
import { type PageRequest, pageOf, type Rendered } from '../testing/server-page.tsx';
import { useAgentMemory } from './use-agent-memory.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function aStore(): MemoryStore {
  return indexedDbStore({ databaseName: aDatabaseName() });
}

/** Takes over HTML that a server rendered, and tells what React found amiss. */
function hydrated(html: string, element: ReactElement) {
  const place = document.createElement('main');
  place.innerHTML = html;
  document.body.append(place);
  const mismatches: unknown[] = [];
  const root = hydrateRoot(place, element, {
    onRecoverableError: (error) => mismatches.push(error),
  });
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  return { text: () => place.textContent, mismatches };
}

/** Renders a page as a server does, and gives the HTML with the sessions that were loaded for it. */
async function onServer(request: PageRequest): Promise<Rendered> {
  // A worker has no document, as a server has none, and a registry of its own.
  const worker = new Worker(new URL('../testing/render-worker.ts', import.meta.url), {
    type: 'module',
  });
  onTestFinished(() => worker.terminate());
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Rendered>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request);
  });
}

test('[RCT-2] renders to a string and is hydrated without a word, and then loads', async () => {
  const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const open = vi.spyOn(indexedDB, 'open');
  const request = { page: 'plain', id: freshId() } as const;
  const rendered = await onServer(request);
  expect(rendered).toEqual({
    html: '<p>hydrating<!-- -->, <!-- -->0<!-- -->, <!-- -->0</p>',
    loads: [],
    complaints: [],
  });
  const databaseName = aDatabaseName();
  const store = indexedDbStore({ databaseName });
  const { text, mismatches } = hydrated(rendered.html, pageOf(request, store));
  expect(text()).toBe('hydrating, 0, 0');
  await expect.poll(text).toBe('ready, 0, 0');
  expect(open.mock.calls.filter(([name]) => name === databaseName)).toHaveLength(1);
  expect(mismatches).toEqual([]);
  for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled();
});

test('[RCT-2] on a server `use(ready)` waits for nothing and touches nothing', async () => {
  const complaints = vi.spyOn(console, 'error');
  const request = { page: 'waiting', id: freshId() } as const;
  const rendered = await onServer(request);
  expect(rendered).toEqual({
    html: '<!--$--><p>hydrating</p><!--/$-->',
    loads: [],
    complaints: [],
  });
  const { text, mismatches } = hydrated(rendered.html, pageOf(request, aStore()));
  expect(text()).toBe('hydrating');
  await expect.poll(text).toBe('ready');
  expect(mismatches).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
});

function Given({ memory }: { readonly memory: AgentMemory }) {
  const { status, entries, headId, plan } = useAgentMemory({ memory });
  const compactions = useAgentMemoryState(memory, (state) => state.compactions.length);
  return (
    <p>{[status, entries, headId ?? 'none', plan ? 'plan' : 'no plan', compactions].join()}</p>
  );
}

test('[RCT-2] a memory made elsewhere that is loaded already is hydrated as the server showed it', async () => {
  const complaints = vi.spyOn(console, 'error');
  const onItsServer = createAgentMemory({ id: freshId(), contextWindow: 128_000 });
  const html = renderToString(<Given memory={onItsServer} />);
  expect(html).toBe('<p>hydrating,0,none,no plan,0</p>');
  const memory = createAgentMemory({ id: freshId(), contextWindow: 128_000 });
  await memory.append({ ...aTextMessage('Hello'), id: 'first' });
  await memory.assemble();
  const { text, mismatches } = hydrated(html, <Given memory={memory} />);
  await expect.poll(text).toBe('ready,1,first,plan,0');
  expect(mismatches).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
  const initial = snapshotStoreOf(memory).getInitialState();
  expect(initial).toEqual({ ...onItsServer.getState(), ledger: initial.ledger });
  expect(Object.isFrozen(initial)).toBe(true);
});

test('[RCT-2] options that a server refused are shown as refused when hydrated', async () => {
  const page = <Refused />;
  const html = renderToString(page);
  expect(html).toBe('<p>error</p>');
  const { text, mismatches } = hydrated(html, page);
  expect(text()).toBe('error');
  await expect.poll(text).toBe('error');
  expect(mismatches).toEqual([]);
});

function Refused() {
  return <p>{useAgentMemory({ id: 'refused' }).status}</p>;
}
