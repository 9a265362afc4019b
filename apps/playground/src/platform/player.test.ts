import { expect, test } from 'vitest';
import { createPlayer, type Playback, type Player } from './player.ts';

/** Steps of which each has to be allowed by hand, unless `held` is false. */
function somePlayer({
  length = 3,
  held = false,
  pause = () => Promise.resolve(),
}: {
  length?: number;
  held?: boolean;
  pause?: () => Promise<void>;
} = {}) {
  let done = 0;
  const asked: { readonly allow: () => void; readonly refuse: (error: Error) => void }[] = [];
  const player = createPlayer({
    async next() {
      if (held) {
        await new Promise<void>((allow, refuse) => void asked.push({ allow, refuse }));
      }
      if (done === length) return false;
      done += 1;
      return true;
    },
    pause,
  });
  const step = async (index: number) => {
    await expect.poll(() => asked.length).toBeGreaterThan(index);
    const one = asked[index];
    if (!one) throw new Error(`step ${index} was not asked for`);
    return one;
  };
  return { player, step, done: () => done };
}

/** Resolves when the player says what is waited for. */
async function until(player: Player, wanted: Partial<Playback>): Promise<void> {
  await expect.poll(() => player.get()).toMatchObject(wanted);
}

test('plays to the end, and is at rest there', async () => {
  const { player, done } = somePlayer();
  player.play();
  await until(player, { status: 'paused', isAtRest: true });
  expect(done()).toBe(3);
});

test('a jump makes every step without a pause, and several at once', async () => {
  const { player, done } = somePlayer({
    pause: () => Promise.reject(new Error('It waited.')),
  });
  player.toEnd();
  expect(player.get().status).toBe('jumping');
  await until(player, { status: 'paused', isAtRest: true, problem: undefined });
  expect(done()).toBe(3);
});

test('a single step is one step, and a press during it does nothing', async () => {
  const { player, step, done } = somePlayer({ held: true });
  player.step();
  player.step();
  (await step(0)).allow();
  await until(player, { status: 'paused', isAtRest: true });
  expect(done()).toBe(1);
});

test('pauses in the middle of a wait', async () => {
  const { player, done } = somePlayer({ pause: () => new Promise(() => undefined) });
  player.play();
  await expect.poll(done).toBe(1);
  player.pause();
  expect(player.get().status).toBe('paused');
});

test('it is at rest after the pause only when the step under way has ended', async () => {
  const { player, step } = somePlayer({ held: true });
  expect(player.get().isAtRest).toBe(true);
  player.play();
  const first = await step(0);
  player.pause();
  expect(player.get()).toMatchObject({ status: 'paused', isAtRest: false });
  first.allow();
  await until(player, { isAtRest: true });
});

test('it is at rest where play and pause come at once, and nothing was begun', async () => {
  const { player, done } = somePlayer();
  player.play();
  player.pause();
  await until(player, { status: 'paused', isAtRest: true });
  expect(done()).toBe(0);
});

test('pressed twice, it makes every step once', async () => {
  const { player, done } = somePlayer();
  player.play();
  player.toEnd();
  await until(player, { status: 'paused', isAtRest: true });
  expect(done()).toBe(3);
});

test('a step that goes wrong after the pause says so', async () => {
  const { player, step } = somePlayer({ held: true });
  player.play();
  const first = await step(0);
  player.pause();
  first.refuse(new Error('The disk is full.'));
  await until(player, { status: 'paused', problem: 'The disk is full.' });
});

test('a step that goes wrong after play was pressed again does not stop that play', async () => {
  const { player, step, done } = somePlayer({ held: true, length: 1 });
  player.play();
  const first = await step(0);
  player.pause();
  player.play();
  first.refuse(new Error('The disk is full.'));
  for (const index of [1, 2]) (await step(index)).allow();
  await until(player, { status: 'paused', isAtRest: true, problem: undefined });
  expect(done()).toBe(1);
});

test('a paused step that ends late does not end the step that was begun after it', async () => {
  const { player, step, done } = somePlayer({ held: true });
  player.play();
  const first = await step(0);
  player.pause();
  player.step();
  first.allow();
  const second = await step(1);
  expect(player.get().status).toBe('stepping');
  second.allow();
  await until(player, { status: 'paused', isAtRest: true });
  expect(done()).toBe(2);
});
