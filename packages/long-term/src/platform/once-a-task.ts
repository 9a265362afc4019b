/**
 * A function of a text that works once for each text in a task of the page: one write compares a statement
 * with a hundred others, each of them several times. What it knew is let go behind the task.
 */
export function onceATask<Answer>(of: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    if (known.has(text)) return known.get(text) as Answer;
    const answer = of(text);
    if (known.size === 0) queueMicrotask(() => known.clear());
    known.set(text, answer);
    return answer;
  };
}
