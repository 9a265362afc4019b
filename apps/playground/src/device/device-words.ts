import type { LoadedEngine, LoadProgress, LocalModelStatus } from '@agent-memory/models';

/** `386 MB`, `1.2 GB`; never 0 for something. */
export function bytesText(bytes: number): string {
  const megabytes = bytes / 1e6;
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (megabytes < 1_000) return `${Math.round(megabytes)} MB`;
  return `${(megabytes / 1_000).toFixed(1)} GB`;
}

/** `about 20 s left`; '' as long as there is no pace. */
export function leftText(leftMs: number | undefined): string {
  if (leftMs === undefined || !Number.isFinite(leftMs)) return '';
  const seconds = Math.ceil(leftMs / 1_000);
  if (seconds < 90) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}

const PHASES: Readonly<Record<LoadProgress['phase'], string>> = {
  download: 'Downloading',
  compile: 'Preparing the engine for this device',
  start: 'Starting',
};

/** `Downloading: 120 of 386 MB (31 %), about 2 min left`. */
export function progressText(progress: LoadProgress | undefined): string {
  if (!progress) return 'Getting ready …';
  const { phase, loadedBytes, totalBytes, leftMs } = progress;
  const parts = [bytesPart(loadedBytes, totalBytes), leftText(leftMs)].filter(Boolean);
  return parts.length === 0 ? `${PHASES[phase]} …` : `${PHASES[phase]}: ${parts.join(', ')}`;
}

function bytesPart(loaded: number | undefined, total: number | undefined): string {
  if (loaded === undefined) return '';
  if (total === undefined || total === 0) return bytesText(loaded);
  const share = Math.floor((100 * loaded) / total);
  return `${bytesText(loaded)} of ${bytesText(total)} (${share} %)`;
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

/** The state of a model in a few words. */
export function statusText(status: LocalModelStatus | undefined): string {
  if (!status) return 'not started';
  const { phase, engine, tokensPerSecond, waiting, progress } = status;
  switch (phase) {
    case 'loading':
      return progressText(progress);
    case 'unloaded':
      return 'not started; it starts with your message';
    case 'disposed':
      return 'ended';
    case 'answering':
    case 'ready': {
      const pace = tokensPerSecond === undefined ? [] : [`${paceText(tokensPerSecond)} tokens/s`];
      const queue = waiting.background > 0 ? ['a summary waits'] : [];
      const word = phase === 'ready' ? 'ready' : 'answering';
      return [word, ...(engine ? [engineText(engine)] : []), ...pace, ...queue].join(' · ');
    }
    default:
      return phase satisfies never;
  }
}

function paceText(tokensPerSecond: number): string {
  return tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : String(Math.round(tokensPerSecond));
}
