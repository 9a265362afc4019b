import { Button } from './button.tsx';
import { RestartIcon } from './icons.tsx';

/** A button that is off stays where it is: whoever pressed it keeps the focus. */
export function StartOverButton({
  onStartOver,
}: {
  /** Absent while there is nothing to start over, or something goes on. */
  readonly onStartOver: (() => void) | undefined;
}) {
  return (
    <Button
      look="quiet"
      title="Start over"
      aria-label="Start over"
      aria-disabled={!onStartOver}
      onClick={onStartOver}
    >
      <RestartIcon />
    </Button>
  );
}
