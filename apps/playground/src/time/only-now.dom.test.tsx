import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Suggestions } from '../assistant/suggestions.tsx';
import { BudgetControl } from '../budget/budget-control.tsx';
import { StartOverButton } from '../design/start-over-button.tsx';
import { OnlyNow, PAST_WORDS } from './only-now.tsx';

afterEach(cleanup);

/** The controls that change the session, in the past or in the present. */
function controls() {
  const onSuggest = vi.fn();
  const onBudget = vi.fn();
  const onStartOver = vi.fn();
  const drawn = (isOff: boolean) => (
    <OnlyNow isOff={isOff}>
      <BudgetControl budget={4_000} onBudget={onBudget} />
      <StartOverButton onStartOver={onStartOver} />
      <Suggestions onSuggest={onSuggest} />
    </OnlyNow>
  );
  const { rerender } = render(drawn(false));
  return {
    calls: [onSuggest, onBudget, onStartOver],
    show: (isOff: boolean) => rerender(drawn(isOff)),
  };
}

const suggestion = () => screen.getByRole('button', { name: 'My order number is A-20417' });
const startOver = () => screen.getByRole('button', { name: 'Start over' });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Budget' });

test('[DEV-5] in the past suggestions, budget and “Start over” are off and say why', () => {
  const { calls, show } = controls();
  show(true);
  const all = [...screen.getAllByRole('button'), screen.getByRole('slider'), field()];
  expect(all.length).toBeGreaterThan(10);
  for (const control of all) expect(control.matches(':disabled'), control.outerHTML).toBe(true);
  suggestion().click();
  startOver().click();
  for (const call of calls) expect(call).not.toHaveBeenCalled();
  expect(screen.getByRole('group', { name: PAST_WORDS }).title).toBe(PAST_WORDS);
});

test('[DEV-5] back in the present they work, and what was begun in them is still there', () => {
  const { calls, show } = controls();
  fireEvent.change(field(), { target: { value: '6000' } });
  show(true);
  show(false);
  expect(field().value).toBe('6000');
  expect(screen.queryByText(PAST_WORDS)).toBeNull();
  fireEvent.keyDown(field(), { key: 'Enter' });
  suggestion().click();
  startOver().click();
  const [onSuggest, onBudget, onStartOver] = calls;
  expect(onBudget).toHaveBeenCalledExactlyOnceWith(6_000);
  expect(onSuggest).toHaveBeenCalledExactlyOnceWith('My order number is A-20417');
  expect(onStartOver).toHaveBeenCalledOnce();
});
