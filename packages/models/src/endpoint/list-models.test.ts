import { expect, test } from 'vitest';
import { aLocalServer, flooding, refusing, stalling } from '../testing/local-server.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { parsedJson } from './json.ts';
import { listModels, readModels } from './list-models.ts';
import { secretsOf } from './secrets.ts';

const NO_SECRETS = secretsOf(undefined, {});

test('[MOD-1] names come in order, each once', () => {
  const data = [{ id: 'b' }, { id: 'a' }, { id: 'b' }, { name: 'c' }, 7];
  expect(readModels({ object: 'list', data }, '', NO_SECRETS)).toEqual({
    kind: 'list',
    names: ['a', 'b'],
  });
});

test.each(['{"data":[]}', '{"data":null}', 'ok', '{}', ''])('[MOD-1] %j is no list', (body) => {
  expect(readModels(parsedJson(body), body, NO_SECRETS)).toEqual({ kind: 'no-list' });
});

test('[MOD-1] the names are asked for below the base, the key is in the header alone', async () => {
  const server = await aLocalServer(refusing(200, { data: [{ id: 'small' }] }));
  const apiKey = 'sk-1234567890';
  expect(await listModels({ baseUrl: server.baseUrl, apiKey })).toEqual(['small']);
  const [seen] = server.requests;
  expect(seen).toMatchObject({ method: 'GET', path: '/v1/models' });
  expect(seen?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

test('[MOD-1] a server without a list is there all the same', async () => {
  const { baseUrl } = await aLocalServer(refusing(404, '404 page not found'));
  expect(await listModels({ baseUrl })).toBeUndefined();
});

test('[MOD-3] a web page says that the address is wrong', async () => {
  const { baseUrl } = await aLocalServer(refusing(200, '<!doctype html><title>Router</title>'));
  const error = await thrownBy(listModels({ baseUrl }));
  expect(error.code).toBe('MODEL_ANSWER_UNREADABLE');
  expect(error.message).toContain('Router');
});

test('[MOD-3] a key that the server repeats is in no error and in no name', async () => {
  const apiKey = 'sk-1234567890';
  const { baseUrl } = await aLocalServer(
    refusing(401, { error: { message: `wrong key ${apiKey}` } }),
    refusing(200, { data: [{ id: `model-${apiKey}` }] }),
  );
  const error = await thrownBy(listModels({ baseUrl, apiKey }));
  expect(error.code).toBe('MODEL_UNAUTHORIZED');
  expect(error).toMatchObject({ failure: { serverMessage: 'wrong key •••', hadKey: true } });
  expect(await listModels({ baseUrl, apiKey })).toEqual(['model-•••']);
});

test('[MOD-3] a server that is gone says so', async () => {
  const server = await aLocalServer();
  await server.close();
  const error = await thrownBy(listModels({ baseUrl: server.baseUrl }));
  expect(error.code).toBe('MODEL_UNREACHABLE');
  expect(error).toMatchObject({ failure: { kind: 'unreachable' } });
});

test('[MOD-3] a wait ends with its signal, before the request and in the middle of it', async () => {
  const server = await aLocalServer(stalling('{"data":['));
  const controller = new AbortController();
  const request = server.nextRequest();
  const { signal } = controller;
  const names = listModels({ baseUrl: server.baseUrl }, { signal });
  const { closed } = await request;
  controller.abort(new Error('enough'));
  await expect(names).rejects.toThrow('enough');
  await closed;
  await expect(listModels({ baseUrl: server.baseUrl }, { signal })).rejects.toThrow('enough');
  expect(server.requests).toHaveLength(1);
});

test('[MOD-3] a list without end is not read to its end', async () => {
  const server = await aLocalServer(flooding(200, '{"data":[', '{"id":"a"},'.repeat(1_000)));
  expect(await listModels({ baseUrl: server.baseUrl })).toBeUndefined();
  await server.requests[0]?.closed;
});
