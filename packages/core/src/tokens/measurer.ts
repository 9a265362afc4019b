import type { Steps } from '../ground/platform/steps.ts';
import type { Message, Part } from '../message/message.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { type MediaContext, type MediaRules, roughMedia } from './media-rules.ts';
import { stepsOfCounter, type TokenCount, type TokenCounter } from './token-counter.ts';

/** Tokens that a provider adds around each message: role and separators, rounded up. */
const MESSAGE_FRAMING_TOKENS = 4;
/** Tokens that a provider adds around each tool call: its id and type, rounded up. */
const TOOL_CALL_FRAMING_TOKENS = 3;

/**
 * Measures messages with one counter, each message object once [TOK-3, TOK-4].
 * Images, documents and unknown parts are estimated, and a message that has one is labelled so.
 */
export interface Measurer {
  readonly encoding: string;
  readonly source: 'estimated' | 'counted';
  /** The model by whose rules pictures and documents are priced. */
  readonly model: string | undefined;
  readonly media: MediaRules;
  /** Tokens of a message as it is sent, framing included. */
  message(message: Message): TokenCount;
  /** Tokens of bare text. */
  text(text: string): number;
  /** The same in steps; afterwards `message` has it at once. */
  messageInSteps(message: Message): Steps<TokenCount>;
  /**
   * The same, but it is not remembered: for a caller that keeps the figure. A weak map of a hundred
   * thousand messages makes each garbage collection longer.
   */
  countInSteps(message: Message): Steps<TokenCount>;
  /** The same in steps. A long text is counted once while it is asked for again and again. */
  textInSteps(text: string): Steps<number>;
}

/** A shorter text is counted before anybody could notice. */
const LONG_CHARACTERS = 8_192;
/** Long texts are remembered up to so many characters together. */
const REMEMBERED_CHARACTERS = 2 ** 25;

/**
 * Makes what counts a session's texts, messages and tools, each once.
 *
 * @param model its name decides by which rule pictures and documents are priced
 * @param media those rules; rough prices where they are not given
 */
export function createMeasurer(
  counter: TokenCounter,
  model?: string,
  media: MediaRules = roughMedia,
): Measurer {
  const measured = new WeakMap<Message, TokenCount>();
  const { encoding, source } = counter;
  const inSteps = stepsOfCounter(counter);
  const long = new Map<string, number>();
  let longCharacters = 0;

  const text = (words: string) => {
    const known = words.length > LONG_CHARACTERS ? long.get(words) : undefined;
    return known ?? counter.count(words);
  };
  const counted = (said: Message) =>
    measure(said, { encoding, source, count: text }, { model, media });
  const kept = (said: Message, tokens: TokenCount) => {
    measured.set(said, tokens);
    return tokens;
  };
  function* textInSteps(words: string): Steps<number> {
    const isShort = words.length <= LONG_CHARACTERS || !inSteps;
    if (isShort || long.has(words)) return text(words);
    const tokens = yield* inSteps(words);
    longCharacters += words.length;
    if (longCharacters > REMEMBERED_CHARACTERS) {
      long.clear();
      longCharacters = words.length;
    }
    long.set(words, tokens);
    return tokens;
  }
  function* countInSteps(said: Message): Steps<TokenCount> {
    if (inSteps) for (const words of longTextsOf(said)) yield* textInSteps(words);
    return counted(said);
  }
  function* messageInSteps(said: Message): Steps<TokenCount> {
    return measured.get(said) ?? kept(said, yield* countInSteps(said));
  }
  const message = (said: Message) => measured.get(said) ?? kept(said, counted(said));
  return {
    encoding,
    source,
    model,
    media,
    text,
    message,
    textInSteps,
    messageInSteps,
    countInSteps,
  };
}

/** The texts of a message that take long to count, just as they are counted. */
function longTextsOf({ parts }: Message): readonly string[] {
  return parts.flatMap(textsOf).filter(({ length }) => length > LONG_CHARACTERS);
}

/** The texts whose tokens a part takes; those of a picture or a document are what its rules say. */
function textsOf(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
    case 'tool-result':
      return [part.text];
    case 'tool-call':
      return [part.toolName + part.arguments];
    case 'thinking':
      return [part.text, part.signature ?? ''];
    case 'unknown':
      return [JSON.stringify(part.value) ?? ''];
    case 'image':
    case 'document':
      return [];
    default:
      return part satisfies never;
  }
}

