import { createHash } from 'node:crypto';
import { toolsFault as faultInTools } from './tool-rules.ts';
import { type Fields, firstOf, isObject, tokensOf } from './values.ts';

type Block = Fields;
interface Turn {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

/** How the provider signs the thinking of its own models. */
export function signatureOf(thinking: string): string {
  return createHash('sha256').update(`signed ${thinking}`).digest('base64');
}

/** Source: Claude API reference, "Messages"; docs, "Extended thinking", "Tool use", "Prompt caching". */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text', 'cache_control', 'citations'],
  image: ['type', 'source', 'cache_control'],
  document: ['type', 'source', 'title', 'context', 'citations', 'cache_control'],
  tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
};
const OF_ROLE = {
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking'],
} as const;
const IN_RESULT = ['text', 'image', 'document'];
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The first fault of a request, in words; `undefined` where there is none. */
export function anthropicFault(body: unknown): string | undefined {
  if (!isObject(body)) return 'the body must be an object';
  const { model, max_tokens: most, messages, system, tools, tool_choice: choice, thinking } = body;
  if (typeof model !== 'string') return 'model: Field required';
  if (typeof most !== 'number' || most < 1) return 'max_tokens: Field required';
  if (!Array.isArray(messages) || messages.length === 0)
    return 'messages: at least one message is required';
  const isThinking = isObject(thinking) && thinking.type !== 'disabled';
  return (
    choiceFault(choice, tools, isThinking) ??
    definitionsFault(blocksOf(tools)) ??
    systemFault(system) ??
    firstOf(messages, messageFault) ??
    turnsFault(messages.map(turnOf), isThinking) ??
    toolsFault(messages.map(turnOf), tools) ??
    marksFault([
      ...blocksOf(tools),
      ...blocksOf(system),
      ...messages.flatMap(({ content }) => blocksOf(content)),
    ])
  );
}

export function anthropicTokens(body: unknown): number {
  return isObject(body) ? tokensOf([body.system, body.messages, body.tools]) : 0;
}

function definitionsFault(tools: readonly Block[]): string | undefined {
  return faultInTools(
    tools.map(({ name, description, input_schema: schema = {} }) => ({
      name,
      description,
      schema,
    })),
  );
}

function choiceFault(choice: unknown, tools: unknown, isThinking: boolean): string | undefined {
  if (choice === undefined) return undefined;
  if (!isObject(choice)) return 'tool_choice: Input should be an object';
  const { type, name } = choice;
  if (!Array.isArray(tools) || tools.length === 0)
    return 'tool_choice may only be specified while providing tools';
  if (isThinking && type !== 'auto' && type !== 'none') {
    return 'Thinking may not be enabled when tool_choice forces tool use';
  }
  const isThere = type !== 'tool' || tools.some((tool) => isObject(tool) && tool.name === name);
  return isThere ? undefined : `Tool '${name}' not found in provided tools`;
}

function systemFault(system: unknown): string | undefined {
  if (system === undefined || (typeof system === 'string' && system !== '')) return undefined;
  if (!Array.isArray(system)) return 'system: Input should be text or a list of texts';
  return firstOf(system, (block, index) =>
    isObject(block) && block.type === 'text'
      ? blockFault(block, ['text'], `system.${index}`)
      : `system.${index}: Input should be a text`,
  );
}

function messageFault(message: unknown, index: number): string | undefined {
  const at = `messages.${index}`;
  if (!isObject(message)) return `${at}: Input should be an object`;
  const { role, content, ...others } = message;
  const [extra] = Object.keys(others);
  if (extra !== undefined) return `${at}.${extra}: Extra inputs are not permitted`;
  if (role !== 'user' && role !== 'assistant') {
    return `${at}: Unexpected role "${role}". The Messages API accepts a top-level \`system\` parameter`;
  }
  if (typeof content === 'string')
    return content.trim() ? undefined : `${at}: must have non-empty content`;
  if (!Array.isArray(content) || content.length === 0) return `${at}: must have non-empty content`;
  return firstOf(content, (block, place) =>
    blockFault(block, OF_ROLE[role], `${at}.content.${place}`),
  );
}

function blockFault(block: unknown, allowed: readonly string[], at: string): string | undefined {
  if (!isObject(block)) return `${at}: Input should be an object`;
  const type = String(block.type);
  if (!allowed.includes(type)) return `${at}: Input tag '${type}' does not match any of ${allowed}`;
  const extra = Object.keys(block).find((field) => !FIELDS[type]?.includes(field));
  if (extra !== undefined) return `${at}.${type}.${extra}: Extra inputs are not permitted`;
  switch (type) {
    case 'text':
      return String(block.text).trim()
        ? undefined
        : `${at}: text content blocks must contain non-whitespace text`;
    case 'image':
      return sourceFault(block.source, PICTURES, at);
    case 'tool_use':
      return callFault(block, at);
    case 'tool_result':
      return resultFault(block, at);
    case 'thinking':
      return block.signature === signatureOf(String(block.thinking))
        ? undefined
        : `${at}: Invalid \`signature\` in \`thinking\` block`;
    default:
      return undefined;
  }
}

