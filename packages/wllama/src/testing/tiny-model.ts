import { ggufBytes, type Tensor, type Written } from './gguf-writer.ts';

/** Tokens of the tiny model's window. */
export const TINY_WINDOW = 512;
/** The reply of the tiny model to everything that does not end in `FOREVER`. */
export const TINY_REPLY = 'This reply comes from a tiny model.';
/** Behind a message that ends in this word the tiny model continues for as long as it may. */
export const FOREVER = 'forever';

/** Variations of the tiny model. */
interface TinyOptions {
  readonly name?: string;
  readonly chatTemplate?: string;
  /** Tokens that it says it was trained on. */
  readonly window?: number;
  /** The reply in pieces, no two alike; each is one token. */
  readonly reply?: readonly string[];
}

const WIDTH = 128;
const HIDDEN = 32;
const BEGIN = '<s>';
const END = '</s>';
/** Types of tokens, in llama.cpp's numbers. */
const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const USER_DEFINED = 4;
const BYTE = 6;
/** Sharp enough that neither chance nor the penalty on repetition changes a word. */
const SHARPNESS = 0.5;

/** Nothing stands behind the last message, so that its last word decides the reply. */
const CHAT_TEMPLATE =
  "{% for message in messages %}{{ message['role'] + ':' + message['content'] }}{% endfor %}";

/** Tokens that are no words of their own: all stand for the beginning of the reply. */
const PLAIN = [
  '<unk>',
  BEGIN,
  END,
  ...Array.from({ length: 256 }, (_, byte) => {
    return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
  }),
  '▁',
];

/**
 * A model with made-up weights that llama.cpp runs: Llama with one layer that adds nothing, so that each
 * token alone decides the next one.
 */
export function tinyModelBytes(options: TinyOptions = {}): Uint8Array<ArrayBuffer> {
  return ggufBytes(metadata(options), tensors(options));
}

/** The same model in two files. */
export function tinyModelHalves(): readonly Uint8Array<ArrayBuffer>[] {
  const all = tensors({});
  const half = all.length / 2;
  const numbers = (place: number): Record<string, Written> => ({
    'split.no': { type: 'u16', value: place },
    'split.count': { type: 'u16', value: 2 },
    'split.tensors.count': { type: 'i32', value: all.length },
  });
  return [
    ggufBytes({ ...metadata({}), ...numbers(0) }, all.slice(0, half)),
    ggufBytes(numbers(1), all.slice(half)),
  ];
}

function metadata(options: TinyOptions): Record<string, Written> {
  const { name = 'Tiny', chatTemplate = CHAT_TEMPLATE, window = TINY_WINDOW } = options;
  const tokens = tokensOf(options);
  return {
    'general.architecture': { type: 'text', value: 'llama' },
    'general.name': { type: 'text', value: name },
    'llama.context_length': { type: 'u32', value: window },
    'llama.embedding_length': { type: 'u32', value: WIDTH },
    'llama.block_count': { type: 'u32', value: 1 },
    'llama.feed_forward_length': { type: 'u32', value: HIDDEN },
    'llama.attention.head_count': { type: 'u32', value: 2 },
    'llama.attention.head_count_kv': { type: 'u32', value: 2 },
    'llama.attention.layer_norm_rms_epsilon': { type: 'f32', value: 1e-5 },
    'llama.rope.dimension_count': { type: 'u32', value: WIDTH / 2 },
    'llama.vocab_size': { type: 'u32', value: tokens.length },
    'tokenizer.ggml.model': { type: 'text', value: 'llama' },
    'tokenizer.ggml.tokens': { type: 'texts', values: tokens },
    'tokenizer.ggml.scores': { type: 'f32s', values: tokens.map(() => 0) },
    'tokenizer.ggml.token_type': { type: 'i32s', values: tokens.map(typeOf) },
    'tokenizer.ggml.unknown_token_id': { type: 'u32', value: 0 },
    'tokenizer.ggml.bos_token_id': { type: 'u32', value: PLAIN.indexOf(BEGIN) },
    'tokenizer.ggml.eos_token_id': { type: 'u32', value: PLAIN.indexOf(END) },
    'tokenizer.ggml.add_bos_token': { type: 'bool', value: false },
    'tokenizer.ggml.add_space_prefix': { type: 'bool', value: false },
    'tokenizer.chat_template': { type: 'text', value: chatTemplate },
  };
}

