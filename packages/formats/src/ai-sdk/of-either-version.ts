import type { AiSdkFileContent, AiSdkJson } from './plain-values.ts';

/** Fields that are passed through unread. */
type UnreadField =
  | 'providerOptions'
  | 'providerMetadata'
  | 'callProviderMetadata'
  | 'resultProviderMetadata'
  | 'toolMetadata';

/**
 * A value, typed as either version of the AI SDK types it: lists may be read-only, and so may
 * everything in JSON. It is copied when it is read.
 */
export type OfEitherVersion<Value> = [AiSdkJson] extends [Value]
  ? unknown
  : Value extends AiSdkFileContent
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly OfEitherVersion<Item>[]
      : Value extends object
        ? {
            readonly [Name in keyof Value]: Name extends UnreadField
              ? object
              : OfEitherVersion<Value[Name]>;
          }
        : Value;
