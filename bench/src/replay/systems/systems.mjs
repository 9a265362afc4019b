// @ts-check
import { agentMemory } from './agent-memory.mjs';
import { aiSdkPruneMessages } from './ai-sdk-prune-messages.mjs';
import { headAndTail } from './head-and-tail.mjs';
import { langChainContextEditing } from './langchain-context-editing.mjs';
import {
  langChainSummarization,
  langChainSummarizationByShare,
} from './langchain-summarization.mjs';
import {
  langChainTrimMessages,
  langChainTrimMessagesFromHuman,
} from './langchain-trim-messages.mjs';
import { mastraTokenLimiter } from './mastra-token-limiter.mjs';
import { openAiAgentsSessionLimit } from './openai-agents-session-limit.mjs';
import { slidingWindow } from './sliding-window.mjs';

/**
 * Every system that is compared, in the order of the report. To add one, write a file beside this one
 * and list it here.
 *
 * @type {readonly import('./system.mjs').System[]}
 */
export const SYSTEMS = [
  agentMemory,
  langChainTrimMessagesFromHuman,
  langChainTrimMessages,
  langChainContextEditing,
  langChainSummarization,
  langChainSummarizationByShare,
  aiSdkPruneMessages,
  mastraTokenLimiter,
  openAiAgentsSessionLimit,
  slidingWindow,
  headAndTail,
];
