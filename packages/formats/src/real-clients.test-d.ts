import { type AgentMemory, createAgentMemory } from '@agent-memory/core';
import type Anthropic from '@anthropic-ai/sdk';
import type { Content, GenerateContentResponse, GoogleGenAI } from '@google/genai';
import type { ModelMessage, UIMessage } from 'ai';
import type { ModelMessage as ModelMessage7, UIMessage as UIMessage7 } from 'ai-7';
import type OpenAI from 'openai';
import { aiSdk, aiSdkUi, anthropic, chatTemplate, google, openAiResponses } from './index.ts';

declare const memory: AgentMemory;
declare const openai: OpenAI;
declare const claude: Anthropic;
declare const gemini: GoogleGenAI;

type Param = OpenAI.ChatCompletionMessageParam;

/** [MSG-2] A context goes to each client as it is, without a cast. */
export async function contextsFitTheirClients(): Promise<void> {
  const { messages } = await memory.assemble();
  const params: Param[] = messages;
  await openai.chat.completions.create({ model: 'gpt-5', messages });
  const { messages: ofTemplate }: { messages: Param[] } = await memory.assemble({
    format: chatTemplate,
  });
  const { messages: again }: { messages: Param[] } = await memory.onOverflow();
  const originals: readonly Param[] = await memory.messages();
  const { input } = await memory.assemble({ format: openAiResponses });
  const items: OpenAI.Responses.ResponseInput = input;
  const include = ['reasoning.encrypted_content' as const];
  await openai.responses.create({ model: 'gpt-5', input, store: false, include });
  const request = await memory.assemble({ format: anthropic });
  const turns: Anthropic.MessageParam[] = request.messages;
  const system: Anthropic.TextBlockParam[] = request.system;
  await claude.messages.create({ model: 'claude', max_tokens: 100, system, messages: turns });
  const ofGemini = await memory.assemble({ format: google });
  const contents: Content[] = ofGemini.contents;
  const { systemInstruction } = ofGemini;
  const config = { ...(systemInstruction && { systemInstruction }) };
  await gemini.models.generateContent({ model: 'gemini-3-pro', contents, config });
  await gemini.models.generateContent({ model: 'gemini-3-pro', contents: ofGemini.contents });
  const ofSdk = await memory.assemble({ format: aiSdk });
  const modelMessages: ModelMessage[] = ofSdk.messages;
  const modelMessages7: ModelMessage7[] = ofSdk.messages;
  const ofUi = await memory.assemble({ format: aiSdkUi });
  const uiMessages: UIMessage[] = ofUi.messages;
  const uiMessages7: UIMessage7[] = ofUi.messages;
  void [items, params, ofTemplate, again, originals, turns, system];
  void [modelMessages, modelMessages7, uiMessages, uiMessages7];
}

declare const completion: OpenAI.ChatCompletionMessage;
declare const params: Param[];
declare const response: OpenAI.Responses.Response;
declare const items: OpenAI.Responses.ResponseInputItem[];
declare const itemsOfServer: OpenAI.Responses.ResponseItem[];
declare const reply: Anthropic.Message;
declare const turns: Anthropic.MessageParam[];
declare const contents: Content[];
declare const generated: GenerateContentResponse;
declare const modelMessages: ModelMessage[];
declare const modelMessages7: ModelMessage7[];
declare const uiMessages: UIMessage[];
declare const uiMessages7: UIMessage7[];

/** [MSG-2] What a client gives is appended as it is, without a cast. */
export async function messagesOfClientsAreTaken(): Promise<void> {
  await memory.append(completion);
  await memory.append([completion, ...params]);
  await memory.append(params, { format: chatTemplate });
  await memory.append(response.output, { format: openAiResponses });
  await memory.append(items, { format: openAiResponses });
  await memory.append(itemsOfServer, { format: openAiResponses });
  await memory.reconcile([...items, ...response.output], { format: openAiResponses });
  await memory.append([{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }], {
    format: openAiResponses,
  });
  await memory.append(reply, { format: anthropic });
  await memory.append({ role: reply.role, content: reply.content }, { format: anthropic });
  await memory.append(turns, { format: anthropic });
  const answer = generated.candidates?.[0]?.content;
  if (answer) await memory.append(answer, { format: google });
  await memory.append(contents, { format: google });
  await memory.append({ role: 'user', parts: [{ text: 'Hi' }] }, { format: google });
  await memory.reconcile(contents, { format: google });
  await memory.append(modelMessages, { format: aiSdk });
  await memory.append(modelMessages7, { format: aiSdk });
  await memory.append(uiMessages, { format: aiSdkUi });
  await memory.append(uiMessages7, { format: aiSdkUi });
  await memory.reconcile(uiMessages, { format: aiSdkUi });
}

/** [MSG-5] So it is for the messages that a session begins with. */
export const begun = [
  createAgentMemory({ id: 'a', contextWindow: 8_000, initialMessages: params }),
  createAgentMemory({ id: 'b', contextWindow: 8_000, initialMessages: [completion] }),
  createAgentMemory({
    id: 'r',
    contextWindow: 8_000,
    initialMessages: { format: openAiResponses, messages: [...items, ...response.output] },
  }),
  createAgentMemory({
    id: 'c',
    contextWindow: 8_000,
    initialMessages: { format: anthropic, messages: [...turns, reply] },
  }),
  createAgentMemory({
    id: 'g',
    contextWindow: 8_000,
    initialMessages: { format: google, messages: contents },
  }),
  createAgentMemory({
    id: 'd',
    contextWindow: 8_000,
    initialMessages: { format: aiSdk, messages: modelMessages },
  }),
  createAgentMemory({
    id: 'e',
    contextWindow: 8_000,
    initialMessages: { format: aiSdkUi, messages: uiMessages },
  }),
];
