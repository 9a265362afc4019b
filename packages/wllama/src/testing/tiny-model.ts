import { ggufBytes, type Tensor, type Written } from './gguf-writer.ts';

/** Tokens of the tiny model's window. */
export const TINY_WINDOW = 512;
/** The reply of the tiny model to everything that does not end in `FOREVER`. */
export const TINY_REPLY = 'This reply comes from a tiny model.';
/** Behind a message that ends in this word the tiny model goes on for as long as it may. */
export const FOREVER = 'forever';

const WIDTH = 128;
const HIDDEN = 32;
const END = 2;
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

const SENTENCE = ['This ', 'reply ', 'comes ', 'from ', 'a ', 'tiny ', 'model.'];
const ENDLESS = ['tick ', 'tock '];
const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
const TEXTS = [
  '<unk>',
  '<s>',
  '</s>',
  ...BYTES.map((byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
  '▁',
  ...SENTENCE,
  FOREVER,
  ...ENDLESS,
];

/** Variations of the tiny model. */
interface TinyOptions {
  readonly name?: string;
  readonly chatTemplate?: string;
  /** Tokens that it says it was trained on. */
  readonly window?: number;
}

/**
 * A model with made-up weights that llama.cpp runs: Llama with one layer that adds nothing, so that each
 * token alone decides the next one. Every token that is no word of its own stands for the beginning of
 * the one sentence.
 */
export function tinyModelBytes(options: TinyOptions = {}): Uint8Array<ArrayBuffer> {
  return ggufBytes(metadata(options), tensors());
}

/** The same model in two files. */
export function tinyModelHalves(): readonly Uint8Array<ArrayBuffer>[] {
  const all = tensors();
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

function metadata({
  name = 'Tiny',
  chatTemplate = CHAT_TEMPLATE,
  window = TINY_WINDOW,
}: TinyOptions): Record<string, Written> {
  const types = TEXTS.map((text, id) => typeOf(text, id));
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
    'llama.vocab_size': { type: 'u32', value: TEXTS.length },
    'tokenizer.ggml.model': { type: 'text', value: 'llama' },
    'tokenizer.ggml.tokens': { type: 'texts', values: TEXTS },
    'tokenizer.ggml.scores': { type: 'f32s', values: TEXTS.map(() => 0) },
    'tokenizer.ggml.token_type': { type: 'i32s', values: types },
    'tokenizer.ggml.unknown_token_id': { type: 'u32', value: 0 },
    'tokenizer.ggml.bos_token_id': { type: 'u32', value: 1 },
    'tokenizer.ggml.eos_token_id': { type: 'u32', value: END },
    'tokenizer.ggml.add_bos_token': { type: 'bool', value: false },
    'tokenizer.ggml.add_space_prefix': { type: 'bool', value: false },
    'tokenizer.chat_template': { type: 'text', value: chatTemplate },
  };
}

function typeOf(text: string, id: number): number {
  if (id === 0) return UNKNOWN;
  if (id <= END) return CONTROL;
  if (text.startsWith('<0x')) return BYTE;
  return text === '▁' ? NORMAL : USER_DEFINED;
}

function tensors(): Tensor[] {
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
  return [
    { name: 'token_embd.weight', shape: [WIDTH, TEXTS.length], values: rows(codeOf) },
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
    { name: 'output.weight', shape: [WIDTH, TEXTS.length], values: rows(leadOf) },
  ];
}

/** One row for each token. */
function rows(rowOf: (id: number) => readonly number[]): Float32Array<ArrayBuffer> {
  return Float32Array.from(TEXTS.flatMap((_, id) => rowOf(id)));
}

/** The direction that stands for a token; all that are no words share the first one. */
function codeOf(id: number): readonly number[] {
  const word = Math.max(0, id - TEXTS.indexOf(SENTENCE[0] ?? '') + 1);
  // A Hadamard matrix: rows at right angles to one another.
  return Array.from({ length: WIDTH }, (_, column) => (bitsIn(word & column) % 2 === 0 ? 1 : -1));
}

/** The direction of the token that this one follows; zeros where it follows none. */
function leadOf(id: number): readonly number[] {
  const text = TEXTS[id] ?? '';
  const before = LEADS.get(text);
  if (before === undefined) return Array.from({ length: WIDTH }, () => 0);
  const sum = before.map((lead) => codeOf(lead));
  return Array.from({ length: WIDTH }, (_, column) =>
    sum.reduce((total, code) => total + SHARPNESS * (code[column] ?? 0), 0),
  );
}

/** Which tokens each token comes behind. */
const LEADS: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  [SENTENCE[0] ?? '', [0]],
  ...SENTENCE.slice(1).map((text, place): [string, number[]] => [text, [idOf(SENTENCE[place])]]),
  ['</s>', [idOf(SENTENCE.at(-1))]],
  ['tick ', [idOf(FOREVER), idOf('tock ')]],
  ['tock ', [idOf('tick ')]],
]);

function idOf(text: string | undefined): number {
  return TEXTS.indexOf(text ?? '');
}

function bitsIn(value: number): number {
  return value === 0 ? 0 : (value & 1) + bitsIn(value >> 1);
}
