/** Hands a file out to the person, from the window that the document is in. */
export function saveFile(document: Document, name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
