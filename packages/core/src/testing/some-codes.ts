/**
 * Words of 20 tokens by `simpleCounter` that are exact values and nothing else, so that almost all of them
 * stay when the message leaves; other ones for each index.
 */
export function someCodes(index: number): string {
  const codes = Array.from({ length: 8 }, (_, at) => `K${index}Q${at}Z${(index * 8 + at) * 7}`);
  return codes
    .map((code) => code.padEnd(9, '7'))
    .join(' ')
    .slice(0, 80);
}
