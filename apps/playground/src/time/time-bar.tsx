import type { LoadedPanel } from '../panel/use-loaded-panel.ts';
import type { Theme } from '../settings/theme.ts';
import type { TimeTravel } from './use-time-travel.ts';

/** The strip of all calls over chat and panel; empty until the panel is loaded and a call was made. */
export function TimeBar({
  loaded,
  travel,
  theme,
  className,
  onPlay,
}: {
  readonly loaded: LoadedPanel;
  readonly travel: TimeTravel | undefined;
  readonly theme: Theme;
  readonly className: string | undefined;
  /** Plays or pauses the session, where it can be played. */
  readonly onPlay: (() => void) | undefined;
}) {
  if (loaded.status !== 'here' || !travel) return null;
  const { MemoryTimeStrip } = loaded.panel;
  return (
    <MemoryTimeStrip
      className={className ?? ''}
      source={travel.live}
      selection={travel.selection}
      theme={theme === 'system' ? 'auto' : theme}
      onPlay={onPlay}
    />
  );
}
