import type { LoadedEngine, LoadProgress, LocalModelStatus } from '@agent-memory/models';

/** `386 MB`, `1.2 GB`; never 0 for something. */
export function bytesText(bytes: number): string {
  const megabytes = bytes / 1e6;
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (megabytes < 1_000) return `${Math.round(megabytes)} MB`;
  return `${(megabytes / 1_000).toFixed(1)} GB`;
}

const PHASES: Readonly<Record<LoadProgress['phase'], string>> = {
  download: 'Downloading',
  compile: 'Preparing the engine for this device',
  start: 'Starting',
};

/** `Downloading: 120 MB of 386 MB (31 %)`. */
export function progressText(progress: LoadProgress | undefined): string {
  if (!progress) return 'Getting ready …';
  const { phase, loadedBytes = 0, totalBytes } = progress;
  const share = shareOf(progress);
  if (share === undefined || totalBytes === undefined) return `${PHASES[phase]} …`;
  const bytes = `${bytesText(loadedBytes)} of ${bytesText(totalBytes)}`;
  return `${PHASES[phase]}: ${bytes} (${Math.floor(100 * share)} %)`;
}

/** The part of a phase that is done, from 0 to 1; `undefined` where nobody counts. */
export function shareOf(progress: LoadProgress | undefined): number | undefined {
  const { loadedBytes, totalBytes } = progress ?? {};
  if (loadedBytes === undefined || !totalBytes) return undefined;
  return Math.min(1, loadedBytes / totalBytes);
}

/** `WebGPU`, or `WebAssembly, 2 threads`. */
export function engineText({ backend, threads = 1 }: LoadedEngine): string {
  if (backend === 'webgpu') return 'WebGPU';
  return `WebAssembly, ${threads === 1 ? 'one thread' : `${threads} threads`}`;
}

/** The state of a model in a few words; the panel has the rest. */
export function statusText(status: LocalModelStatus | undefined): string {
  if (!status || status.phase === 'unloaded') return 'not started; it starts with your message';
  const { phase, engine, tokensPerSecond, progress } = status;
  if (phase === 'loading') return progressText(progress);
  const pace = tokensPerSecond?.toFixed(tokensPerSecond < 10 ? 1 : 0);
  const words = [phase, engine && engineText(engine), pace && `${pace} tokens/s`];
  return words.filter(Boolean).join(' · ');
}
