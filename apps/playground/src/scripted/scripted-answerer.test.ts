import { sessionCheckpoints, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { createLongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { decide } from './scripted-answerer.ts';
import { STORIES } from './story-texts.ts';

/** One person at the chat page; each conversation is a memory of its own, and the records outlive it. */
function aPerson(inputTokens = 8_000) {
  const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
  const parts = {
    longTerm,
    runs: sessionRuns({ maxTokens: 400 }),
    checkpoints: sessionCheckpoints(),
  };
  const features = [retrievedRecords(longTerm), parts.runs.feature, parts.checkpoints.feature];
  let conversations = 0;
  const begin = () => {
    conversations += 1;
    const budget = fixedBudget(inputTokens);
    return createAgentMemory({ id: `conversation ${conversations}`, budget, features });
  };
  let memory = begin();
  return {
    longTerm,
    startOver: () => {
      memory = begin();
    },
    async say(content: string): Promise<string> {
      await memory.append({ role: 'user', content });
      const requestContext = async () => {
        return { kind: 'sent', context: await memory.assemble() } as const;
      };
      const { signal } = new AbortController();
      const words = await decide({ memory, requestContext, signal }, parts);
      if (words.kind !== 'say') throw new Error('It said nothing.');
      await memory.append({ role: 'assistant', content: words.text });
      return words.text;
    },
  };
}

const SAID = [
  ['My order number is A-20417', 'What is my order number?', 'A-20417'],
  ['My order is ZFA04Y', "What's my order?", 'ZFA04Y'],
  [
    'My brother Tom is a baker in Ghent.',
    'Who is my brother?',
    'My brother Tom is a baker in Ghent',
  ],
  ['I live in São Paulo', 'Where do I live?', 'I live in São Paulo'],
  ['i am called Ada Lovelace', 'What is my name?', 'I am called Ada Lovelace'],
  ['My name is Ada', 'Who am I called?', 'My name is Ada'],
  ['I prefer an aisle seat', 'Which seat do I prefer?', 'I prefer an aisle seat'],
  ['Hello, my dog is Waffle, thanks', 'What is my dog?', 'My dog is Waffle'],
  ['Remember that I am allergic to nuts', 'What am I allergic to?', 'allergic to nuts'],
  ['Remember that the wifi code is 4711-XK', 'What is the wifi code?', '4711-XK'],
  ['I work at the Farrow Point lighthouse', 'Where do I work?', 'the Farrow Point lighthouse'],
  ['I have two cats', 'How many cats do I have?', 'two cats'],
] as const;

test.each(SAID)(
  '[LTM-1] “%s”: it says “start over and ask me”, and then it knows',
  async (said, question, known) => {
    const person = aPerson();
    const answer = await person.say(said);
    expect(answer).toContain('Start over and ask me: it is in long-term memory.');
    expect(await person.say(question)).toContain(known);
    person.startOver();
    expect(await person.say(question)).toContain(known);
  },
);

test.each(SAID)(
  '[CMP-10] “%s” is known after it has left the context',
  async (said, question, known) => {
    const person = aPerson(2_000);
    await person.say('Hello');
    await person.say(said);
    for (const _ of STORIES) await person.say('Tell me a long story');
    expect(await person.say(question)).toContain(known);
  },
);

test.each(SAID)(
  'every value it says of “%s” is quoted in the user’s own words, names with their capitals',
  async (said, question) => {
    const person = aPerson();
    const answers = [await person.say(said), await person.say(question)];
    for (const answer of answers) {
      expect(answer).toMatch(/^[“A-Z]/);
      expect(answer).toMatch(/[.”]$/);
      expect(answer).not.toMatch(/\.\.|undefined|\bi\b|“ | ”/);
      for (const name of said.match(/(?<=\s)\p{Lu}[\p{L}\d-]+/gu) ?? [])
        expect(answer).toContain(name);
    }
  },
);

test.each([
  ['My order number is A-20417', 'What is my phone number?'],
  ['I prefer an aisle seat', 'Which bed do I prefer?'],
  ['My dog is Waffle', 'What is my cat?'],
])('after “%s” it does not claim to know: %s', async (said, question) => {
  const person = aPerson();
  await person.say(said);
  expect(await person.say(question)).toBe(
    'I do not know that: I looked through the context and long-term memory.',
  );
});

test('[LTM-5] a correction replaces what it corrects, and the new value is the one that is known', async () => {
  const person = aPerson();
  await person.say('I prefer an aisle seat');
  expect(await person.say('No, I prefer a window seat')).toBe(
    'Corrected: “I prefer a window seat.” Start over and ask me: it is in long-term memory.',
  );
  person.startOver();
  const answer = await person.say('Which seat do I prefer?');
  expect(answer).toContain('“I prefer a window seat.” I read that in long-term memory');
  expect(answer).not.toContain('aisle');
});

test('[LTM-8] what it forgets it does not know after starting over', async () => {
  const person = aPerson();
  await person.say('I prefer an aisle seat');
  expect(await person.say('Forget my seat')).toMatch(/^Forgotten: “I prefer an aisle seat.” /);
  person.startOver();
  expect(await person.say('Which seat do I prefer?')).toMatch(/^I do not know that/);
  expect(await person.say('Forget my hat')).toContain('nothing was changed');
});

test.each([
  'hello',
  'What is my seat?',
  'If I live in Ghent, what then?',
  'Am I called Bob?',
  'I am not sure',
  'Thanks!',
])('“%s” states nothing to keep', async (words) => {
  const person = aPerson();
  await person.say(words);
  expect((await person.longTerm.list()).items).toEqual([]);
});

test('it knows everything it was told, in this conversation or an earlier one', async () => {
  const person = aPerson();
  await person.say('My order is ZFA04Y and I live in Ghent');
  expect(await person.say('What do you know about me?')).toBe(
    'The context says: “My order is ZFA04Y.” “I live in Ghent.”',
  );
});

test('[GRD-1] [GRD-3] a page’s orders are held, and what it says becomes no fact', async () => {
  const person = aPerson();
  expect(await person.say('Read the page about delivery')).toMatch(
    /^I read the page about delivery\. Long-term memory keeps 1 paragraph as quoted from outside, not as fact\. 1 paragraph waits in quarantine: .+\.$/,
  );
  expect((await person.longTerm.quarantine.list()).items).toHaveLength(1);
  await person.say('Read the page about refunds');
  await person.say('Read the page about trains');
  for (const question of ['Which seat do I prefer?', 'What is my account for refunds?']) {
    expect(await person.say(question)).toMatch(/^I do not know that/);
    person.startOver();
    expect(await person.say(question)).toMatch(/^I do not know that/);
  }
  expect(await person.say('Read the page about whales')).toMatch(
    /^There is no page about “whales”, but about “returns”, /,
  );
});
