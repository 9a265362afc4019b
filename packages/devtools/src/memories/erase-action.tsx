import { type ReactNode, useState } from 'react';
import { Press } from '../elements/elements.tsx';
import { Question } from '../elements/forms.tsx';
import { type Action, useAction } from '../elements/panel-context.ts';
import type { FinishedAction } from './finished-action.ts';
import { useMemories } from './memories-context.ts';

/** A button that erases something, behind a question; other buttons may stand before it. */
export function EraseAction({
  verb = 'Erase',
  erase,
  legend = 'What to do with it',
  others,
  hints,
  children,
}: {
  readonly verb?: string;
  readonly erase: () => Promise<FinishedAction>;
  readonly legend?: string;
  readonly others?: (action: Action<FinishedAction>) => ReactNode;
  readonly hints?: ReactNode;
  /** Says what goes, and what stays. */
  readonly children: ReactNode;
}): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const action = useAction(useMemories().onFinish);
  const title = `${verb} for good`;
  return (
    <div className="record-actions">
      {isAsked ? (
        <Question
          legend={`${verb} it for good?`}
          look="erase"
          stay="Keep it"
          answers={[
            { title, look: 'danger', isOff: action.isRunning, onGive: () => action.run(erase) },
          ]}
          onCancel={() => setAsked(false)}
        >
          {children}
        </Question>
      ) : (
        <>
          <fieldset className="buttons">
            <legend className="hidden">{legend}</legend>
            {others?.(action)}
            <Press onClick={() => setAsked(true)}>{verb} …</Press>
          </fieldset>
          {hints}
        </>
      )}
      <p className="failure" role="alert">
        {action.failure ?? ''}
      </p>
    </div>
  );
}