function sourceFault(source: unknown, types: readonly string[], at: string): string | undefined {
  if (!isObject(source)) return `${at}.source: Field required`;
  if (source.type === 'url')
    return /^https?:/.test(String(source.url)) ? undefined : `${at}.source.url: invalid`;
  const isKnown =
    source.type === 'base64' && types.includes(String(source.media_type)) && source.data;
  return isKnown ? undefined : `${at}.source: invalid`;
}

function callFault({ id, name, input }: Block, at: string): string | undefined {
  if (!/^[a-zA-Z0-9_-]+$/.test(String(id)))
    return `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name)))
    return `${at}.tool_use.name: String should match pattern`;
  return isObject(input) ? undefined : `${at}.tool_use.input: Input should be a valid dictionary`;
}

function resultFault({ content, is_error: isError }: Block, at: string): string | undefined {
  if (content === undefined || typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return `${at}.content: Input should be a list`;
  if (isError === true && content.some((piece) => !isObject(piece) || piece.type !== 'text')) {
    return `${at}: all content must be type "text" if "is_error" is true`;
  }
  return firstOf(content, (piece, index) => blockFault(piece, IN_RESULT, `${at}.content.${index}`));
}

function turnOf(message: Fields): Turn {
  return {
    role: message.role === 'user' ? 'user' : 'assistant',
    blocks: blocksOf(message.content),
  };
}

function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

function turnsFault(turns: readonly Turn[], isThinking: boolean): string | undefined {
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const ids = turns.flatMap(({ blocks }) =>
    blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : [])),
  );
  if (new Set(ids).size < ids.length) return 'messages: `tool_use` ids must be unique';
  return (
    firstOf(turns, (turn, index) => turnFault(turn, turns[index - 1], turns[index + 1], index)) ??
    (isThinking ? thinkingFault(turns) : undefined) ??
    endFault(turns.at(-1))
  );
}

function turnFault(turn: Turn, before: Turn | undefined, after: Turn | undefined, index: number) {
  const at = `messages.${index}`;
  if (before?.role === turn.role)
    return `${at}: roles must alternate between "user" and "assistant"`;
  if (turn.role === 'assistant') {
    const answered = new Set(after?.blocks.map(({ tool_use_id: id }) => id));
    const open = turn.blocks.filter(({ type, id }) => type === 'tool_use' && !answered.has(id));
    if (open.length > 0)
      return `${at}: \`tool_use\` ids were found without \`tool_result\` blocks: ${open.map(({ id }) => id)}`;
    const last = turn.blocks.at(-1)?.type;
    if (last === 'thinking' || last === 'redacted_thinking')
      return `${at}: The final block in an assistant message cannot be \`thinking\``;
    return undefined;
  }
  const results = turn.blocks.filter(({ type }) => type === 'tool_result');
  if (turn.blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result')) {
    return `${at}: \`tool_result\` blocks must stand first`;
  }
  const calls = new Set(
    before?.blocks.map(({ type, id }) => (type === 'tool_use' ? id : undefined)),
  );
  const unknown = results.find(({ tool_use_id: id }) => !calls.has(id));
  if (unknown)
    return `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unknown.tool_use_id}`;
  const ids = results.map(({ tool_use_id: id }) => id);
  return new Set(ids).size < ids.length
    ? `${at}: each tool_use must have a single result`
    : undefined;
}

/** In a run of tools that is under way the answer must begin with the reasoning that led to it. */
function thinkingFault(turns: readonly Turn[]): string | undefined {
  const index = turns.findLastIndex(({ role }) => role === 'assistant');
  const answer = turns[index]?.blocks ?? [];
  const isUnderWay = turns.slice(index + 1).some(({ blocks }) => blocks[0]?.type === 'tool_result');
  const first = answer[0]?.type;
  if (!isUnderWay || first === 'thinking' || first === 'redacted_thinking') return undefined;
  return `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\``;
}

/** Source: Claude docs, "Prefill Claude's response": newer models take none. */
function endFault(last: Turn | undefined): string | undefined {
  const isPrefill = last?.role === 'assistant' && last.blocks.at(-1)?.type === 'text';
  return isPrefill
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : undefined;
}

function toolsFault(turns: readonly Turn[], tools: unknown): string | undefined {
  const isCalling = turns.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use'));
  const hasTools = Array.isArray(tools) && tools.length > 0;
  return isCalling && !hasTools
    ? 'Requests which have `tool_use` blocks must define tools'
    : undefined;
}

function marksFault(blocks: readonly Block[]): string | undefined {
  const marks = blocks.flatMap((block) => {
    const inside = block.type === 'tool_result' ? blocksOf(block.content) : [];
    return [...inside, block].flatMap(({ cache_control: mark }) => (isObject(mark) ? [mark] : []));
  });
  if (marks.length > 4)
    return `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`;
  const short = marks.findIndex(({ ttl }) => ttl !== '1h');
  const isBehind = short !== -1 && marks.slice(short).some(({ ttl }) => ttl === '1h');
  return isBehind
    ? "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block"
    : undefined;
}
