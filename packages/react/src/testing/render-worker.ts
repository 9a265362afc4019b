import { recordingStore } from '@agent-memory/core/testing';
import { renderToString } from 'react-dom/server';
import { type PageRequest, pageOf, type Rendered } from './server-page.tsx';

const complaints: string[] = [];
console.error = (...said: unknown[]) => void complaints.push(said.join(' '));

/** Renders the page that it is asked for, as a server does. */
self.addEventListener('message', ({ data }: MessageEvent<PageRequest>) => {
  const store = recordingStore();
  const html = renderToString(pageOf(data, store));
  postMessage({ html, loads: store.loads, complaints } satisfies Rendered);
});
