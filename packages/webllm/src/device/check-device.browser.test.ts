import type { LocalFailure } from '@agent-memory/models';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failureOfCall } from '../testing/failure-of-call.ts';
import { checkDevice, checkStorage, checkWebAssembly } from './check-device.ts';

const NEEDS = { features: [], bufferBytes: 0 };

/** The answer of a module of this package on a page with such a policy. */
async function underPolicy(policy: string): Promise<LocalFailure | null> {
  const frame = document.createElement('iframe');
  onTestFinished(() => frame.remove());
  const module = new URL('./check-device.ts', import.meta.url).href;
  const answered = new Promise<MessageEvent<LocalFailure | null>>((resolve) => {
    addEventListener('message', (event) => event.source === frame.contentWindow && resolve(event));
  });
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">
    <script type="module">
      const { checkWebAssembly } = await import(${JSON.stringify(module)});
      const failure = await checkWebAssembly().then(() => null, (error) => error.failure);
      parent.postMessage(failure, '*');
    </script>`;
  document.body.append(frame);
  return (await answered).data;
}

test('[MOD-3] a policy that forbids WebAssembly is named with what it has to allow', async () => {
  const scripts = `script-src 'self' 'unsafe-inline'`;
  expect(await underPolicy(scripts)).toMatchObject({
    kind: 'device-unsupported',
    problem: expect.stringContaining("'wasm-unsafe-eval'"),
  });
  expect(await underPolicy(`${scripts} 'wasm-unsafe-eval'`)).toBeNull();
});

test('[MOD-2] a device with all that is needed passes', async () => {
  await expect(checkDevice(NEEDS)).resolves.toBeUndefined();
  await expect(checkWebAssembly()).resolves.toBeUndefined();
});

test('[MOD-2] a browser without WebGPU, and one without a device for it, are told apart', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const gpu = vi.spyOn(Navigator.prototype, 'gpu', 'get');
  // A browser without WebGPU has no such field, which the types rule out.
  gpu.mockReturnValue(undefined as unknown as GPU);
  expect(await failureOfCall(checkDevice(NEEDS))).toEqual({
    kind: 'device-unsupported',
    problem: 'This browser has no WebGPU.',
  });
  gpu.mockRestore();
  const adapter = vi.spyOn(GPU.prototype, 'requestAdapter').mockResolvedValue(null);
  expect(await failureOfCall(checkDevice(NEEDS))).toEqual({
    kind: 'device-unsupported',
    problem: 'The browser has WebGPU, and found no graphics device for it.',
  });
  adapter.mockRejectedValue(new Error('The GPU process is gone.'));
  expect(await failureOfCall(checkDevice(NEEDS))).toEqual({
    kind: 'device-unsupported',
    problem: 'The browser could not ask for a graphics device: The GPU process is gone.',
  });
});

test('[MOD-3] a page that came without TLS is told so', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() => void vi.restoreAllMocks());
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('caches', undefined);
  vi.spyOn(Navigator.prototype, 'gpu', 'get').mockReturnValue(undefined as unknown as GPU);
  const problem = expect.stringContaining('https://');
  const expected = { kind: 'device-unsupported', problem };
  expect(await failureOfCall(checkDevice(NEEDS))).toEqual(expected);
  expect(checkStorage).toThrow(expect.objectContaining({ failure: expected }));
});
