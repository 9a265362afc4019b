const LINE_BREAK = /\r\n?|[\n\u0085\u2028\u2029]/;

/** A value on lines of its own, further in than its name: no line of it reads as another name. */
export function indented(value: string): string {
  return value.split(LINE_BREAK).join('\n  ');
}
