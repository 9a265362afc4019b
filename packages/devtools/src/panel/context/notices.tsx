import type { ReactNode } from 'react';
import { notListed } from '../../view-model/not-listed.ts';
import { notices } from '../../view-model/notices.ts';
import { usePanel } from '../parts/panel-context.ts';

const SEVERITY_MARKS = { error: '!', warning: '!', info: 'i' } as const;

/** Troubles in words. They take no room while all is well. */
export function Notices(): ReactNode {
  const { source, state, view, goToStorage } = usePanel();
  const { plan } = state;
  const selected = plan && notListed(plan, view.selectedKey, source.past !== undefined);
  return (
    <div className="notices" role="status">
      {[...(selected ? [selected] : []), ...notices(state)].map(
        ({ key, severity, title, text, isOfStorage }) => (
          <p key={key} className="notice" data-severity={severity}>
            <span className="notice-mark" aria-hidden="true">
              {SEVERITY_MARKS[severity]}
            </span>
            <span>
              <strong>{title}.</strong> {text}
              {isOfStorage && (
                <>
                  {' '}
                  <button type="button" className="link" onClick={goToStorage}>
                    See Storage
                  </button>
                </>
              )}
            </span>
          </p>
        ),
      )}
    </div>
  );
}
