/** The work of the summariser at the moment. */
export type SummaryState =
  | { readonly status: 'idle' }
  | { readonly status: 'working' }
  /** A summary is ready for these many entries that have not left yet. */
  | { readonly status: 'prepared'; readonly coversEntries: number };
