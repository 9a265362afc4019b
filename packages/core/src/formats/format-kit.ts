// Tools for writing a format, beside those of `read-field.ts`.
export { liveSideOf } from '../live/live-placement.ts';
export { liveHostIndex, liveTextOf } from '../live/live-text.ts';
export { FreeIds } from '../message/free-ids.ts';
export { isImageDetail } from '../message/message.ts';
export { perMessage } from '../message/per-message.ts';
export { isReady, readyData, readyJson } from '../message/ready-data.ts';
export { wholeOf } from '../message/well-formed.ts';
export { takenWith } from './openai/openai-chat.ts';
export { renderOpenAi } from './openai/render-openai.ts';
export { sendableName, shortId } from './sendable-names.ts';
export { isStreamedApart, withJoinedAnswers } from './streamed-apart.ts';
