import type { DocumentTable } from './documents/document-table.ts';
import type { RetrievalDocument, RetrievalQuery } from './retrieval-index.ts';

/** The filters of a query; one without filters lets everything through. */
export type Filters = Pick<RetrievalQuery, 'fields' | 'fromMs' | 'toMs'>;

/** 0 beside each document that is kept out; nothing where the filters keep none out. */
export function allowedBy(filters: Filters, table: DocumentTable): Uint8Array | undefined {
  const { fields, fromMs, toMs } = filters;
  if (fields === undefined && fromMs === undefined && toMs === undefined) return undefined;
  const allowed = new Uint8Array(table.capacity);
  for (let number = 0; number < allowed.length; number += 1) {
    const row = table.rowOf(number);
    if (row !== undefined && passes(row.document, filters)) allowed[number] = 1;
  }
  return allowed;
}

/** A document without a time is kept out where a time is asked for. */
function passes(document: RetrievalDocument, { fields, fromMs, toMs }: Filters): boolean {
  const { createdAtMs = Number.NaN } = document;
  if (fromMs !== undefined && !(createdAtMs >= fromMs)) return false;
  if (toMs !== undefined && !(createdAtMs < toMs)) return false;
  for (const [field, values] of Object.entries(fields ?? {})) {
    const value = document.fields?.[field];
    if (value === undefined || !values.includes(value)) return false;
  }
  return true;
}
