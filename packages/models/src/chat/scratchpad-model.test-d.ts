import { defaultScratchpad } from '@agent-memory/core';
import type { ScratchpadModel, ScratchpadUpdaterOptions } from '@agent-memory/core/scratchpad';
import { expectTypeOf } from 'vitest';
import type { ChatModel } from './chat-model.ts';

// [PAD-2] Every chat model of this package can keep a scratchpad up.
expectTypeOf<ChatModel>().toExtend<ScratchpadModel>();

export const optionsFor = (
  model: ChatModel,
): ScratchpadUpdaterOptions<typeof defaultScratchpad.initial> => ({
  model,
  scratchpad: defaultScratchpad,
});
