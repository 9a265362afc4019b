import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { DAY_MS } from '../records/time.ts';
import { aChat, aModel, answers, says, textsIn } from './testing/chat-with-extraction.ts';

/** A user who says one thing a day, each in a run of its own. */
async function overDays(...said: readonly string[]) {
  const clock = aSimulatedClock(Date.UTC(2026, 10, 23, 12));
  const longTerm = createLongTermMemory({ user: 'ada', clock });
  const { memory, extraction } = aChat({ longTerm });
  for (const text of said) {
    await memory.append([says(text), answers('Noted.')]);
    await extraction.settled();
    clock.advance(3 * DAY_MS);
  }
  return { known: await textsIn(longTerm), longTerm, clock };
}

test.each([
  [['I live in Ghent.', "I don't live in Ghent anymore."], ["I don't live in Ghent anymore."]],
  [['I live in Ghent.', 'I moved to Porto.'], ['I moved to Porto.']],
  [['I live in Ghent.', 'I live in Porto now.'], ['I live in Porto now.']],
  [
    ['I live in Ghent.', "I don't live in Ghent anymore. I live in Porto now."],
    ['I live in Porto now.'],
  ],
  [['I live in Ghent.', 'I moved to Porto.', 'I live in Porto.'], ['I moved to Porto.']],
  [['Call me Ada.', 'Call me Bo now.'], ['Call me Bo now.']],
  [['My name is Ada.', 'My name is Bo.'], ['My name is Bo.']],
  [['I work at Acme.', 'I left Acme.'], ['I left Acme.']],
  [['I work at Acme.', 'I work at Globex now.'], ['I work at Globex now.']],
  [
    ['My favourite editor is Vim.', 'My favourite editor is Helix now.'],
    ['My favourite editor is Helix now.'],
  ],
  [['I always use Vim.', 'I no longer use Vim.'], ['I no longer use Vim.']],
  [['I always use Vim.', 'I stopped using Vim.'], ['I stopped using Vim.']],
  [
    ['Always answer in French.', 'Answer in English from now on.'],
    ['Answer in English from now on.'],
  ],
  [['Ich wohne in Gent.', 'Ich wohne nicht mehr in Gent.'], ['Ich wohne nicht mehr in Gent.']],
  [['Vivo en Gante.', 'Ahora vivo en Oporto.'], ['Ahora vivo en Oporto.']],
  [["J'habite à Gand.", "Je n'habite plus à Gand."], ["Je n'habite plus à Gand."]],
  [
    ['I prefer green tea.', 'I prefer window seats.', 'I love coffee.', 'I love cocoa.'],
    ['I love cocoa.', 'I love coffee.', 'I prefer green tea.', 'I prefer window seats.'],
  ],
  [
    ['I always use Linux.', 'I always use Vim.', 'I no longer use Vim.'],
    ['I always use Linux.', 'I no longer use Vim.'],
  ],
])('[LTM-5] [EXT-5] of %j there is known at last %j', async (said, known) => {
  expect((await overDays(...said)).known).toEqual(known);
});

test.each([
  'I moved to Porto. No, I did not.',
  'I moved to Porto, haha, no.',
  'I moved to Porto, just kidding.',
  'I no longer live in Ghent. Wait, I do.',
  'I moved to Porto in 2010.',
  'I moved to Porto a few years ago.',
  'Suppose the following. I live in Porto.',
  'Imagine this. I live in Porto now.',
  'Translate into Dutch. I live in Porto.',
  'I live in Porto. Translate that.',
  'I live in Porto now. Translate it into Dutch.',
  'I live in hope.',
  'I live in denial.',
  'I live in sin.',
  'I live in fear now.',
  'I live in Excel.',
  'I live in Obsidian.',
  'I live in Python all day.',
  'I moved to Slack.',
  'I moved to Notion.',
  'I moved to Linux.',
  'I moved to Bob.',
  'I moved to Marketing.',
  'I moved to Premium.',
  'I moved to Level 3.',
  'I moved to Apartment 4.',
  'Ich lebe in Angst.',
  'Ich bin nach Hause gezogen.',
  "J'habite au paradis.",
  'Vivo en paz.',
])('[LTM-5] [EXT-5] %j ends no residence', async (text) => {
  expect((await overDays('I live in Ghent.', text)).known).toContain('I live in Ghent.');
});

