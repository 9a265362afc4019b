import type { ReactNode } from 'react';
import { notices } from '../../view-model/notices.ts';
import { usePanel } from '../parts/panel-context.ts';

const SEVERITY_MARKS = { error: '!', warning: '!', info: 'i' } as const;

/** Troubles in words. They take no room while all is well. */
export function Notices(): ReactNode {
  const { state } = usePanel();
  return (
    <div className="notices" role="status">
      {notices(state).map(({ key, severity, title, text }) => (
        <p key={key} className="notice" data-severity={severity}>
          <span className="notice-mark" aria-hidden="true">
            {SEVERITY_MARKS[severity]}
          </span>
          <span>
            <strong>{title}.</strong> {text}
          </span>
        </p>
      ))}
    </div>
  );
}
