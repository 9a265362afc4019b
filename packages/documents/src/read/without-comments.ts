/** The text without what stands between two marks; one that is not closed continues to the end. */
export function withoutComments(text: string, open: string, close: string): string {
  const parts: string[] = [];
  let start = 0;
  for (;;) {
    const begin = text.indexOf(open, start);
    if (begin === -1) return parts.join('') + text.slice(start);
    parts.push(text.slice(start, begin));
    const end = text.indexOf(close, begin + open.length);
    if (end === -1) return parts.join('');
    start = end + close.length;
  }
}
