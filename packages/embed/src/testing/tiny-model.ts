import { tinyOnnx } from './tiny-onnx.ts';

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.,?!'];

/** Letters are its words, and it puts the same special tokens around a text as BERT does. */
const tokenizer = {
  version: '1.0',
  added_tokens: SPECIAL.map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })),
  normalizer: { type: 'BertNormalizer', clean_text: true, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(
      [...SPECIAL, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`)].map((word, id) => [
        word,
        id,
      ]),
    ),
  },
};

const CONTENTS: Readonly<Record<string, unknown>> = {
  'config.json': { _name_or_path: 'tests/tiny', max_position_embeddings: 64, pad_token_id: 0 },
  'tokenizer.json': tokenizer,
  'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: 64 },
};

const WEIGHTS = tinyOnnx({ input: 'input_ids', isByToken: true });

/** One file of a whole model of 2 MB, which knows letters and means nothing. */
export function tinyModelBytes(file: string): Uint8Array<ArrayBuffer> {
  if (file === 'onnx/model_quantized.onnx') return WEIGHTS;
  return new TextEncoder().encode(JSON.stringify(CONTENTS[file]));
}
