/** Facts about a device, as far as they matter to a model. */
export interface DeviceFacts {
  /** Absent where there is no WebGPU, or no adapter for it. */
  readonly webgpu?: {
    /** Half-precision numbers in shaders: models in f16 need them. */
    readonly hasShaderF16: boolean;
    /** Computed by the processor: it works, and is slow. */
    readonly isSoftware: boolean;
  };
  /** Whether WebAssembly can run on several threads: the page is isolated from other origins. */
  readonly hasThreads: boolean;
  /** Processors that the browser names. */
  readonly cores: number;
  /** Gigabytes of memory, as far as the browser tells: 8 stands for 8 and more. Absent where it does not. */
  readonly memoryGb?: number;
  /** Bytes that the origin may still store; absent where the browser gives no estimate. */
  readonly freeBytes?: number;
}

/** The part of the platform that is asked; each is absent somewhere. */
interface Platform {
  readonly navigator?: {
    readonly gpu?: { requestAdapter(): Promise<Adapter | null> };
    readonly hardwareConcurrency?: number;
    readonly deviceMemory?: number;
    readonly storage?: { estimate?(): Promise<{ quota?: number; usage?: number }> };
  };
  readonly crossOriginIsolated?: boolean;
}

interface Adapter {
  readonly features: { has(name: string): boolean };
  readonly info?: { readonly isFallbackAdapter?: boolean; readonly architecture?: string };
}

/**
 * Asks the browser what this device can do. Nothing is downloaded; what cannot be found out is absent.
 *
 * @example
 * const device = await probeDevice();
 * console.log(device.webgpu ? 'Models run on the graphics card.' : 'Models run on the processor.');
 */
export async function probeDevice(): Promise<DeviceFacts> {
  // Parts of the platform that not every runtime has, and not every library of types.
  const { navigator, crossOriginIsolated = false } = globalThis as Platform;
  const [webgpu, freeBytes] = await Promise.all([webGpuOf(navigator), freeStorageBytes()]);
  const memoryGb = navigator?.deviceMemory;
  return {
    ...(webgpu && { webgpu }),
    hasThreads: crossOriginIsolated,
    cores: navigator?.hardwareConcurrency ?? 1,
    ...(memoryGb !== undefined && { memoryGb }),
    ...(freeBytes !== undefined && { freeBytes }),
  };
}

async function webGpuOf(navigator: Platform['navigator']): Promise<DeviceFacts['webgpu']> {
  const adapter = await answerOf(() => navigator?.gpu?.requestAdapter());
  if (!adapter) return undefined;
  const { features, info } = adapter;
  return {
    hasShaderF16: features.has('shader-f16'),
    isSoftware: info?.isFallbackAdapter === true || info?.architecture === 'swiftshader',
  };
}

/** The storage that is left for this page; `undefined` where the browser does not say. */
export async function freeStorageBytes(): Promise<number | undefined> {
  const { navigator } = globalThis as Platform;
  const estimate = await answerOf(() => navigator?.storage?.estimate?.());
  if (estimate?.quota === undefined) return undefined;
  return Math.max(0, estimate.quota - (estimate.usage ?? 0));
}

/** A browser that refuses to tell is one that does not know. */
async function answerOf<Answer>(
  ask: () => Promise<Answer> | undefined,
): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
