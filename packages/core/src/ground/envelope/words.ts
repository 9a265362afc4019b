// Text from elsewhere, made fit for a context or a page.
export { enveloped } from './envelope.ts';
export { harmless } from './harmless-text.ts';
export {
  LINE_BREAK,
  onOneLine,
  withHiddenCharactersShown,
  withoutHiddenCharacters,
} from './hidden-characters.ts';
