import { LINE_BREAK } from '../ground/envelope/hidden-characters.ts';

/** A value on lines of its own, further in than its name: no line of it reads as another name. */
export function indented(value: string): string {
  return value.split(LINE_BREAK).join('\n  ');
}
