/** A part of the report of `neardup doctor`; a failed part makes the exit code 1. */
export interface Part {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly failure?: string | undefined;
}

/** Runs an attempt. Returns its error as a line of the report. */
export async function failureOf(attempt: () => unknown): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
