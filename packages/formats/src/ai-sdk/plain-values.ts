/** A value that JSON can say, as the AI SDK types it. */
export type AiSdkJson = null | string | number | boolean | AiSdkJsonObject | AiSdkJson[];

/** An object of `AiSdkJson`. */
export type AiSdkJsonObject = { readonly [name: string]: AiSdkJson | undefined };

/** Text is an address, a data URL or base64. */
export type AiSdkFileContent = string | Uint8Array | ArrayBuffer | PlatformUrl;

/** The class `URL` where the platform has one. */
export type PlatformUrl = typeof globalThis extends {
  readonly URL: { readonly prototype: infer Url };
}
  ? Url
  : never;
