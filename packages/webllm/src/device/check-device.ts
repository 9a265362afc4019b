import { errorText } from '@agent-memory/core/internal';
import { EngineFailure } from '@agent-memory/models/device';
import type { DeviceNeeds } from '../model/device-needs.ts';
import { deviceProblem } from './device-problem.ts';

/**
 * Looks whether the model can run here, before anything of it is fetched.
 *
 * @throws EngineFailure of kind `device-unsupported`
 */
export async function checkDevice(needs: DeviceNeeds): Promise<void> {
  const problem = await problemHere(needs);
  if (problem !== undefined) throw new EngineFailure({ kind: 'device-unsupported', problem });
}

async function problemHere(needs: DeviceNeeds): Promise<string | undefined> {
  // The types promise what only some browsers have.
  const { gpu } = navigator as Partial<Navigator>;
  if (!gpu) return isSecureContext ? 'This browser has no WebGPU.' : INSECURE;
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return 'The browser has WebGPU, and found no graphics device for it.';
    return deviceProblem(adapter, needs);
  } catch (error) {
    return `The browser could not ask for a graphics device: ${errorText(error)}`;
  }
}

const INSECURE =
  'WebGPU and the storage of models are there for pages from https:// or localhost alone, and this page came otherwise.';

/**
 * Looks whether files of models can be kept here.
 *
 * @throws EngineFailure of kind `device-unsupported`
 */
export function checkStorage(): void {
  if (typeof caches !== 'undefined') return;
  throw new EngineFailure({ kind: 'device-unsupported', problem: INSECURE });
}

/** An empty module of WebAssembly. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/**
 * Looks whether WebAssembly may run, which the page's Content-Security-Policy decides.
 *
 * @throws EngineFailure of kind `device-unsupported`
 */
export async function checkWebAssembly(): Promise<void> {
  try {
    await WebAssembly.compile(EMPTY_MODULE);
  } catch (error) {
    const problem = `WebAssembly may not run here; a Content-Security-Policy has to allow 'wasm-unsafe-eval'. ${errorText(error)}`;
    throw new EngineFailure({ kind: 'device-unsupported', problem }, { cause: error });
  }
}
