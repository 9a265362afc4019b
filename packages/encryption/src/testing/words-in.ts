/** Every text in a value, at any depth: names and keys as well, bytes as letters, and base64 as its bytes. */
export function wordsIn(value: unknown): string {
  if (typeof value === 'string') return `${value}\n${lettersOfBase64(value)}`;
  if (value instanceof ArrayBuffer) return lettersOf(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) {
    return lettersOf(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (value instanceof Map || value instanceof Set) return wordsIn([...value]);
  if (typeof value !== 'object' || value === null) return '';
  const held: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value).flat();
  return held.map(wordsIn).join('\n');
}

function lettersOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

function lettersOfBase64(text: string): string {
  const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(text) ?? [];
  return base64 === undefined ? '' : atob(base64);
}
