import { type LocalModel, type ModelOffer, RECOMMENDED_MODELS } from '@agent-memory/models';
import { createKeptValue, fieldsOf } from '../settings/kept-value.ts';

/** Where a model comes from. */
export type ModelSource =
  | { readonly kind: 'offer'; readonly offer: ModelOffer }
  /** A GGUF file on a server. */
  | { readonly kind: 'address'; readonly url: string }
  /** A GGUF file that was dropped or chosen; it is here as long as the page. */
  | { readonly kind: 'file'; readonly file: File };

/** One text for each source, by which it is kept: those of the same text are the same. */
export function sourceKey(source: ModelSource): string {
  if (source.kind === 'offer') return `offer/${source.offer.id}`;
  return source.kind === 'address' ? `address/${source.url}` : `file/${source.file.name}`;
}

/** The source behind a key; `undefined` for a file, which the next visit does not have. */
export function sourceOf(key: string): ModelSource | undefined {
  const [, kind, rest = ''] = /^(offer|address)\/(.+)$/.exec(key) ?? [];
  const offer = kind === 'offer' ? RECOMMENDED_MODELS.find(({ id }) => id === rest) : undefined;
  if (offer) return { kind: 'offer', offer };
  return kind === 'address' && URL.canParse(rest) ? { kind: 'address', url: rest } : undefined;
}

/** The model's name for people. */
export function titleOf(source: ModelSource): string {
  if (source.kind === 'offer') return source.offer.title;
  if (source.kind === 'file') return source.file.name;
  return source.url.slice(source.url.lastIndexOf('/') + 1) || source.url;
}

/** The servers that a source's files come from; `undefined` for a file. */
export function hostOf(source: ModelSource): string | undefined {
  if (source.kind === 'file') return undefined;
  if (source.kind === 'address') return new URL(source.url).host;
  const { model } = source.offer;
  // Web-llm’s own list leads to the one for weights, and to the other for the library that runs them.
  return URL.canParse(model) ? new URL(model).host : 'huggingface.co and raw.githubusercontent.com';
}

/** Whether a file is meant as a model, by its name. */
export function isModelFile({ name }: { readonly name: string }): boolean {
  return /\.gguf$/i.test(name);
}

/**
 * A model of this source; nothing is loaded. The packages of the engines are fetched when they are needed,
 * and each fetches its engine with the first load.
 */
export async function makeModel(source: ModelSource): Promise<LocalModel> {
  if (source.kind === 'offer' && source.offer.engine === 'webllm') {
    const { webLlm } = await import('@agent-memory/webllm');
    return webLlm({ model: source.offer.model, contextWindow: source.offer.contextWindow });
  }
  const { wllama } = await import('@agent-memory/wllama');
  if (source.kind === 'file') return wllama({ model: source.file });
  if (source.kind === 'address') return wllama({ model: source.url });
  const { title, model, contextWindow, sha256 } = source.offer;
  return wllama({ name: title, model, contextWindow, ...(sha256 !== undefined && { sha256 }) });
}

/** What this browser remembers of models on this device. */
export interface KeptDevice {
  /** The key of the model that was used last. */
  readonly key?: string;
  /** The window that it was loaded with, in tokens. */
  readonly contextWindow: number;
  /** Bytes of the files that engines downloaded, by key: engines cannot list them. */
  readonly stored: Readonly<Record<string, number>>;
}

/** The window that is assumed until a model says its own, in tokens. */
const USUAL_WINDOW = 4_096;

export const keptDevice = createKeptValue('agent-memory.playground.models', parseKept);

export function parseKept(kept: unknown): KeptDevice {
  const { key, contextWindow, stored } = fieldsOf(kept);
  const bytes = Object.entries(fieldsOf(stored)).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && entry[1] > 0 && sourceOf(entry[0]) !== undefined,
  );
  return {
    ...(typeof key === 'string' && sourceOf(key) && { key }),
    contextWindow:
      Number.isSafeInteger(contextWindow) && Number(contextWindow) > 0
        ? Number(contextWindow)
        : USUAL_WINDOW,
    stored: Object.fromEntries(bytes),
  };
}
