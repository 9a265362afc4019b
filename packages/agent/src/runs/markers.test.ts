import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aRunSession } from '../testing/a-run-session.ts';
import { quotesIn } from '../testing/quotes-in.ts';

type Session = ReturnType<typeof aRunSession>;

const FILLINGS = {
  trimmed: (session: Writers) => session.use('read', {}, 'town of Ghent\n'.repeat(1_500)),
  shortened: (session: Writers) =>
    session.use('write', { text: 'a line of it\n'.repeat(2_000) }, 'written'),
  async evicted(session: Writers) {
    for (let round = 0; round < 9; round += 1) {
      await session.use('status', {}, `state ${round}\n`.repeat(300));
    }
  },
};

type Writers = Pick<Session, 'memory' | 'say' | 'use'>;

/** A session that was filled in this way and compacted; gives what is sent. */
async function filled(session: Writers, filling: keyof typeof FILLINGS): Promise<string> {
  await session.say('Look at the towns.');
  await FILLINGS[filling](session);
  await session.use('ping', {}, 'pong');
  await session.memory.assemble();
  await session.memory.compact();
  return shownOf(session);
}

const shownOf = ({ memory }: Pick<Session, 'memory'>) =>
  JSON.stringify(memory.plan().items.map(({ message }) => message));

test.each([
  ['trimmed', /characters left out; recall\((\{[^)]*\})\) has them/],
  ['shortened', /characters left out; recall\((\{[^)]*\})\) has them/],
  ['evicted', /\[Left out: [^\]]*recall\((\{[^)]*\})\) brings it back/],
] as const)(
  '[CMP-9] the marker of what was %s names the call that brings it back',
  async (filling, marker) => {
    const session = aRunSession();
    const shown = await filled(session, filling);
    expect(shown).not.toContain('ept in full as message');
    const args = marker.exec(shown)?.[1] ?? '';
    const { text } = await session.recall(JSON.parse(args.replaceAll('\\', '')));
    expect(quotesIn(text)[0]?.source).toContain('from="');
  },
);

test('[CMP-9] what was condensed names the tools too', async () => {
  const session = aRunSession();
  for (let round = 0; round < 40; round += 1) {
    await session.say(`And ${round}? ${'It has to be early. '.repeat(60)}`);
    await session.reply(`Number ${round} leaves at seven.`);
  }
  await session.memory.assemble();
  const shown = shownOf(session);
  expect(shown).toContain('The tools search_session and recall bring them back.');
});

test('[CMP-9] without the tools no marker names them', async () => {
  const memory = createAgentMemory({ id: 'travel', contextWindow: 16_000 });
  const shown = await filled({ memory, ...writersOf(memory) }, 'trimmed');
  expect(shown).toContain('kept in full as message #');
  expect(shown).not.toContain('recall');
});

test('[CMP-9] markers that were stored say the same after a reload, with or without the tools', async () => {
  const store = inMemoryStore();
  const session = aRunSession({}, store);
  const shown = await filled(session, 'trimmed');
  await session.memory.dispose();
  const again = createAgentMemory({
    id: 'travel',
    contextWindow: 16_000,
    store,
    tools: session.runs.definitions,
  });
  await again.ready;
  expect(shownOf({ memory: again })).toBe(shown);
});

function writersOf(memory: Session['memory']): Pick<Session, 'say' | 'use'> {
  return {
    say: (content) => memory.append({ role: 'user', content }),
    async use(name, args, content) {
      const id = `${name}-${memory.entries().length}`;
      const called = { name, arguments: JSON.stringify(args) };
      await memory.append([
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: id, content },
      ]);
    },
  };
}
