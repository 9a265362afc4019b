import type { SessionEvent } from '../../state/session-event.ts';

/** Says that some of what is stored could not be read. */
export function damageReport(damaged: readonly string[]): SessionEvent<never> {
  const message =
    `Some of what is stored of this session cannot be read: ${damaged.join(' ')} ` +
    'Everything else is there. What cannot be read stays stored until its place is needed.';
  return {
    type: 'degradation-set',
    degradation: { code: 'STORED_STATE_DAMAGED', message, details: damaged },
  };
}
