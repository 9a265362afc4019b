import { EngineFailure } from '@agent-memory/models/device';
import type { Device } from './device.ts';
import { checkCompiling } from './wasm-file.ts';

/** The one question to WebGPU that is asked here; its types are not in TypeScript's library. */
interface Graphics {
  requestAdapter(): Promise<{ readonly features: ReadonlySet<string> } | null>;
}

/**
 * Finds out what this page and this device offer, before anything is fetched.
 *
 * @throws EngineFailure of kind `device-unsupported` where llama.cpp cannot run.
 */
export async function checkDevice({
  compat,
}: {
  /** The build for older browsers, where there is one. */
  readonly compat: object | undefined;
}): Promise<Device> {
  checkCompiling();
  const canSuspend = 'Suspending' in WebAssembly;
  const isModern = canSuspend && hasMemory64();
  const isCompat = compat !== undefined && !isModern;
  if (!isCompat && !hasMemory64()) {
    throw unsupported(
      'WebAssembly of this browser has no 64-bit memory; option `compat` names a build that needs none.',
    );
  }
  return {
    isIsolated: globalThis.crossOriginIsolated === true,
    cores: navigator.hardwareConcurrency || 1,
    graphics: await graphicsHere(),
    canSuspend: canSuspend || isCompat,
    isCompat,
  };
}

function unsupported(problem: string): EngineFailure {
  return new EngineFailure({ kind: 'device-unsupported', problem });
}

async function graphicsHere(): Promise<Device['graphics']> {
  const graphics: unknown = Reflect.get(navigator, 'gpu');
  if (!isGraphics(graphics)) return 'none';
  try {
    const adapter = await graphics.requestAdapter();
    if (!adapter) return 'no-adapter';
    return adapter.features.has('shader-f16') ? 'adapter' : 'no-f16';
  } catch {
    // A browser whose graphics process has died rejects; the note says that there is no adapter.
    return 'no-adapter';
  }
}

function isGraphics(value: unknown): value is Graphics {
  return typeof value === 'object' && value !== null && 'requestAdapter' in value;
}

function hasMemory64(): boolean {
  // A module of one memory with 64-bit addresses and no pages.
  const module = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 4, 0);
  return WebAssembly.validate(module);
}
