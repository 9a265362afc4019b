import { type Entry, type MemoryFeature, toolResultsOf } from '@agent-memory/core';

/** Lists in the live tier the jobs that tools have accepted and not answered yet. */
export const jobsUnderWay: MemoryFeature = {
  name: 'jobs-under-way',
  attach(host) {
    return {
      liveSections: [
        {
          id: 'jobs',
          kind: 'notes',
          share: 0.1,
          lead: 'Jobs under way',
          revision: () => host.standing().headId,
          render: () => ({ text: openJobs(host.entries()).join('\n') }),
        },
      ],
    };
  },
};

/** Each open job as a line: `J-41 inspect hull`. */
export function openJobs(entries: readonly Pick<Entry, 'message'>[]): readonly string[] {
  const open = new Map<string, string>();
  for (const { text } of entries.flatMap(({ message }) => toolResultsOf(message))) {
    const [, job, state, what = ''] = JOB.exec(text) ?? [];
    if (job === undefined) continue;
    if (state === 'done') open.delete(job);
    else open.set(job, `${job} ${what}`);
  }
  return [...open.values()];
}

/** The beginning of a result that speaks of a job, as the tools of the session write it. */
const JOB = /^\{"job":"(J-\d+)","state":"(running|done)"(?:,"what":"([^"]*)")?/;
