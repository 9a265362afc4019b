import { startEndpointServer } from './src/endpoint-server.ts';
import { expect, test } from './src/fixtures.ts';

const KEY = 'sk-secret-of-this-person';

/** Everything that the page keeps on the device, as text. */
async function keptText(page: import('@playwright/test').Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const storeName of database.objectStoreNames) {
        const request = database.transaction(storeName).objectStore(storeName).getAll();
        await new Promise((resolve) => {
          request.onsuccess = resolve;
        });
        texts.push(JSON.stringify(request.result));
      }
      database.close();
    }
    return texts.join('\n');
  });
}

test('[MOD-1] connects, lists the models, streams an answer, and memory learns what the server counted', async ({
  playground,
  endpoint,
  server,
}) => {
  await endpoint.open();
  await expect(endpoint.address).toHaveValue('http://localhost:11434/v1');
  await endpoint.connect(server.address);
  await expect(endpoint.settings).toContainText('Connected: 2 models.');
  await endpoint.model.fill('parrot-small');
  await endpoint.button('Start chatting').click();
  await expect(playground.messages).toContainText('Say something to parrot-small');
  await expect(playground.messageField).toBeFocused();
  await playground.say('My seat is 14C.');
  await expect(playground.lastMessage).toContainText('You said: My seat is 14C.');
  await expect(playground.page.getByRole('log')).toContainText('Assistant: You said: My seat is');
  await playground.say('Which seat?');

  const [first, second] = server.requests;
  expect(first?.body).toMatchObject({ model: 'parrot-small', stream: true });
  expect(first?.body.stream_options).toEqual({ include_usage: true });
  expect(first?.authorization).toBeUndefined();
  expect(second?.body.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
  ]);
  await playground.panel.root.getByRole('button', { name: 'Outlook' }).click();
  await expect(playground.panel.root).toContainText('42 tokens reported');
});

test('stop keeps what had arrived, and the server hears of it', async ({
  playground,
  endpoint,
  server,
}) => {
  await endpoint.use(server.address);
  server.willAnswer({ kind: 'stall', words: ['Once upon ', 'a time'], rest: [' it ended.'] });
  await playground.messageField.fill('A story');
  await playground.messageField.press('Enter');
  await expect(playground.lastMessage).toContainText('Once upon a time');
  await playground.button('Stop').click();
  await expect(playground.button('Send')).toBeVisible();
  await expect(playground.lastMessage).toContainText('Once upon a time …');
  await expect(playground.alert).toBeHidden();
  await expect.poll(() => playground.fact('message')).toBe(2);
  await expect.poll(() => server.requests[0]?.isGivenUp()).toBe(true);
});

test('a server that says nothing is called silent, and goes on when it speaks again', async ({
  page,
  playground,
  endpoint,
  server,
}) => {
  await endpoint.use(server.address);
  server.willAnswer({ kind: 'stall', words: ['Once '], rest: ['upon a time'] });
  await page.clock.install();
  await playground.messageField.fill('A story');
  await playground.messageField.press('Enter');
  await expect(playground.lastMessage).toContainText('Once');
  await page.clock.fastForward(21_000);
  await expect(playground.notice).toContainText('has said nothing for 20 s');
  await expect(playground.button('Stop')).toBeVisible();
  server.release();
  await expect(playground.lastMessage).toContainText('Once upon a time');
  await expect(playground.notice).toBeHidden();
  await expect(playground.button('Send')).toBeVisible();
});

test('a stream that dies half-way keeps what arrived, says so, and can be asked again', async ({
  playground,
  endpoint,
  server,
}) => {
  await endpoint.use(server.address);
  server.willAnswer({ kind: 'die', words: ['The answer ', 'is'] });
  await playground.messageField.fill('What is it?');
  await playground.messageField.press('Enter');
  await expect(playground.lastMessage).toContainText('The answer is');
  server.release();
  await expect(playground.alert).toContainText('was lost in the middle of the answer');
  await expect(playground.alert).toContainText('in the chat, marked with');
  await expect(playground.lastMessage).toContainText('The answer is …');

  server.willAnswer({ kind: 'stream', words: ['The answer is 42.'] });
  await endpoint.button('Try again').click();
  await expect(playground.lastMessage).toContainText('The answer is 42.');
  await expect(playground.alert).toBeHidden();
  await expect.poll(() => playground.fact('message')).toBe(2);
  expect(server.requests.at(-1)?.body.messages.at(-1)).toMatchObject({ role: 'user' });
});

