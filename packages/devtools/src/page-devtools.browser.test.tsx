import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryDevtools } from './page-devtools.tsx';
import { richSession } from './testing/rich-session.ts';

test('[DEV-9] outside production the entry point loads the devtools by itself', async () => {
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    createElement(MemoryDevtools, { memories: { Support: richSession().memory }, channel: false }),
  );
  await expect.element(page.getByRole('button', { name: /Support/ })).toBeInTheDocument();
  root.unmount();
  place.remove();
});

test('[DEV-9] a server renders nothing, and the browser takes over without a complaint', async () => {
  const element = createElement(MemoryDevtools, {
    memories: { Support: richSession().memory },
    channel: false,
  });
  const html = renderToString(element);
  expect(html).toBe('');
  const place = document.createElement('main');
  place.innerHTML = html;
  document.body.append(place);
  const complaints: unknown[] = [];
  const root = hydrateRoot(place, element, {
    onRecoverableError: (error) => complaints.push(error),
  });
  await expect.element(page.getByRole('button', { name: /Support/ })).toBeInTheDocument();
  expect(complaints).toEqual([]);
  root.unmount();
  place.remove();
});
