/** The parts of a device and its page that decide how the engine runs. */
export interface Device {
  /** Whether the page's headers let threads share memory. */
  readonly isIsolated: boolean;
  /** Logical processors. */
  readonly cores: number;
  readonly graphics: 'none' | 'no-adapter' | 'no-f16' | 'adapter';
  /** Whether WebAssembly can wait for the graphics card, or for a file: JSPI. */
  readonly canSuspend: boolean;
  /** Whether the build for older browsers runs, which needs neither JSPI nor addresses of 64 bits. */
  readonly isCompat: boolean;
}

/** The caller's wishes for the device. */
export interface DeviceWishes {
  readonly threads: number | undefined;
  readonly isGpuWanted: boolean;
}

/** The way an engine is started. */
export interface DevicePlan {
  readonly threads: number;
  /** Tokens of the prompt that are read at once. Between two such batches an abort takes effect. */
  readonly batchTokens: number;
  readonly isGpuTried: boolean;
}

/** More threads wait for each other longer than they compute. */
const MOST_THREADS = 8;
/** About 2 s for a small model on one thread. */
const CPU_BATCH_TOKENS = 32;
const GPU_BATCH_TOKENS = 512;

export function planFor(device: Device, { threads, isGpuWanted }: DeviceWishes): DevicePlan {
  const isGpuTried = isGpuWanted && device.graphics === 'adapter' && device.canSuspend;
  return {
    threads: device.isIsolated
      ? Math.min(threads ?? usualThreads(device.cores), mostThreads(device))
      : 1,
    batchTokens: isGpuTried ? GPU_BATCH_TOKENS : CPU_BATCH_TOKENS,
    isGpuTried,
  };
}

function mostThreads({ cores }: Device): number {
  return Math.min(MOST_THREADS, cores);
}

/** Two logical processors are often one core: half of them compute, but two at least. */
function usualThreads(cores: number): number {
  return Math.min(MOST_THREADS, cores, Math.max(2, Math.floor(cores / 2)));
}

/** Sentences on what is less than it could be. @param isOnGpu - Whether llama.cpp took the graphics card. */
export function deviceNotes(
  device: Device,
  { threads, isGpuWanted }: DeviceWishes,
  isOnGpu: boolean,
): string[] {
  if (isOnGpu) return [];
  const notes = isGpuWanted ? [`It runs on the processor: ${whyNoGpu(device)}`] : [];
  const most = mostThreads(device);
  if (device.isIsolated && threads !== undefined && threads > most) {
    notes.push(
      `It runs on ${most} of the ${threads} threads in option \`threads\`: this device has ${device.cores} processors, and more than ${MOST_THREADS} threads wait for each other.`,
    );
  }
  const isOneWanted = threads === 1 || device.cores === 1;
  if (!device.isIsolated && !isOneWanted) {
    notes.push(
      'It runs on one thread: more need the page to be sent with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
    );
  }
  return notes;
}

function whyNoGpu({ graphics, canSuspend }: Device): string {
  if (graphics === 'none') return 'this browser or page has no WebGPU.';
  if (graphics === 'no-adapter') return 'the browser found no graphics card that it may use.';
  if (!canSuspend) return 'WebAssembly of this browser cannot wait for the graphics card (JSPI).';
  if (graphics === 'no-f16') return 'the graphics card or its driver lacks shader-f16.';
  return 'llama.cpp did not take the graphics card.';
}