test('an answer can be regenerated; an attempt that fails leaves the old one in place', async ({
  playground,
  endpoint,
  server,
}) => {
  await endpoint.use(server.address);
  server.willAnswer({ kind: 'stream', words: ['First.'] }, { kind: 'stream', words: ['Second.'] });
  await playground.say('Well?');
  await endpoint.button('Regenerate').click();
  await expect(playground.lastMessage).toContainText('Second.');
  await expect(playground.messages).not.toContainText('First.');

  server.willAnswer({ kind: 'refuse', status: 503, body: { error: { message: 'Loading model' } } });
  await endpoint.button('Regenerate').click();
  await expect(playground.alert).toContainText('Loading model');
  await expect(playground.lastMessage).toContainText('Second.');
  await expect.poll(() => playground.fact('message')).toBe(2);
});

test('a refused connection and a page that may not read have different messages', async ({
  page,
  playground,
  endpoint,
  server,
}) => {
  const gone = await startEndpointServer();
  await gone.close();
  await endpoint.open();
  await endpoint.connect(gone.address);
  await expect(playground.alert).toContainText('Nothing answers at');

  server.allowPages(false);
  await endpoint.connect(server.address);
  await expect(playground.alert).toContainText('does not allow this page');
  await expect(playground.alert).toContainText(
    `Access-Control-Allow-Origin: ${new URL(page.url()).origin}`,
  );

  server.allowPages(true);
  await endpoint.button('Connect').click();
  await expect(endpoint.settings).toContainText('Connected: 2 models.');
  await expect(playground.alert).toBeHidden();
});

test('[BUD-4] a context that the server calls too long is made smaller and asked with once more', async ({
  playground,
  endpoint,
  server,
}) => {
  await endpoint.use(server.address);
  for (const city of ['Lisbon', 'Porto', 'Braga', 'Faro']) {
    await playground.say(`Tell me about ${city}: ${'its streets and its harbour, '.repeat(20)}`);
  }
  const body = { error: { message: 'too long', code: 'context_length_exceeded' } };
  server.willAnswer({ kind: 'refuse', status: 400, body });
  await playground.say('And now?');
  await expect(playground.lastMessage).toContainText('You said: And now?');
  await expect(playground.alert).toBeHidden();
  expect(server.requests).toHaveLength(6);

  server.willAnswer({ kind: 'refuse', status: 400, body }, { kind: 'refuse', status: 400, body });
  await playground.messageField.fill('Again?');
  await playground.messageField.press('Enter');
  await expect(playground.alert).toContainText('finds the context too long');
  expect(server.requests).toHaveLength(8);
});

test('thoughts are folded while the model thinks, and are not sent again', async ({
  playground,
  endpoint,
  server,
}) => {
  await endpoint.use(server.address);
  server.willAnswer(
    { kind: 'die', words: [], thinking: ['Let me see.'] },
    { kind: 'stream', thinking: ['The user greets me.'], words: ['Hello!'] },
  );
  await playground.messageField.fill('Hi');
  await playground.messageField.press('Enter');
  await expect(playground.lastMessage).toContainText('thinking …');
  const thought = endpoint.thinking.locator('pre', { hasText: 'Let me see.' });
  await expect(thought).toBeHidden();
  await endpoint.thinking.getByText('Thinking').click();
  await expect(thought).toBeVisible();
  server.release();
  await expect(playground.alert).toContainText('while the model was still thinking');
  await expect.poll(() => playground.fact('message')).toBe(1);

  await endpoint.button('Try again').click();
  await expect(playground.lastMessage).toContainText('Hello!');
  await playground.say('And?');
  expect(JSON.stringify(server.requests.at(-1)?.body)).not.toMatch(/greets me|Let me see/);
});

