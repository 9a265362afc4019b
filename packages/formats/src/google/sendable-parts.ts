import { type Message, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import { formatKit, isPlainObject, reading } from '@agent-memory/core/internal';
import { partsOf } from './write-parts.ts';
/** A part as it is sent, and of a call or an answer the id by which the two belong together. */
export interface SentPart {
  readonly part: reading.Fields;
  readonly callId?: string;
}

/** The parts of a message as the provider takes them; the same message gives the same objects again. */
export const sendableParts = formatKit.perMessage((message): readonly SentPart[] =>
  Object.freeze(withCallIds(message).flatMap(withData)),
);

function withCallIds(message: Message): readonly SentPart[] {
  const ids = [...toolCallsOf(message), ...toolResultsOf(message)].map(({ callId }) => callId);
  let next = 0;
  return partsOf(message).map((part) => {
    if (!isPaired(part)) return { part };
    const callId = ids[next++];
    // The text of an answer that was an object has halves of pairs escaped.
    const whole = formatKit.wholeOf(part);
    return callId === undefined ? { part: whole } : { part: whole, callId };
  });
}

export function isPaired(part: reading.Fields): boolean {
  return 'functionCall' in part || 'functionResponse' in part;
}

/** Fields of which a part has one. The client of Google sends what stands in any other as an empty part. */
const DATA = [
  'functionCall',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'audioTranscription',
];

/**
 * The part as the provider takes it: with data. Without any it is left out, but for its signature,
 * which goes back with no words, as one that came with none does.
 */
function withData(sent: SentPart): readonly SentPart[] {
  const { part } = sent;
  const { text, thought, thoughtSignature: signature } = part;
  if (isPlainObject(part.functionResponse)) {
    const functionResponse = answerOf(part.functionResponse);
    const isSame = functionResponse === part.functionResponse;
    return [isSame ? sent : { ...sent, part: { ...part, functionResponse } }];
  }
  if (DATA.some((name) => isPlainObject(part[name])) || isFile(part)) return [sent];
  if (reading.isText(text) && (text.trim() !== '' || reading.isText(signature))) return [sent];
  if (!reading.isText(signature)) return [];
  return [
    { part: { text: '', ...(thought === true && { thought }), thoughtSignature: signature } },
  ];
}

function isFile({ inlineData, fileData }: reading.Fields): boolean {
  const { data, mimeType } = Object(inlineData);
  return Boolean((data && mimeType) || Object(fileData).fileUri);
}

/** An answer has a response, and its parts are files; the same object where it has. */
function answerOf(given: reading.Fields): reading.Fields {
  const { response, parts = [], ...others } = given;
  const list: readonly reading.Fields[] = Array.isArray(parts) ? parts : [];
  const files = list.filter(isFile);
  if (isPlainObject(response) && files.length === list.length) return given;
  return { ...others, response: response ?? {}, ...(files.length > 0 && { parts: files }) };
}
