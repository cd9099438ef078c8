import { useEffect, useState } from 'preact/hooks';
import { apiCall } from './api/request.js';
import type { Job } from './api/types.js';
import { type Asked, useAnswer } from './use-request.js';

const askAgainMs = 700;

/** Follows a job until it ends. @param id null: there is none */
export function useJob(id: string | null): Asked<Job> {
  const [asks, setAsks] = useState(0);
  const asked = useAnswer(id !== null && apiCall('GET', '/jobs/{id}', { at: { id } }), [asks]);
  const { answer } = asked;
  useEffect(() => {
    if (answer?.state !== 'running') return;
    const timer = setTimeout(() => setAsks((count) => count + 1), askAgainMs);
    return () => clearTimeout(timer);
  }, [answer]);
  return answer === undefined || answer.id === id ? asked : { ...asked, answer: undefined };
}
