import { createKeptValue } from '../settings/kept-value.ts';
import { type NamedSource, parseNamedSource, sourceKey } from './model-source.ts';

/** The window that is counted on until a model says its own, in tokens. */
export const USUAL_WINDOW = 4_096;

/** The model that was used last. */
export interface DeviceSettings {
  readonly source?: NamedSource;
  /** The window that it was loaded with, in tokens. */
  readonly contextWindow: number;
}

/** A model whose downloaded files the browser keeps. */
export interface StoredDownload {
  readonly source: NamedSource;
  readonly bytes: number;
}

// Persisted keys: renaming one forgets what people set.
const SETTINGS_KEY = 'agent-memory.playground.device';
const DOWNLOADS_KEY = 'agent-memory.playground.device-downloads';

export const keptDevice = createKeptValue<DeviceSettings>(SETTINGS_KEY, parseSettings);

/** Engines cannot list their files, so the page notes what it had them download. */
export const keptDownloads = createKeptValue<readonly StoredDownload[]>(
  DOWNLOADS_KEY,
  parseDownloads,
);

export function parseSettings(kept: unknown): DeviceSettings {
  const { source, contextWindow } = fieldsOf(kept);
  const named = parseNamedSource(source);
  const isWindow = Number.isSafeInteger(contextWindow) && Number(contextWindow) > 0;
  return {
    ...(named && { source: named }),
    contextWindow: isWindow ? Number(contextWindow) : USUAL_WINDOW,
  };
}

export function parseDownloads(kept: unknown): readonly StoredDownload[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each: unknown): StoredDownload[] => {
    const { source, bytes } = fieldsOf(each);
    const named = parseNamedSource(source);
    return named && typeof bytes === 'number' && bytes > 0 ? [{ source: named, bytes }] : [];
  });
}

/** The list with one more; another entry of the same source makes way. */
export function withDownload(
  downloads: readonly StoredDownload[],
  added: StoredDownload,
): readonly StoredDownload[] {
  return [...withoutDownload(downloads, added.source), added];
}

export function withoutDownload(
  downloads: readonly StoredDownload[],
  source: NamedSource,
): readonly StoredDownload[] {
  const key = sourceKey(source);
  return downloads.filter((each) => sourceKey(each.source) !== key);
}

function fieldsOf(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === 'object' && kept !== null ? { ...kept } : {};
}
