/**
 * A content of Google's Gemini API, as far as this library reads it. Parts and fields that have no
 * name here come through too, as they are.
 *
 * Lists are typed as changeable because those of `@google/genai` are; what is in them belongs to later
 * contexts too and cannot be changed.
 *
 * Source: Gemini API reference, "Generating content", `Content` and `Part`.
 */
export interface GoogleContent {
  readonly role: 'user' | 'model';
  readonly parts: GooglePart[];
}

/**
 * A context for the Gemini API. `systemInstruction` is absent where there is none; it goes into
 * `config` of `@google/genai`, and beside `contents` in the body of a request.
 */
export interface GoogleContext {
  readonly contents: GoogleContent[];
  readonly systemInstruction?: GoogleInstruction;
}

/** The text of the system. */
export interface GoogleInstruction {
  readonly parts: GooglePart[];
}

/** One piece of a content: it has one of these fields, and what goes with that. */
export interface GooglePart {
  readonly text?: string;
  /** The text is the model's reasoning, in short. */
  readonly thought?: boolean;
  /** Stands for reasoning that the provider alone can read; it goes back in the part that it came in. */
  readonly thoughtSignature?: string;
  readonly functionCall?: GoogleFunctionCall;
  readonly functionResponse?: GoogleFunctionResponse;
  readonly inlineData?: GoogleInlineData;
  readonly fileData?: GoogleFileData;
}

/** A request of the model to call a function. */
export interface GoogleFunctionCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: Record<string, unknown>;
}

/** The answer of a function. */
export interface GoogleFunctionResponse {
  readonly id?: string;
  readonly name: string;
  readonly response: Record<string, unknown>;
  readonly parts?: { inlineData?: GoogleInlineData; fileData?: GoogleFileData }[];
}

/** A file in the request itself, in base64. */
export interface GoogleInlineData {
  readonly mimeType?: string;
  readonly data?: string;
  readonly displayName?: string;
}

/** A file by its address, such as one that was uploaded. */
export interface GoogleFileData {
  readonly mimeType?: string;
  readonly fileUri?: string;
  readonly displayName?: string;
}

/** A whole answer. */
export interface GoogleIncomingAnswer {
  readonly role?: undefined;
  readonly parts?: undefined;
  readonly candidates?: readonly object[] | undefined;
}

/** A content that is given: whatever `@google/genai` types as one. */
export interface GoogleIncomingContent {
  /** `user` or `model`; `function` and `tool` mean the user's side. Default: `user`. */
  readonly role?: string | undefined;
  readonly parts?: readonly GoogleIncomingPart[] | undefined;
}

/** One piece of a content that is given. */
export interface GoogleIncomingPart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: {
    readonly id?: string;
    readonly name?: string;
    readonly args?: Readonly<Record<string, unknown>>;
  };
  readonly functionResponse?: {
    readonly id?: string;
    readonly name?: string;
    readonly response?: Readonly<Record<string, unknown>>;
    readonly parts?: readonly object[];
  };
  readonly inlineData?: GoogleInlineData;
  readonly fileData?: GoogleFileData;
}
