import { type AgentMemory, createAgentMemory, fixedBudget } from '@agent-memory/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Notice } from '../design/notice.tsx';
import { type PlayerPlace, useAnnouncedPlayer } from '../player/use-announced-player.ts';
import { AnnouncedNotices } from './announced-notices.tsx';
import { Announcer } from './announcer.tsx';
import { useAnnouncedReplies } from './use-announced-replies.ts';

afterEach(cleanup);

function announced(): readonly (string | null)[] {
  return Array.from(screen.getByRole('log').children, ({ textContent }) => textContent);
}

test('[DEV-10] what announces is there before there is anything to announce', () => {
  render(<Announcer>nothing happens</Announcer>);
  expect(announced()).toEqual([]);
});

test('[DEV-10] a notice is announced once, and again when it comes back', () => {
  const page = (notice: string | undefined) => (
    <Announcer>
      <AnnouncedNotices>{notice && <Notice tone="warn">{notice}</Notice>}</AnnouncedNotices>
    </Announcer>
  );
  const { rerender } = render(page(undefined));
  for (const notice of ['No room.', 'No room.', undefined, 'No room.']) rerender(page(notice));
  expect(announced()).toEqual(['No room.', 'No room.']);
});

function Replies({ memory, isOn }: { readonly memory: AgentMemory; readonly isOn: boolean }) {
  useAnnouncedReplies(memory, useSyncExternalStore(memory.subscribe, memory.getState), isOn);
  return null;
}

async function repliesAfter(isOn: boolean) {
  const memory = createAgentMemory({ id: 'announced', budget: fixedBudget(8_000) });
  await memory.append({ role: 'assistant', content: 'Said before.' });
  render(
    <Announcer>
      <Replies memory={memory} isOn={isOn} />
    </Announcer>,
  );
  await act(() => memory.append({ role: 'user', content: 'Where is it?' }));
  await act(() => memory.append({ role: 'assistant', content: 'It is here.' }));
  return announced();
}

test('[DEV-10] a finished answer is announced; what was said before is not', async () => {
  expect(await repliesAfter(true)).toEqual(['Assistant: It is here.']);
});

test('[DEV-10] recorded replies pass unannounced', async () => {
  expect(await repliesAfter(false)).toEqual([]);
});

function Playing({ player }: { readonly player: PlayerPlace }) {
  useAnnouncedPlayer(player);
  return null;
}

function announcedOf(...moments: readonly Partial<PlayerPlace>[]) {
  const page = (moment: Partial<PlayerPlace>) => (
    <Announcer>
      <Playing player={{ status: 'paused', position: 0, length: 4, isOver: false, ...moment }} />
    </Announcer>
  );
  const { rerender } = render(page({}));
  for (const moment of moments) rerender(page(moment));
  return announced();
}

test('[DEV-10] the end of play is announced', () => {
  const end = { position: 4, isOver: true };
  expect(announcedOf({ status: 'playing' }, { status: 'playing', ...end }, end)).toEqual([
    'Played to the end: 4 messages.',
  ]);
});

test('[DEV-10] a session that is opened at its end says nothing', () => {
  expect(announcedOf({ position: 4, isOver: true })).toEqual([]);
});

test('[DEV-10] a step says where it came to, a pause says nothing', () => {
  const moments = [
    { status: 'stepping', position: 0 },
    { status: 'paused', position: 2 },
    { status: 'playing', position: 2 },
    { status: 'paused', position: 3 },
  ] as const;
  expect(announcedOf(...moments)).toEqual(['At message 2 of 4.']);
});