test.each([
  ['I work at Acme.', 'I work at 9.'],
  ['I work at Acme.', 'I joined Discord.'],
  ['I work at Acme.', 'Ich arbeite bei Regen.'],
  ['I work at Acme.', 'Trabajo en pijama.'],
  ['I work at Acme.', 'Je travaille chez moi.'],
  ['My favourite editor is Vim.', 'My favourite editor is free.'],
  ['My favourite editor is Vim.', 'My favourite editor is broken now.'],
  ['My favourite editor is Vim.', 'My favourite editor is down now.'],
  ['My favourite editor is Vim.', 'My favourite editor is getting an update.'],
  ['My favourite editor is Vim.', 'My favourite editor is acting up.'],
  ['My favourite editor is Vim.', 'My favourite editor is the one you hate.'],
  ['My favourite editor is Vim.', 'My favourite editor is none of your business.'],
  ['My birthday is on May 3.', 'My birthday is ruined.'],
  ['My time zone is CET.', 'My time zone is confusing.'],
  ['My name is Ada.', 'My name is mud.'],
  ['My job is nursing.', 'My job is killing me.'],
  ['My home airport is BRU.', 'My home airport is closed.'],
  ['My native language is Dutch.', 'My native language is dying.'],
])('[LTM-5] [EXT-5] %j still holds after %j', async (first, second) => {
  expect((await overDays(first, second)).known).toContain(first);
});

test.each([
  'My birthday is ruined.',
  'My time zone is confusing.',
  'My name is mud.',
  'I live in hope.',
  'I moved to Slack.',
  'I work at 9.',
])('[EXT-5] %j is a figure of speech, and no fact', async (text) => {
  expect((await overDays(text)).known).toEqual([]);
});

test.each([
  'My favourite band WAS Oasis, now it is Blur.',
  'My favourite band was Oasis, but now it is Blur.',
  'My favourite band used to be Oasis, now it’s Blur.',
])('[LTM-5] %j ends the former favourite', async (text) => {
  expect((await overDays('My favourite band is Oasis.', text)).known).toEqual([text]);
});

test('[LTM-5] [LTM-7] what a user no longer says stays in the history, and was known then', async () => {
  const { longTerm, clock } = await overDays('I live in Ghent.', 'I moved to Porto.');
  const [item] = (await longTerm.list()).items;
  const history = await longTerm.history(item?.record.id ?? '');
  expect(history.map(({ text, ended }) => [text, ended?.why])).toEqual([
    ['I live in Ghent.', undefined],
    ['I live in Ghent.', 'superseded'],
    ['I moved to Porto.', undefined],
  ]);
  const then = await longTerm.asOf(clock.nowMs() - 5 * DAY_MS);
  expect(then.map(({ record }) => record.text)).toEqual(['I live in Ghent.']);
});

test('[LTM-5] it ends also what was said long ago, with many statements between them', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const { memory, extraction } = aChat({ longTerm });
  await memory.append([says('I live in Ghent.'), answers('Noted.')]);
  await extraction.settled();
  for (let more = 0; more < 120; more += 1) {
    const text = `The user read book ${more}.`;
    await longTerm.store({ type: 'user', kind: 'fact', text, source: 'user_stated' });
  }
  await memory.append([says('I live in Porto now.'), answers('Noted.')]);
  await extraction.settled();
  const texts = await textsIn(longTerm);
  expect(texts).toContain('I live in Porto now.');
  expect(texts).not.toContain('I live in Ghent.');
});

test('[LTM-5] [EXT-5] what a model proposes ends what patterns found, and an inference ends nothing', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const patterns = aChat({ longTerm });
  await patterns.memory.append([says('I live in Ghent.'), answers('Noted.')]);
  await patterns.extraction.settled();
  const inference = { type: 'user', kind: 'fact', text: 'The user lives in Rome.' } as const;
  const outcome = await longTerm.store({ ...inference, source: 'agent_inferred' });
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { rule: 'OVERRULED' } });
  const proposal = {
    type: 'user',
    kind: 'preference',
    nature: 'statement',
    text: 'The user lives in Porto.',
    quote: 'Home is Porto these days; the user lives in Porto',
  };
  const { model } = aModel({ memories: [proposal] });
  const byModel = aChat({ longTerm, id: 'other', options: { chatModel: model } });
  await byModel.memory.append([says(`${proposal.quote}.`), answers('Noted.')]);
  await byModel.extraction.settled();
  expect(await textsIn(longTerm)).toEqual(['The user lives in Porto.']);
});

test('[GRD-1] [LTM-5] what the user restates is theirs in their words: a claim from outside gains nothing', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const text = 'The user lives in Porto, Mallory Street 4711.';
  await longTerm.store({ type: 'user', kind: 'fact', text, source: 'external' });
  const { memory, extraction } = aChat({ longTerm });
  await memory.append([says('I live in Porto.'), answers('Noted.')]);
  await extraction.settled();
  expect(await textsIn(longTerm)).toEqual(['I live in Porto.']);
});
