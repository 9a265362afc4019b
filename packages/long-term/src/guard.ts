export { checkText, type TextVerdict } from './guard/check-text.ts';
export { whyHeld } from './guard/load-check.ts';
