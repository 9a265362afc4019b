import { inMemoryStore } from '@agent-memory/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Keeping, OpenedFiles } from '../storage/opened-files.ts';
import { useOpenFile } from './use-open-file.ts';

afterEach(cleanup);

/** A file whose text arrives when `arrive` is called. */
function aFile(name: string): { readonly file: File; readonly arrive: () => void } {
  const text = JSON.stringify({ id: name, messages: [{ role: 'user', content: 'Hello' }] });
  let arrive = (): void => undefined;
  const reading = new Promise<string>((resolve) => {
    arrive = () => resolve(text);
  });
  return { file: Object.assign(new File(['x'], name), { text: () => reading }), arrive };
}

function anOpening(keeping: Keeping = { stored: true, forgotten: [] }) {
  const kept: string[] = [];
  const shown: string[] = [];
  const files: OpenedFiles = {
    list: async () => [],
    load: async () => undefined,
    keep: async (id) => {
      kept.push(id);
      return keeping;
    },
  };
  const store = inMemoryStore();
  const show = (id: string): void => void shown.push(id);
  const { result } = renderHook(() => useOpenFile(files, store, show));
  return { opening: () => result.current, kept, shown };
}

test('of two files opened quickly the second is shown, though the first is slower to read', async () => {
  const { opening, kept, shown } = anOpening();
  const first = aFile('first.json');
  const second = aFile('second.json');
  act(() => opening().open(first.file));
  act(() => opening().open(second.file));
  await act(async () => second.arrive());
  await waitFor(() => expect(shown).toHaveLength(1));
  await act(async () => first.arrive());
  expect(shown).toEqual([expect.stringContaining('second')]);
  expect(kept).toEqual(shown);
});

test('a file that was stored beside the others needs no words', async () => {
  const { opening, shown } = anOpening();
  const { file, arrive } = aFile('talk.json');
  act(() => opening().open(file));
  await act(async () => arrive());
  await waitFor(() => expect(shown).toHaveLength(1));
  expect(opening().notice).toBeUndefined();
});

test('a file that could not be stored is said to live as long as the page', async () => {
  const { opening } = anOpening({ stored: false, forgotten: [] });
  const { file, arrive } = aFile('talk.json');
  act(() => opening().open(file));
  await act(async () => arrive());
  await waitFor(() =>
    expect(opening().notice).toMatch(/^“talk.json” is kept only until this page closes/),
  );
  act(() => opening().dismiss());
  expect(opening().notice).toBeUndefined();
});

test('a file that is let go for a new one is named', async () => {
  const { opening } = anOpening({ stored: true, forgotten: [{ id: 'a', title: 'oldest.json' }] });
  const { file, arrive } = aFile('talk.json');
  act(() => opening().open(file));
  await act(async () => arrive());
  await waitFor(() => expect(opening().notice).toMatch(/^“oldest.json” was let go/));
});
