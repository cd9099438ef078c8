/** A part of the report of `neardup doctor`. If any part has a failure, the exit code is 1. */
export interface Part {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly failure?: string | undefined;
}

/** Runs `attempt`. Returns its error message for the report; undefined if `attempt` succeeds. */
export async function failureMessage(attempt: () => unknown): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
