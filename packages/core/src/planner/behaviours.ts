import type { Behaviour, SessionSettings } from '../state/settings.ts';

/** The functions of every settings that a session has had; settings name theirs by number. */
export class Behaviours {
  readonly #list: Behaviour[] = [];

  /** Gives the number under which settings name it. */
  add(behaviour: Behaviour): number {
    return this.#list.push(behaviour) - 1;
  }

  of({ behaviour }: Pick<SessionSettings, 'behaviour'>): Behaviour {
    const known = this.#list[behaviour];
    if (!known) throw new RangeError(`No functions are known for settings ${behaviour}.`);
    return known;
  }
}
