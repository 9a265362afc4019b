import type { TextPart } from '../message/message.ts';

/** Stands for a file that the provider could not open: another one knows it, or it is of no kind that is taken. */
export const ABSENT_FILE: TextPart = Object.freeze({ type: 'text', text: '[file]' });
