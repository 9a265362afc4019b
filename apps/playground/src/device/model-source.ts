import { type ModelOffer, RECOMMENDED_MODELS } from '@agent-memory/models';

/** Where a model comes from. */
export type ModelSource =
  | { readonly kind: 'offer'; readonly offer: ModelOffer }
  /** A GGUF file on a server. */
  | { readonly kind: 'address'; readonly url: string }
  /** A GGUF file that was dropped or chosen. */
  | {
      readonly kind: 'file';
      readonly file: File;
      /** Whether it is the copy that this browser keeps. */
      readonly isKept: boolean;
    };

/** A source as it is written down. */
export type NamedSource =
  | { readonly kind: 'offer'; readonly id: string }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'file'; readonly name: string };

/** The engines that run models here. */
export type EngineName = ModelOffer['engine'];

export function engineOf(source: ModelSource): EngineName {
  return source.kind === 'offer' ? source.offer.engine : 'wllama';
}

export function namedSource(source: ModelSource): NamedSource {
  switch (source.kind) {
    case 'offer':
      return { kind: 'offer', id: source.offer.id };
    case 'address':
      return { kind: 'address', url: source.url };
    case 'file':
      return { kind: 'file', name: source.file.name };
  }
}

/** One text for each source: those of the same text are the same. */
export function sourceKey(source: NamedSource): string {
  switch (source.kind) {
    case 'offer':
      return `offer/${source.id}`;
    case 'address':
      return `address/${source.url}`;
    case 'file':
      return `file/${source.name}`;
  }
}

/** The model's name for people. */
export function titleOf(source: NamedSource): string {
  switch (source.kind) {
    case 'offer':
      return offerOf(source.id)?.title ?? source.id;
    case 'address':
      return source.url.slice(source.url.lastIndexOf('/') + 1) || source.url;
    case 'file':
      return source.name;
  }
}

/** Web-llm's own list leads there: weights to the one, the library for them to the other. */
const WEB_LLM_HOSTS = 'huggingface.co and raw.githubusercontent.com';

/** The servers that a source's files are fetched from; `undefined` for a file. */
export function hostOf(source: ModelSource): string | undefined {
  if (source.kind === 'file') return undefined;
  if (source.kind === 'address') return new URL(source.url).host;
  const { model } = source.offer;
  return URL.canParse(model) ? new URL(model).host : WEB_LLM_HOSTS;
}

/** An offer of the table; `undefined` where there is none of this id (any more). */
export function offerOf(id: string): ModelOffer | undefined {
  return RECOMMENDED_MODELS.find((offer) => offer.id === id);
}

/** Reads a source that was kept as JSON; `undefined` for anything else. */
export function parseNamedSource(value: unknown): NamedSource | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, id, url, name } = value as Readonly<Record<string, unknown>>;
  if (kind === 'offer' && typeof id === 'string' && offerOf(id)) return { kind, id };
  if (kind === 'address' && typeof url === 'string' && URL.canParse(url)) return { kind, url };
  if (kind === 'file' && typeof name === 'string' && name !== '') return { kind, name };
  return undefined;
}

/** Whether a file is meant as a model: it is named so. */
export function isModelFile({ name }: { readonly name: string }): boolean {
  return /\.gguf$/i.test(name);
}

/** The reading of an address that somebody typed. */
export type TypedAddress =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'problem'; readonly problem: string };

/** Reads the address of a GGUF file as somebody typed it. */
export function readModelAddress(typed: string): TypedAddress {
  const text = typed.trim();
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isAddress) return { kind: 'url', url: new URL(text).href };
  return { kind: 'problem', problem: 'An address begins with http:// or https://' };
}
