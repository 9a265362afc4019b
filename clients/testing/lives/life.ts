import { type AgentMemory, ContextOverflowError, type Entry } from '@agent-memory/core';
import type { Random } from '../servers/random.ts';
import { prose } from '../servers/script.ts';
import { hostileText, someText } from './hostile.ts';
import { Kept } from './kept.ts';

/** A call that waits for its result. */
export interface Call {
  readonly id: string;
  readonly name: string;
  /** The kind of the item that it came as, where there are several. */
  readonly kind?: 'function_call' | 'custom_tool_call';
}

/** One of the real clients, as an app uses it beside a memory. */
export interface LifeClient {
  /** Sends the context and appends the answer. */
  ask(life: Life): Promise<readonly Call[]>;
  /** Makes results of the calls; the function appends them, each time it is called. */
  resultsOf(life: Life, calls: readonly Call[]): () => Promise<void>;
  say(life: Life): Promise<void>;
}

export interface LifeOptions {
  readonly random: Random;
  /** Opens the memory: at the start, and after each reload. */
  readonly open: () => AgentMemory;
}

/** A conversation with all that happens to one: late results, edits, branches, reloads. */
export class Life {
  readonly random: Random;
  readonly kept = new Kept();
  readonly #open: () => AgentMemory;
  #memory: AgentMemory;
  #tooLong = 0;

  constructor({ random, open }: LifeOptions) {
    this.random = random;
    this.#open = open;
    this.#memory = open();
  }

  get memory(): AgentMemory {
    return this.#memory;
  }

  /** How often a context was refused as too long, by the memory or by the server. */
  get tooLong(): number {
    return this.#tooLong;
  }

  /** Notes what an append gave. */
  keep(messages: readonly unknown[], entries: readonly Entry[]): void {
    this.kept.add(messages, entries);
  }

  /** Sends a context, and a smaller one each time that the provider calls it too long. */
  async send<Context, Reply>(
    assemble: (how: 'assemble' | 'onOverflow') => Promise<Context>,
    request: (context: Context) => Promise<Reply>,
    isTooLong: (error: unknown) => boolean,
  ): Promise<Reply> {
    let context = await assemble('assemble');
    for (;;) {
      try {
        return await request(context);
      } catch (error) {
        if (!isTooLong(error)) throw error;
        this.#tooLong += 1;
        context = await assemble('onOverflow');
      }
    }
  }

  /** Lives on for so many calls of a model. */
  async live(clients: readonly [LifeClient, ...LifeClient[]], turns: number): Promise<void> {
    const { random } = this;
    let client = clients[0];
    const late: (() => Promise<void>)[] = [];
    await client.say(this);
    for (let turn = 0; turn < turns; turn += 1) {
      const calls = await this.#asked(client);
      const answered = calls.filter(() => !random.chance(0.04));
      const [now, later] = partition(answered, () => !random.chance(0.04));
      if (later.length > 0) late.push(client.resultsOf(this, later));
      if (now.length > 0) await this.#answer(client, now);
      if (random.chance(0.1)) for (const give of late.splice(0)) await give();
      if (now.length === 0) client = random.pick(clients);
      if (now.length === 0 || random.chance(0.05)) await client.say(this);
      await this.#moveAbout();
      await this.#changeTheRest();
    }
  }

  async #asked(client: LifeClient): Promise<readonly Call[]> {
    try {
      return await client.ask(this);
    } catch (error) {
      if (!(error instanceof ContextOverflowError)) throw error;
      // Like an app, it follows a message that fits no window with a shorter one.
      this.#tooLong += 1;
      await this.#say(prose(this.random, 5));
      return [];
    }
  }

  async #answer(client: LifeClient, calls: readonly Call[]): Promise<void> {
    const give = client.resultsOf(this, calls);
    await give();
    if (this.random.chance(0.03)) await give();
    if (this.random.chance(0.03)) await client.resultsOf(this, calls)();
  }

  async #say(content: string, after?: string | null): Promise<void> {
    const messages = [{ role: 'user', content }] as const;
    this.keep(messages, await this.memory.append(messages, after === undefined ? {} : { after }));
  }

  /** An edit, another answer, a branch of before, a step back. */
  async #moveAbout(): Promise<void> {
    const { random, memory } = this;
    const entries = memory.entries();
    const users = entries.filter(({ message }) => message.role === 'user').slice(-4);
    const user = users[random.below(users.length)];
    const way = random.below(100);
    if (way < 3) {
      const before = entries[entries.findIndex(({ id }) => id === user?.id) - 1];
      await this.#say(someText(random), before?.id ?? null);
    } else if (way < 6) {
      await memory.moveHead(users.at(-1)?.id ?? null);
    } else if (way < 8) {
      await memory.moveHead(memory.branches()[0]?.headId ?? null);
    } else if (way < 10) {
      await memory.moveHead(entries[random.below(entries.length)]?.id ?? null);
    }
  }

  async #changeTheRest(): Promise<void> {
    const { random } = this;
    if (random.chance(0.02)) {
      const messages = [{ role: 'system', content: someText(random, 20) }] as const;
      this.keep(messages, await this.memory.append(messages));
    }
    if (random.chance(0.03)) await this.memory.notes.set('page', hostileText(random).slice(0, 300));
    if (random.chance(0.02)) await this.memory.patchScratchpad({ objective: someText(random, 20) });
    if (random.chance(0.02)) await this.memory.compact();
    if (random.chance(0.03)) await this.#reload();
  }

  async #reload(): Promise<void> {
    await this.#memory.dispose();
    this.#memory = this.#open();
    await this.#memory.ready;
  }
}

function partition<Value>(
  values: readonly Value[],
  isFirst: (value: Value) => boolean,
): readonly [readonly Value[], readonly Value[]] {
  const first = values.filter(isFirst);
  return [first, values.filter((value) => !first.includes(value))];
}
