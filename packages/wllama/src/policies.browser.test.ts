import type { LocalFailure } from '@agent-memory/models';
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { aModel, aRun, clearKept, failureOf } from './testing/a-model.ts';
import type {} from './testing/gguf-server-setup.ts';
import { TINY_REPLY, tinyModelBytes } from './testing/tiny-model.ts';
import { wllama } from './wllama.ts';

const url = inject('ggufServerUrl');

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await clearKept();
});

/** The failure of a load on a page with such a policy. */
async function loadUnder(policy: string): Promise<LocalFailure | null> {
  const frame = document.createElement('iframe');
  onTestFinished(() => frame.remove());
  const answered = new Promise<MessageEvent<LocalFailure | null>>((resolve) => {
    addEventListener('message', (event) => event.source === frame.contentWindow && resolve(event));
  });
  const module = JSON.stringify(new URL('./wllama.ts', import.meta.url).href);
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">
    <script type="module">
      // The runner of the tests puts its own word around dynamic imports, which this page lacks.
      globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() };
      const { wllama } = await import(${module});
      const model = wllama({ model: '${url}/policy/good/tiny.gguf' });
      const failure = await model.load().then(() => null, (error) => error.failure ?? String(error));
      model.dispose();
      parent.postMessage(failure, '*');
    </script>`;
  document.body.append(frame);
  return (await answered).data;
}

test('[MOD-3] a worker that Trusted Types refuse is told as that, and not as bad files', async () => {
  expect(await loadUnder("require-trusted-types-for 'script'")).toMatchObject({
    kind: 'device-unsupported',
    problem: expect.stringContaining('Trusted Types'),
  });
});

test('[MOD-5] a browser without a private file system runs the model from memory', async () => {
  vi.stubGlobal('FileSystemFileHandle', undefined);
  vi.spyOn(StorageManager.prototype, 'getDirectory').mockRejectedValue(new Error('no OPFS'));
  vi.spyOn(Navigator.prototype, 'storage', 'get').mockReturnValue(
    // Such browsers have no field of this name, which the types rule out.
    undefined as unknown as StorageManager,
  );
  const { load, ask } = aModel(aRun().address('good'));
  expect((await load()).notes).toContainEqual(expect.stringContaining('keeps no files'));
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
});

test('[MOD-2] a device that cannot run the model says so, and nobody is asked', async () => {
  const run = aRun();
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  const unsupported = { failure: { kind: 'device-unsupported' } };
  const model = wllama({ model: run.address('good'), download: 'allowed' });
  onTestFinished(() => model.dispose());
  const messages = [{ role: 'user', content: 'Hi' }] as const;
  await expect(model.chat({ messages })).rejects.toMatchObject(unsupported);
  await expect(model.size()).rejects.toMatchObject(unsupported);
  await expect(model.load()).rejects.toMatchObject(unsupported);
  expect(await run.seen()).toEqual([]);
});

test('[MOD-2] a request of a model that is not here asks nobody before it is loaded', async () => {
  const run = aRun();
  const model = wllama({ model: run.address('good') });
  onTestFinished(() => model.dispose());
  const refused = model.chat({ messages: [{ role: 'user', content: 'Hi' }] });
  await expect(refused).rejects.toMatchObject({ failure: { kind: 'download-not-allowed' } });
  expect(await run.seen()).toEqual([]);
});

test('[MOD-3] another file than its hash names is refused, and a kept one is downloaded again', async () => {
  const run = aRun();
  const digest = await crypto.subtle.digest('SHA-256', tinyModelBytes());
  const sha256 = Array.from(new Uint8Array(digest), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  );
  const other = aModel(run.address('good'), { sha256: '0'.repeat(64) });
  expect(await failureOf(other.load())).toMatchObject({
    kind: 'files-unreadable',
    problem: expect.stringContaining(sha256),
  });
  expect((await other.files.size()).downloadBytes).toBeGreaterThan(0);
  // Kept without a hash, it may be anything.
  await aModel(run.address('other-name')).load();
  await aModel(run.address('other-name')).load();
  expect((await run.seen()).filter((line) => line.startsWith('GET'))).toHaveLength(2);
  const right = aModel(run.address('other-name'), { sha256 });
  await right.load();
  expect((await right.ask('Hi')).text).toBe(TINY_REPLY);
  expect((await run.seen()).filter((line) => line.startsWith('GET'))).toHaveLength(2);
  const swapped = aModel(run.address('other-name'), { sha256: '0'.repeat(64) });
  expect(await failureOf(swapped.load())).toMatchObject({ kind: 'files-unreadable' });
  expect((await run.seen()).filter((line) => line.startsWith('GET'))).toHaveLength(3);
});
