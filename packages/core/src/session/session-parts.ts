import type { Summarizer } from '../condense/summarizer.ts';
import type { InitialMessages } from '../conversation/initial-messages.ts';
import type { Score } from '../conversation/scored-drafts.ts';
import type { LivePlacement } from '../live/live-placement.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdMaker } from '../platform/ids.ts';
import type { ContextCounter } from '../provider/context-counter.ts';
import type { Redact } from '../redaction/redact.ts';
import type { WhenNotStored } from '../runner/writer-host.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { Behaviour, SessionSettings } from '../state/settings.ts';
import type { SettingsHost } from '../state/settings-change.ts';
import type { MemoryStore } from '../storage/memory-store.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { MemoryFeature } from './feature.ts';

/** Everything a session needs from outside, checked and with defaults filled in. */
export interface SessionParts<Pad> {
  readonly id: string;
  readonly settingsHost: SettingsHost;
  readonly settings: Omit<SessionSettings, 'behaviour'>;
  readonly behaviour: Behaviour;
  readonly system: string | (() => string) | undefined;
  /** The tool definitions as JSON, the way they are counted. */
  readonly toolsText: string | undefined;
  readonly store: MemoryStore | undefined;
  readonly whenNotStored: WhenNotStored;
  /** Absent: the extractive one. */
  readonly summarizer: Summarizer | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  /** Default: one of the counter, with rough prices of pictures until their provider's are here. */
  readonly measurer?: Measurer | undefined;
  readonly contextCounter: ContextCounter | undefined;
  readonly livePlacement: LivePlacement;
  readonly initialMessages: InitialMessages | undefined;
  readonly redact: Redact | undefined;
  readonly score: Score | undefined;
  readonly scratchpad: ScratchpadSchema<Pad>;
  readonly features: readonly MemoryFeature[];
  readonly clock: Clock;
  readonly createId: IdMaker;
}
