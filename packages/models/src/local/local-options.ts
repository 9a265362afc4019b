import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { LocalModelOptions } from './local-model.ts';

/**
 * Names of the options that every model on this device has, for a package that adds its own.
 *
 * @example
 * const OPTIONS = { ...LOCAL_MODEL_OPTIONS, model: true } as const;
 */
export const LOCAL_MODEL_OPTIONS = {
  download: true,
  timeoutMs: true,
  downloadTimeoutMs: true,
  silenceMs: true,
  idleUnloadMs: true,
} as const satisfies KnownNames<LocalModelOptions>;

/** The options with their defaults. */
export type LocalSettings = Required<LocalModelOptions>;

const TIMEOUT_MS = 600_000;
const DOWNLOAD_TIMEOUT_MS = 60_000;
const SILENCE_MS = 20_000;

/** @throws InvalidOptionError if a time is no number above 0, or `download` is another word. */
export function readLocalOptions(
  options: {
    readonly [Name in keyof LocalModelOptions]?: LocalModelOptions[Name] | undefined;
  },
): LocalSettings {
  refuseUnknown(options, LOCAL_MODEL_OPTIONS, 'createLocalModel');
  const { download = 'on-load', timeoutMs = TIMEOUT_MS, silenceMs = SILENCE_MS } = options;
  const { downloadTimeoutMs = DOWNLOAD_TIMEOUT_MS, idleUnloadMs = Number.POSITIVE_INFINITY } =
    options;
  const times = { timeoutMs, downloadTimeoutMs, silenceMs, idleUnloadMs };
  const isKnown = download === 'allowed' || download === 'on-load';
  checkOption(isKnown, 'download', `must be "allowed" or "on-load"; got ${download}.`);
  for (const [name, value] of Object.entries(times)) {
    const isTime = typeof value === 'number' && value > 0;
    checkOption(isTime, name, `must be milliseconds, more than 0; got ${value}.`);
  }
  return { download, ...times };
}
