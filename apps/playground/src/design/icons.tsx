/** Icons are drawn on a 16 × 16 grid and never speak for themselves: a text or a label does. */
function icon(path: string, fill = 'none') {
  return () => (
    <svg
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill={fill}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

const FILLED = 'currentColor';

export const PlayIcon = icon('M4.5 2.8v10.4l8.6-5.2z', FILLED);
export const PauseIcon = icon('M5.2 3.2v9.6M10.8 3.2v9.6');
export const StepIcon = icon('M3.5 3.2v9.6l6.8-4.8zM12.6 3.2v9.6', FILLED);
export const EndIcon = icon('M2.4 3.4v9.2l5-4.6zM7.4 3.4v9.2l5-4.6zM13.6 3.2v9.6', FILLED);
export const RestartIcon = icon('M3 8a5 5 0 1 0 1.6-3.7M4.4 1.6v2.9h2.9');
export const StopIcon = icon('M4 4h8v8H4z', FILLED);
export const SendIcon = icon('M8 13V3.2M3.8 7.2 8 3l4.2 4.2');
export const FileIcon = icon(
  'M9.2 1.8H4.4a1 1 0 0 0-1 1v10.4a1 1 0 0 0 1 1h7.2a1 1 0 0 0 1-1V5.2zM9.2 1.8v3.4h3.4',
);
export const ToolIcon = icon(
  'M9.8 3.2a3.2 3.2 0 0 1 3.9 3.9L7.4 13.4a1.7 1.7 0 0 1-2.4 0l-2.4-2.4a1.7 1.7 0 0 1 0-2.4zM9.2 6.8l4-4',
);
export const ResultIcon = icon('M3 3v4.2a2 2 0 0 0 2 2h7.6M9.6 6.2l3 3-3 3');
export const CheckIcon = icon('m3 8.6 3.2 3.2L13 4.6');
export const WarnIcon = icon('M8 2.2 14.4 13.4H1.6zM8 6.4v3.2M8 11.6v.1');
export const CloseIcon = icon('m4 4 8 8M12 4l-8 8');
