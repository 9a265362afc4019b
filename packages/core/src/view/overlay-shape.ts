import {
  amount,
  fields,
  figure,
  list,
  name,
  oneOf,
  optional,
  recordOf,
  type Shape,
  text,
  whole,
} from '../message/shape.ts';

/** Why something left the view or is sent shorter. */
export const overlayReasonShape: Shape = fields({
  rule: name,
  decidedBy: optional(text),
  numbers: optional(recordOf(figure)),
  sentence: optional(text),
  remedy: optional(text),
  keeps: optional(
    fields({
      windows: optional(list(fields({ policy: text, messages: whole }))),
      tools: optional(list(fields({ toolName: text, tokens: amount }))),
    }),
  ),
});

/** Tells whether this is what an overlay may keep as its reason. */
export function isOverlayReason(value: unknown): boolean {
  return overlayReasonShape(value, 'why') === undefined;
}

/** A point of a summary, as any summariser may give it. */
export const summaryPointShape: Shape = fields({
  seq: whole,
  speaker: oneOf('user', 'assistant', 'tool'),
  toolName: optional(text),
  text,
  score: figure,
});
