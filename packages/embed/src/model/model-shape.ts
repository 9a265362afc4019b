/** An object of JSON, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** A tensor of a model, as ONNX Runtime describes it. */
export interface TensorShape {
  readonly name: string;
  readonly type: string;
  /** A number, or a name where it differs from run to run. */
  readonly shape: readonly (number | string)[];
}

/** How a model is fed and read, or why it is not one of ours. */
export type ModelShape =
  | {
      readonly kind: 'shape';
      readonly inputs: readonly TokenInput[];
      /** Name of the output with one vector a token. */
      readonly output: string;
    }
  | { readonly kind: 'problem'; readonly problem: string };

/** An input with a number a token. */
export interface TokenInput {
  readonly name: TokenInputName;
  readonly type: 'int64' | 'int32';
}

const TOKEN_INPUTS = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'] as const;
type TokenInputName = (typeof TOKEN_INPUTS)[number];

/** Names of outputs with a vector a token, as exporters call them. */
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings'];

/** Looks whether a model takes tokens and gives a vector for each of them. */
export function shapeOf(
  inputs: readonly TensorShape[],
  outputs: readonly TensorShape[],
): ModelShape {
  const known: TokenInput[] = [];
  for (const { name, type } of inputs) {
    const own = TOKEN_INPUTS.find((one) => one === name);
    if (!own) return problem(`it wants an input \`${name}\``);
    if (type !== 'int64' && type !== 'int32') {
      return problem(`its input \`${name}\` is of the type ${type}, and not int64 or int32`);
    }
    known.push({ name: own, type });
  }
  if (!known.some(({ name }) => name === 'input_ids'))
    return problem('it has no input `input_ids`');
  const output = tokenOutput(outputs);
  if (!output) {
    const names = outputs.map(({ name, shape }) => `\`${name}\` [${shape.join(', ')}]`).join(', ');
    return problem(`none of its outputs holds one vector a token; it has ${names || 'none'}`);
  }
  if (output.type !== 'float32') {
    return problem(`its output \`${output.name}\` is of the type ${output.type}, and not float32`);
  }
  return { kind: 'shape', inputs: known, output: output.name };
}

function tokenOutput(outputs: readonly TensorShape[]): TensorShape | undefined {
  const threeDimensional = outputs.filter(({ shape }) => shape.length === 3);
  return (
    threeDimensional.find(({ name }) => TOKEN_OUTPUTS.includes(name)) ??
    (threeDimensional.length === 1 ? threeDimensional[0] : undefined)
  );
}

function problem(text: string): ModelShape {
  return { kind: 'problem', problem: text };
}

/** Most models of the family were trained on so many tokens. */
const USUAL_WINDOW = 512;
/** These count positions from behind the padding token. */
const OFFSET_FAMILIES = /roberta|mpnet/i;

/** How many tokens a model takes at once, the special ones among them. */
export function windowOf(config: Json, tokenizerConfig: Json): number {
  const positions = numberIn(config, 'max_position_embeddings') ?? USUAL_WINDOW;
  const offset = OFFSET_FAMILIES.test(String(config.model_type)) ? 2 : 0;
  // Some tokenizers say 1e30 where nobody set it.
  const ofTokenizer = numberIn(tokenizerConfig, 'model_max_length') ?? USUAL_WINDOW;
  return Math.max(3, Math.min(positions - offset, ofTokenizer));
}

function numberIn(values: Json, name: string): number | undefined {
  const value = values[name];
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** The name of a model that its configuration tells. */
export function nameOf(config: Json): string {
  const { _name_or_path: name, model_type: type } = config;
  if (typeof name === 'string' && name !== '') return name;
  return typeof type === 'string' && type !== '' ? type : 'onnx';
}
