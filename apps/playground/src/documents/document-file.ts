/** The files that the picker offers. */
export const DOCUMENT_ENDINGS = '.txt,.md,.markdown,.html,.htm,.xhtml,.pdf';

/** Whether a file is meant as a document: it is named so. */
export function isDocumentFile({ name }: { readonly name: string }): boolean {
  return DOCUMENT_ENDINGS.split(',').some((ending) => name.toLowerCase().endsWith(ending));
}
