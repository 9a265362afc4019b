import { type OpenAiFormat, openAi } from '@agent-memory/core/formats';
import { inTemplateGrammar } from './template-grammar.ts';

/**
 * OpenAI's shape for models whose chat template is strict, as many that run locally are: one system
 * message and it first, then the user and the assistant in turn, the user or a tool last. Texts are
 * plain text, not lists, unless a picture is among them.
 *
 * A template raises an error where a role is missing, so few words stand in for it, each under ten
 * tokens, which the plan does not count: «(The conversation begins.)» where it does not begin with
 * the user, «(No answer.)» where the user speaks right behind a tool, «Go on.» where the assistant
 * spoke last.
 *
 * @example
 * ```ts
 * const { messages } = await memory.assemble({ format: chatTemplate });
 * const reply = await engine.chat.completions.create({ messages });
 * ```
 */
export const chatTemplate: OpenAiFormat = {
  ...openAi,
  name: 'chat-template',
  render: (plan) => ({ messages: inTemplateGrammar(openAi.render(plan).messages) }),
};
