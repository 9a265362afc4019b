import { type BaseMessage, SystemMessage } from '@langchain/core/messages';

/** The parts of a request to the model that the planned context changes. */
export interface ModelRequestParts {
  readonly messages: BaseMessage[];
  readonly systemMessage: SystemMessage;
  readonly state: { readonly messages: BaseMessage[] };
}

/**
 * The request with the planned context in place of the graph's messages, which stay as they are.
 *
 * - System messages that open the context join the agent's own: many models take only one, and it first.
 * - Messages that another middleware laid behind the graph's go along, behind the context.
 */
export function plannedRequest<Request extends ModelRequestParts>(
  request: Request,
  context: readonly BaseMessage[],
): Request {
  const { length } = context;
  const end = context.findIndex((message) => !SystemMessage.isInstance(message));
  const opening = context.slice(0, end === -1 ? length : end).filter(SystemMessage.isInstance);
  return {
    ...request,
    ...(opening.length > 0 && { systemMessage: joined([request.systemMessage, ...opening]) }),
    messages: [...context.slice(opening.length), ...laidBehind(request)],
  };
}

/** An agent without a system text has an empty message in its place. */
function joined(messages: readonly SystemMessage[]): SystemMessage {
  return messages
    .filter(({ text }) => text !== '')
    .reduce(
      (all, next) => (all.text === '' ? next : all.concat('\n\n').concat(next)),
      new SystemMessage(''),
    );
}

function laidBehind({ messages, state }: ModelRequestParts): readonly BaseMessage[] {
  const last = state.messages.at(-1);
  const at = last ? messages.lastIndexOf(last) : -1;
  return at === -1 ? [] : messages.slice(at + 1);
}
