import { onTestFinished, vi } from 'vitest';
import { Random } from './servers/random.ts';
import { agentScript, prose, type Script } from './servers/script.ts';
import { type Provider, type StrictServer, startStrictServer } from './servers/strict-server.ts';

export const SEED = 20261127;

/** A window that sixty turns do not fit into. */
export const WINDOW_TOKENS = 4_096;

/** A provider that also tells what it was sent. */
export interface WatchedServer extends StrictServer {
  /** The bodies of the requests so far. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
}

/** Starts a strict server for the length of a test, under the names in which clients look for one. */
export async function strictServer(
  provider: Provider,
  environment: (url: string) => Readonly<Record<string, string>>,
): Promise<WatchedServer> {
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const server = await startStrictServer({
    ...provider,
    refusalOf(body) {
      bodies.push(body as Readonly<Record<string, unknown>>);
      return provider.refusalOf(body);
    },
  });
  for (const [name, value] of Object.entries(environment(server.url))) vi.stubEnv(name, value);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.stop();
  });
  return Object.defineProperties({ bodies } as unknown as WatchedServer, {
    ...Object.getOwnPropertyDescriptors(server),
  });
}

export const openAiEnvironment = (url: string) => ({
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: `${url}/v1`,
});

/** A model that calls tools, whose calls nobody answers: the next context has to be repaired. */
export function callingScript(thinking = false): Script {
  return agentScript(new Random(SEED), { thinking });
}

/** A model that only talks. */
export function talkingScript(thinking = false): Script {
  const random = new Random(SEED);
  return () => ({
    ...(thinking && { thinking: prose(random, 20) }),
    text: prose(random, 40),
    calls: [],
  });
}

/** A question of some length, by its number. */
export function question(turn: number): string {
  return `${turn}: ${prose(new Random(SEED + turn), 40)}`;
}
