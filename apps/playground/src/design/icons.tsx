import type { ReactNode } from 'react';

/** Icons are drawn on a 16 × 16 grid and never speak for themselves: a text or a label does. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export const PlayIcon = () => (
  <Icon>
    <path d="M4.5 2.8v10.4l8.6-5.2z" fill="currentColor" />
  </Icon>
);

export const PauseIcon = () => (
  <Icon>
    <path d="M5.2 3.2v9.6M10.8 3.2v9.6" strokeWidth="2.4" />
  </Icon>
);

export const StepIcon = () => (
  <Icon>
    <path d="M3.5 3.2v9.6l6.8-4.8z" fill="currentColor" />
    <path d="M12.6 3.2v9.6" />
  </Icon>
);

export const EndIcon = () => (
  <Icon>
    <path d="M2.4 3.4v9.2l5-4.6zM7.4 3.4v9.2l5-4.6z" fill="currentColor" />
    <path d="M13.6 3.2v9.6" />
  </Icon>
);

export const RestartIcon = () => (
  <Icon>
    <path d="M3 8a5 5 0 1 0 1.6-3.7" />
    <path d="M4.4 1.6v2.9h2.9" />
  </Icon>
);

export const StopIcon = () => (
  <Icon>
    <rect x="3.6" y="3.6" width="8.8" height="8.8" rx="1.6" fill="currentColor" />
  </Icon>
);

export const SendIcon = () => (
  <Icon>
    <path d="M8 13V3.2M3.8 7.2 8 3l4.2 4.2" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M2 4.6h6.2M12.2 4.6H14M2 11.4h1.8M7.8 11.4H14" />
    <circle cx="10.2" cy="4.6" r="2" />
    <circle cx="5.8" cy="11.4" r="2" />
  </Icon>
);

export const FileIcon = () => (
  <Icon>
    <path d="M9.2 1.8H4.4a1 1 0 0 0-1 1v10.4a1 1 0 0 0 1 1h7.2a1 1 0 0 0 1-1V5.2z" />
    <path d="M9.2 1.8v3.4h3.4" />
  </Icon>
);

export const ToolIcon = () => (
  <Icon>
    <path d="M9.8 3.2a3.2 3.2 0 0 1 3.9 3.9L7.4 13.4a1.7 1.7 0 0 1-2.4 0l-2.4-2.4a1.7 1.7 0 0 1 0-2.4z" />
    <path d="m9.2 6.8 4-4" />
  </Icon>
);

export const ResultIcon = () => (
  <Icon>
    <path d="M3 3v4.2a2 2 0 0 0 2 2h7.6" />
    <path d="m9.6 6.2 3 3-3 3" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.6 3.2 3.2L13 4.6" />
  </Icon>
);

export const WarnIcon = () => (
  <Icon>
    <path d="M8 2.2 14.4 13.4H1.6z" />
    <path d="M8 6.4v3.2M8 11.6v.1" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="m4 4 8 8M12 4l-8 8" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 3.6 4.4 4.4L6 12.4" />
  </Icon>
);

export const DownIcon = () => (
  <Icon>
    <path d="M8 3v9.6M3.8 8.6 8 12.8l4.2-4.2" />
  </Icon>
);

export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.4v1.4M8 13.2v1.4M1.4 8h1.4M13.2 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M3.3 12.7l1-1M11.7 4.3l1-1" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z" />
  </Icon>
);

export const DeviceIcon = () => (
  <Icon>
    <rect x="1.8" y="2.6" width="12.4" height="8.4" rx="1.2" />
    <path d="M5.6 13.6h4.8" />
  </Icon>
);
