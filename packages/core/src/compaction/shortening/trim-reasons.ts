import type { StageReason } from '../stage.ts';

/** A tool result over the limit for all tools. */
export const OVER_SHARE: StageReason = { rule: 'TOOL_RESULT_OVER_LIMIT', keptByRoom: true };
/** A tool result over the limit that a hint gives its tool. */
export const OVER_HINT: StageReason = { rule: 'TOOL_RESULT_OVER_HINT', keptByRoom: true };
/** A tool result in one of the newest units, which crowds out the rest. */
export const CROWDS_OUT: StageReason = { rule: 'TOOL_RESULT_CROWDS_OUT', keptByRoom: true };
/** Arguments of a call in one of the newest units, likewise. */
export const LONG_ARGUMENTS: StageReason = { rule: 'CALL_ARGUMENTS_OVER_LIMIT', keptByRoom: true };
/** The first user message over its share. */
export const LONG_ANCHOR: StageReason = { rule: 'ANCHOR_OVER_SHARE', keptByRoom: true };
/** The message being answered, where all the room there is does not hold it. */
export const LONG_ANSWERED: StageReason = { rule: 'CURRENT_USER_OVER_ROOM', keptByRoom: true };
