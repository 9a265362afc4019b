import type { LiveHosts } from '../formats/message-format.ts';
import type { Message } from '../message/message.ts';
import { renderScratchpad } from '../scratchpad/render-scratchpad.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { PlanItem } from './context-plan.ts';
import type { Decision, RuleCode } from './decision.ts';
import { type LivePlacement, livePlaceIn, type SentPlace } from './live-placement.ts';

/** What a live text may cost over its bare tokens: a message of its own around it. */
const LIVE_FRAMING_TOKENS = 4;

/** What live state is made from, and what it has to fit into. */
export interface LiveInput {
  readonly scratchpad: unknown;
  /** The scratchpad as it was when the run began; for `run-start`. Absent: as it is now. */
  readonly runStartPad?: unknown;
  readonly placement: LivePlacement;
  readonly hosts: LiveHosts;
  readonly measurer: Measurer;
  /** Everything that is sent but live state. */
  readonly items: readonly PlanItem[];
  /** What the input budget has left for it. */
  readonly freeTokens: number;
  readonly lastUserSeq: number | undefined;
}

/** Live state as it goes into a context: sent, or held back with the reason. */
export type Live =
  | { readonly item: PlanItem; readonly place: SentPlace; readonly withheld?: undefined }
  | { readonly withheld: Decision; readonly item?: undefined; readonly place?: undefined };

/**
 * Live state takes what is left and shrinks to nothing before anything else gives way [BUD-3].
 * `undefined` where there is none.
 */
export function liveOf(input: LiveInput): Live | undefined {
  const { measurer, placement, hosts, lastUserSeq } = input;
  const pad =
    placement === 'run-start' ? (input.runStartPad ?? input.scratchpad) : input.scratchpad;
  const whole = wholePad(pad, measurer);
  if (whole.text === '') return undefined;
  const roomTokens = input.freeTokens - LIVE_FRAMING_TOKENS;
  const fitting = whole.tokens <= roomTokens ? whole : cutPad(pad, whole, roomTokens, measurer);
  const sent = fitting.text === '' ? 0 : fitting.tokens + LIVE_FRAMING_TOKENS;
  const decision: Decision = {
    itemId: 'scratchpad',
    tier: 'live',
    fate: 'not-selected',
    rule: 'LIVE_NO_ROOM',
    tokens: { raw: whole.tokens + LIVE_FRAMING_TOKENS, sent, source: measurer.source },
    numbers: { roomTokens: Math.max(0, roomTokens) },
  };
  if (sent === 0) return { withheld: decision };
  const place = livePlaceIn(input.items, { placement, hosts, tokens: sent, lastUserSeq });
  return { item: liveItem(decision, fitting, fitting === whole, placement, place), place };
}

function liveItem(
  decision: Decision,
  { message }: RenderedPad,
  isWhole: boolean,
  placement: LivePlacement,
  { rewrittenTokens }: SentPlace,
): PlanItem {
  return {
    id: decision.itemId,
    kind: 'scratchpad',
    tier: 'live',
    message,
    decision: {
      ...decision,
      fate: isWhole ? 'sent' : 'trimmed',
      rule: isWhole ? wholeRule(placement) : 'LIVE_NO_ROOM',
      numbers: { ...decision.numbers, rewrittenTokens },
    },
  };
}

function wholeRule(placement: LivePlacement): RuleCode {
  return placement === 'run-start' ? 'LIVE_STATE_OF_RUN' : 'LIVE_STATE';
}

interface RenderedPad {
  readonly text: string;
  readonly message: Message;
  readonly tokens: number;
}

function renderedPad(text: string, count: (text: string) => number): RenderedPad {
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
  return { text, message, tokens: text === '' ? 0 : count(text) };
}

const wholePads = new WeakMap<
  object,
  { readonly measurer: Measurer; readonly whole: RenderedPad }
>();

/** The pad uncut; the same pad is rendered and counted once for a measurer, not at every plan [TOK-3]. */
function wholePad(pad: unknown, measurer: Measurer): RenderedPad {
  const isObject = typeof pad === 'object' && pad !== null;
  const known = isObject ? wholePads.get(pad) : undefined;
  if (known?.measurer === measurer) return known.whole;
  const text = renderScratchpad(pad, Number.POSITIVE_INFINITY, () => 0);
  const whole = renderedPad(text, (counted) => measurer.text(counted));
  if (isObject) wholePads.set(pad, { measurer, whole });
  return whole;
}

/** As much of the pad as fits; what is known of the whole is not counted again. */
function cutPad(
  pad: unknown,
  whole: RenderedPad,
  roomTokens: number,
  measurer: Measurer,
): RenderedPad {
  const counts = new Map([[whole.text, whole.tokens]]);
  const count = (text: string) => {
    const tokens = counts.get(text) ?? measurer.text(text);
    counts.set(text, tokens);
    return tokens;
  };
  return renderedPad(renderScratchpad(pad, roomTokens, count), count);
}