test('the key goes to its server alone, is nowhere else, and is forgotten when asked', async ({
  page,
  playground,
  endpoint,
  server,
}) => {
  server.wantKey(KEY);
  await endpoint.open();
  await endpoint.connect(server.address);
  await expect(playground.alert).toContainText('wants an API key (401)');
  await endpoint.connect(server.address, 'my key: abc');
  await expect(endpoint.key).toHaveAccessibleDescription(/^This is not a key/);
  await endpoint.connect(server.address, 'sk-wrong');
  await expect(playground.alert).toContainText('refused the API key (401)');
  await expect(playground.alert).not.toContainText('sk-wrong');
  await endpoint.connect(server.address, KEY);
  await expect(endpoint.settings).toContainText('Connected: 2 models.');
  await expect(endpoint.key).toHaveValue('');
  await endpoint.model.fill('parrot-small');
  await endpoint.button('Start chatting').click();
  await playground.say('Hello');
  expect(server.requests[0]?.authorization).toBe(`Bearer ${KEY}`);

  expect(await page.content()).not.toContain(KEY);
  expect(page.url()).not.toContain(KEY);
  const { endpointKey, rest } = await page.evaluate(() => {
    const name = 'agent-memory.playground.endpoint-key';
    const { [name]: endpointKey, ...rest } = { ...localStorage };
    return { endpointKey, rest: JSON.stringify(rest) };
  });
  expect(endpointKey).toContain(KEY);
  expect(rest).not.toContain(KEY);

  const elsewhere = await startEndpointServer();
  await endpoint.openSettings();
  await endpoint.connect(elsewhere.address);
  await expect(endpoint.settings).toContainText('Connected: 2 models.');
  await expect(endpoint.button('Forget key')).toBeHidden();
  await endpoint.button('Done').click();
  await playground.say('Hello, other one');
  expect(elsewhere.requests[0]?.authorization).toBeUndefined();
  await elsewhere.close();

  await endpoint.openSettings();
  await endpoint.connect(server.address);
  await expect(endpoint.settings).toContainText('Connected: 2 models.');
  await endpoint.button('Forget key').click();
  await expect(endpoint.key).toBeFocused();
  await expect(endpoint.button('Forget key')).toBeHidden();
  expect(await keptText(page)).not.toContain(KEY);
  await endpoint.button('Connect').click();
  await expect(playground.alert).toContainText('wants an API key (401)');
});

test('a reload keeps the settings and the conversation', async ({
  page,
  playground,
  endpoint,
  server,
}) => {
  await endpoint.use(server.address);
  await playground.say('My seat is 14C.');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Your endpoint' })).toBeChecked();
  await expect(playground.messages.getByRole('article')).toHaveCount(2);
  await expect(playground.lastMessage).toContainText('You said: My seat is 14C.');
  await playground.say('Which seat?');
  expect(server.requests[1]?.body.messages).toHaveLength(4);
  await endpoint.openSettings();
  await expect(endpoint.address).toHaveValue(server.address);
  await expect(endpoint.model).toHaveValue('parrot-small');
});

test('a model can be typed where no list is given, and an address is put right in words', async ({
  playground,
  endpoint,
  server,
}) => {
  await endpoint.open();
  await endpoint.connect('ftp://example.com');
  await expect(endpoint.address).toHaveAccessibleDescription(
    'An address begins with http:// or https://.',
  );
  await endpoint.connect(`${server.address}/elsewhere`);
  await expect(endpoint.settings).toContainText('does not list its models');
  await endpoint.connect(`${server.address}/chat/completions`);
  await expect(endpoint.address).toHaveValue(server.address);
  await expect(endpoint.settings).toContainText('Connected: 2 models.');
  await endpoint.model.fill('parrot-of-my-own');
  await endpoint.address.press('End');
  await endpoint.address.press('Backspace');
  await endpoint.model.press('Enter');
  await expect(endpoint.settings).toContainText('Connect first');
  await endpoint.connect(server.address);
  await expect(endpoint.settings).toContainText('Connected: 2 models.');
  await endpoint.model.press('Enter');
  await playground.say('Hello');
  expect(server.requests[0]?.body.model).toBe('parrot-of-my-own');
});