function measure(
  message: Message,
  counter: TokenCounter,
  { model, media }: Pick<Measurer, 'model' | 'media'>,
): TokenCount {
  const context = { model, pricedAs: message.pricedAs };
  let value = 0;
  let results = 0;
  let source: TokenCount['source'] = counter.source;
  // Other formats keep ids, metadata and the like in a message; only OpenAI's sends it all.
  const isOpenAi = (message.format ?? 'openai') === 'openai';
  let unread = isOpenAi ? unreadTokens(message.extra, counter) : 0;
  for (const part of message.parts) {
    value += partTokens(part, counter, media, context);
    unread += unreadTokens(isOpenAi ? unreadByOpenAi(part) : unreadByOthers(part), counter);
    if (part.type === 'tool-result') results += 1;
    if (isEstimatedPart(part)) source = 'estimated';
  }
  value += unread;
  if (unread > 0) source = 'estimated';
  // Where several results share a message, providers take them as messages of their own.
  value += MESSAGE_FRAMING_TOKENS * Math.max(1, results);
  return { value, source, encoding: counter.encoding };
}

function partTokens(
  part: Part,
  counter: TokenCounter,
  media: MediaRules,
  context: MediaContext,
): number {
  if (part.type === 'image') return media.image(part, context);
  if (part.type === 'document') {
    const data = part.data ?? inlineSourceOf(part);
    const whole = data === undefined ? part : { ...part, data };
    return media.document(whole, context, (text) => counter.count(text));
  }
  const framing = part.type === 'tool-call' ? TOOL_CALL_FRAMING_TOKENS : 0;
  return textsOf(part).reduce((sum, text) => sum + counter.count(text), framing);
}

type Fields = Readonly<Record<string, unknown>>;

function unreadByOpenAi(part: Part): Fields | undefined {
  return part.type === 'tool-call' ? part.extra : undefined;
}

/**
 * Text that the library's other formats keep with a part and a model is given to read: what a document is
 * about or holds, signatures and encrypted reasoning for its provider, unread pieces of an answer.
 */
function unreadByOthers(part: Part): Fields | undefined {
  if (part.type === 'unknown' || !part.extra) return undefined;
  const { context, source, content, output, ...others } = part.extra;
  const { providerOptions, providerMetadata, callProviderMetadata } = others;
  // With words such fields are switches, and a signature that was read stands among them once more.
  const hasNoMore = part.type === 'text' || (part.type === 'thinking' && part.signature);
  return {
    context,
    source: inlineSourceOf(part) ? undefined : source,
    pieces: [content, isPlainObject(output) && output.items].flat().filter(isMoreThanAPlace),
    fields: hasNoMore ? null : (providerOptions ?? providerMetadata ?? callProviderMetadata),
  };
}

/** A file in base64 that a format keeps as the `source` of its part, as a data URL. */
function inlineSourceOf(part: Part): string | undefined {
  const source = part.type === 'document' ? part.extra?.source : undefined;
  if (!isPlainObject(source) || source.type !== 'base64') return undefined;
  const { media_type: mediaType, data } = source;
  return typeof data === 'string' ? `data:${String(mediaType)};base64,${data}` : undefined;
}

/** A list of pieces holds only the places of texts and files; they are parts and counted as such. */
function isMoreThanAPlace(piece: unknown): boolean {
  const places = ['type', 'text', 'length', 'at'];
  return isPlainObject(piece) && Object.keys(piece).some((name) => !places.includes(name));
}

/**
 * Fields that are passed through unread are counted as their JSON where they are sent. A role in
 * other words is in the framing; `null` and empty lists, which providers add to their answers, are
 * free.
 */
function unreadTokens(extra: Fields | undefined, counter: TokenCounter): number {
  let tokens = 0;
  for (const [name, value] of Object.entries(extra ?? {})) {
    if (name === 'role' || isEmpty(value)) continue;
    tokens += counter.count(
      `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  }
  return tokens;
}

function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isEstimatedPart(part: Part): boolean {
  return part.type === 'image' || part.type === 'document' || part.type === 'unknown';
}
