import type { Device } from './device.ts';

/** The one question to WebGPU that is asked here; its types are not in TypeScript's library. */
interface Graphics {
  requestAdapter(): Promise<{ readonly features: ReadonlySet<string> } | null>;
}

/** Finds out what this page and this device offer. */
export async function lookAtDevice(): Promise<Device> {
  return {
    isIsolated: globalThis.crossOriginIsolated === true,
    cores: navigator.hardwareConcurrency || 1,
    graphics: await graphicsHere(),
    canSuspend: 'Suspending' in WebAssembly,
    hasMemory64: hasMemory64(),
  };
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
