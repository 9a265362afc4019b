/** How fast the player steps; `max` waits for nothing but the work itself. */
export const SPEEDS = ['1', '4', '16', 'max'] as const;
export type Speed = (typeof SPEEDS)[number];

const STEP_MS = 1_200;

export function isSpeed(value: unknown): value is Speed {
  return SPEEDS.some((speed) => speed === value);
}

/** The pause between two steps, in milliseconds. */
export function pauseMs(speed: Speed): number {
  return speed === 'max' ? 0 : STEP_MS / Number(speed);
}

/** `4×`, `max`. */
export function speedLabel(speed: Speed): string {
  return speed === 'max' ? 'max' : `${speed}×`;
}