function typeOf(text: string, id: number): number {
  if (id === 0) return UNKNOWN;
  if (text === BEGIN || text === END) return CONTROL;
  if (id >= PLAIN.length) return USER_DEFINED;
  return text === '▁' ? NORMAL : BYTE;
}

function tensors(options: TinyOptions): Tensor[] {
  const tokens = tokensOf(options);
  const zeros = (name: string, ...shape: number[]): Tensor => ({
    name,
    shape,
    values: new Float32Array(shape.reduce((product, length) => product * length, 1)),
  });
  const ones = (name: string): Tensor => ({
    name,
    shape: [WIDTH],
    values: new Float32Array(WIDTH).fill(1),
  });
  const rows = (name: string, rowOf: (id: number) => readonly number[]): Tensor => ({
    name,
    shape: [WIDTH, tokens.length],
    values: Float32Array.from(tokens.flatMap((_, id) => rowOf(id))),
  });
  const before = leadsOf(options);
  return [
    rows('token_embd.weight', directionOf),
    ones('blk.0.attn_norm.weight'),
    zeros('blk.0.attn_q.weight', WIDTH, WIDTH),
    zeros('blk.0.attn_k.weight', WIDTH, WIDTH),
    zeros('blk.0.attn_v.weight', WIDTH, WIDTH),
    zeros('blk.0.attn_output.weight', WIDTH, WIDTH),
    ones('blk.0.ffn_norm.weight'),
    zeros('blk.0.ffn_gate.weight', WIDTH, HIDDEN),
    zeros('blk.0.ffn_up.weight', WIDTH, HIDDEN),
    zeros('blk.0.ffn_down.weight', HIDDEN, WIDTH),
    ones('output_norm.weight'),
    rows('output.weight', (id) => sumOf((before.get(id) ?? []).map(directionOf))),
  ];
}

function tokensOf({ reply = TINY_REPLY.match(/\S+ ?/g) ?? [] }: TinyOptions): readonly string[] {
  return [...PLAIN, FOREVER, 'tick ', 'tock ', ...reply];
}

/** Which tokens each token comes behind. */
function leadsOf(options: TinyOptions): ReadonlyMap<number, readonly number[]> {
  const tokens = tokensOf(options);
  const forever = PLAIN.length;
  const [tick, tock, first] = [forever + 1, forever + 2, forever + 3];
  const reply = tokens.map((_, id) => id).slice(first);
  return new Map<number, readonly number[]>([
    [first, [0]],
    ...reply.slice(1).map((id): [number, number[]] => [id, [id - 1]]),
    [PLAIN.indexOf(END), reply.slice(-1)],
    [tick, [forever, tock]],
    [tock, [tick]],
  ]);
}

/** The direction that stands for a token: rows of a Hadamard matrix, at right angles to one another. */
function directionOf(id: number): readonly number[] {
  const row = Math.max(0, id - PLAIN.length + 1);
  return Array.from({ length: WIDTH }, (_, column) => (bitsIn(row & column) % 2 === 0 ? 1 : -1));
}

function sumOf(directions: readonly (readonly number[])[]): readonly number[] {
  return Array.from({ length: WIDTH }, (_, column) =>
    directions.reduce((total, direction) => total + SHARPNESS * (direction[column] ?? 0), 0),
  );
}

function bitsIn(value: number): number {
  return value === 0 ? 0 : (value & 1) + bitsIn(value >> 1);
}
