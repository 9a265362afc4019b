/** The tiers that are sent, in send order. */
export const SENT_TIERS = ['system', 'archive', 'working', 'live'] as const;
/** A part of the context that is sent [TIER-1 to TIER-4]. */
export type SentTier = (typeof SENT_TIERS)[number];
/** A part of the window: a tier that is sent, or `headroom`, which is reserved and not filled. */
export type Tier = SentTier | 'headroom';
