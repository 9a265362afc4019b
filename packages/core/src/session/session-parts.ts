import type { SessionSettings, SettingsHost } from '../state/settings.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { AgentMemoryOptions } from './agent-memory.ts';

/** The options of a memory that have a default. */
type Defaulted =
  | 'policy'
  | 'whenNotStored'
  | 'livePlacement'
  | 'scratchpad'
  | 'features'
  | 'clock'
  | 'createId';

/** The options that a session takes as they are given. */
type Given<Pad> = {
  readonly [Name in
    | 'user'
    | 'system'
    | 'store'
    | 'summarizer'
    | 'tokenCounter'
    | 'contextCounter'
    | 'spending'
    | 'initialMessages'
    | 'redact']?: AgentMemoryOptions<Pad>[Name] | undefined;
};

/** Everything a session needs from outside, checked and with defaults filled in. */
export interface SessionParts<Pad>
  extends Given<Pad>,
    Required<Pick<AgentMemoryOptions<Pad>, Defaulted>> {
  readonly id: string;
  readonly settingsHost: SettingsHost;
  readonly settings: Omit<SessionSettings, 'policyIndex'>;
  /** The tool definitions as JSON, the way they are counted. */
  readonly toolsText: string | undefined;
  /** Default: one of the counter, with rough prices of pictures until their provider's are here. */
  readonly measurer?: Measurer | undefined;
}
