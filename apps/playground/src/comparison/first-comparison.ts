/** The comparison that a first visit sees. */
export const FIRST_COMPARISON = {
  /** A session that comes with the page. */
  sessionId: 'booking',
  value: 'QX7-4921',
  name: 'booking number',
  limitTokens: 3_000,
  lastCount: 20,
} as const;
