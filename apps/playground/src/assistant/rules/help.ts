import { type Rule, say } from '../assistant-move.ts';

/** Holds no value: a value in it could be taken for one of the user's. */
export const WHAT_I_CAN_DO =
  'I keep what you tell me (“My order number is …”, “I prefer an aisle seat”), also for later conversations, ' +
  'answer from it (“Which seat do I prefer?”), take corrections (“No, I prefer a window seat”), forget and erase ' +
  '(“Forget my seat”, “Erase my seat”), bring back what has left my context, look up orders (“Check my orders”), ' +
  'read pages (“Read the page about returns”), do sums, tell the time, take notes (“Remember that I am allergic ' +
  'to nuts”) and tell long stories that fill the context.';

/** Says what the assistant is for. */
export const answerHelp: Rule = ({ question }) =>
  /^(help|\?)|\bwhat (can|do) you do\b|\bwho are you\b|\bwhat are you\b/i.test(question)
    ? say(
        `I am a script: no model, no network. I see only what memory puts into the context. ${WHAT_I_CAN_DO}`,
      )
    : undefined;
