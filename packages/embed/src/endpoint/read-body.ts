/** The beginning of a body, as far as its bound. */
export interface BodyText {
  readonly text: string;
  /** Whether there was more of it; what is behind the bound is not waited for. */
  readonly isCut: boolean;
}

/** Reads a body up to a bound: a server may send one without end. */
export async function readBody({ body }: Response, maxBytes: number): Promise<BodyText> {
  const reader = body?.getReader();
  if (!reader) return { text: '', isCut: false };
  const decoder = new TextDecoder();
  let text = '';
  let readBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(value, { stream: true });
    readBytes += value.length;
    if (readBytes <= maxBytes) continue;
    // Nobody waits for the rest, so nobody needs to hear that it could not be ended.
    reader.cancel().catch(() => undefined);
    return { text, isCut: true };
  }
}
