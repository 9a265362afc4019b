import type { Message, Part } from '@agent-memory/core';
import { isPlainObject, reading } from '@agent-memory/core/internal';
import type { AiSdkProviderFields } from './model-message.ts';

/** Names of the two formats of the AI SDK. What one keeps for providers, the other can say too. */
export const MODEL_FORMAT = 'ai-sdk';
export const UI_FORMAT = 'ai-sdk-ui';

/** Tells whether a message came in one of the formats of the AI SDK. */
export function isOfSdk({ format }: Message): boolean {
  return format === MODEL_FORMAT || format === UI_FORMAT;
}

/**
 * Fields of a part for providers, by the provider's name. In a call of a `UIMessage` it has a
 * name of its own; the signature of reasoning that came in another format is Anthropic's.
 */
export function providerFieldsOf(message: Message, part: Part): AiSdkProviderFields | undefined {
  if (part.type === 'unknown') return undefined;
  if (!isOfSdk(message)) return signatureFields(part);
  const { providerOptions, providerMetadata, callProviderMetadata, resultProviderMetadata } =
    part.extra ?? {};
  const fields =
    providerOptions ?? providerMetadata ?? callProviderMetadata ?? resultProviderMetadata;
  return isPlainObject(fields) ? (fields as AiSdkProviderFields) : undefined;
}

function signatureFields(part: Part): AiSdkProviderFields | undefined {
  if (part.type !== 'thinking' || part.signature === undefined) return undefined;
  return { anthropic: { signature: part.signature } };
}

/** Formats of providers that take reasoning back in their own form alone, locked or signed. */
const LOCKED: ReadonlySet<string | undefined> = new Set([
  'anthropic',
  'openai-responses',
  'google',
]);

/** Tells whether reasoning in a message is another provider's, and means nothing in the AI SDK. */
export function isLockedReasoning({ format }: Message): boolean {
  return LOCKED.has(format);
}

/** Reasoning, with the signature that Anthropic's provider keeps with it in a field of its own. */
export function reasoningPart(fields: reading.Fields, provider: string, prefix: string): Part {
  const { type: _, text: __, ...extra } = fields;
  const signature = signatureIn(extra[provider]);
  const text = reading.textAt(fields, 'text', prefix);
  const signed = signature === undefined ? {} : { signature };
  return reading.withExtra({ type: 'thinking', text, ...signed }, extra);
}

function signatureIn(fields: unknown): string | undefined {
  const ofAnthropic = isPlainObject(fields) ? fields.anthropic : undefined;
  const signature = isPlainObject(ofAnthropic) ? ofAnthropic.signature : undefined;
  return typeof signature === 'string' ? signature : undefined;
}

/** The fields that say something; the AI SDK leaves many behind that are `undefined`. */
export function definedFields(fields: reading.Fields): reading.Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A stand-in for what a tool answered with beside its words, where a format has no place for it. */
export function markerOf(part: Part): string | undefined {
  if (part.type === 'image') return '[image]';
  return part.type === 'document'
    ? `[document${part.filename ? `: ${part.filename}` : ''}]`
    : undefined;
}

/**
 * The words that a model reads where the user forbade a call and gave no reason; the AI SDK uses
 * the same.
 */
const DENIED_TEXT = 'Tool call execution denied.';

export function deniedText(reason: unknown): string {
  return typeof reason === 'string' ? reason : DENIED_TEXT;
}

/** Tells whether a text says nothing; providers refuse a part like that. */
export function isBlank(text: unknown): boolean {
  return typeof text === 'string' && text.trim() === '';
}
