/** Hands lines out to the person as a file. */
export async function saveLines(name: string, lines: AsyncIterable<string>): Promise<void> {
  const parts: string[] = [];
  for await (const line of lines) parts.push(line, '\n');
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
