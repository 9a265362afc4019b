export { checkText, type TextVerdict } from './guard/check-text.ts';
