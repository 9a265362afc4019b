/** Where live text may stand: in any message that can hold it, or in the user's alone [TIER-4]. */
export type LiveHosts = 'any' | 'user';
