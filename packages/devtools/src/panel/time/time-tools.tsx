import { type ReactNode, useState } from 'react';
import { moveInRow } from '../parts/roving-focus.ts';

/** A button beside the strip. */
export interface TimeTool {
  /** The same while its words change. */
  readonly name: string;
  readonly label: string;
  /** Shown in place of the label; the label is spoken and told to the pointer. */
  readonly icon?: string;
  /** Does nothing now; it keeps the focus all the same. */
  readonly isOff?: boolean;
  /** Set for a tool that stays pressed. */
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}

/** The tools of the strip: a toolbar with one tab stop, on the tool that had the focus last. */
export function TimeTools({ tools }: { readonly tools: readonly TimeTool[] }): ReactNode {
  const [lastName, setLastName] = useState<string>();
  const stop = tools.find(({ name }) => name === lastName) ?? tools[0];
  return (
    <div
      role="toolbar"
      className="time-tools"
      aria-label="Tools of the strip"
      onKeyDown={(event) => {
        moveInRow(event, 'button');
      }}
    >
      {tools.map((tool) => (
        <ToolButton
          key={tool.name}
          {...tool}
          isStop={tool === stop}
          onFocus={() => setLastName(tool.name)}
        />
      ))}
    </div>
  );
}

function ToolButton({
  label,
  icon,
  isOff = false,
  isPressed,
  isStop,
  onPress,
  onFocus,
}: TimeTool & { readonly isStop: boolean; readonly onFocus: () => void }): ReactNode {
  return (
    <button
      type="button"
      className={icon === undefined ? 'button' : 'icon-button'}
      aria-label={icon === undefined ? undefined : label}
      title={icon === undefined ? undefined : label}
      aria-disabled={isOff}
      aria-pressed={isPressed}
      tabIndex={isStop ? 0 : -1}
      onClick={isOff ? undefined : onPress}
      onFocus={onFocus}
    >
      {icon ?? label}
    </button>
  );
}
