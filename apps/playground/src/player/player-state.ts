/** The state of the player. Where it stands is not kept here: memory knows how much it holds. */
export type PlayerState =
  | { readonly status: 'paused' }
  | { readonly status: 'playing' }
  /** A single step is under way; the player pauses after it. */
  | { readonly status: 'stepping' }
  /** On the way to the end: every call is made, and none of them is shown. */
  | { readonly status: 'jumping' };

export type PlayerEvent =
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'step' }
  | { readonly type: 'jump' }
  | { readonly type: 'step-end' }
  /** The last message was reached, or something went wrong. */
  | { readonly type: 'stop' };

export const PAUSED: PlayerState = { status: 'paused' };

export function playerTransition(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'play':
      return state.status === 'playing' ? state : { status: 'playing' };
    case 'step':
      return state.status === 'paused' ? { status: 'stepping' } : state;
    case 'jump':
      return state.status === 'jumping' ? state : { status: 'jumping' };
    case 'step-end':
      return state.status === 'stepping' ? PAUSED : state;
    case 'pause':
    case 'stop':
      return state.status === 'paused' ? state : PAUSED;
    default:
      return event satisfies never;
  }
}
