/** A part of the report of `neardup doctor`. If a part failed, the exit code is 1. */
export interface Part {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly failure?: string | undefined;
}

/** Makes an attempt. If it fails, returns the error as a line of the report. */
export async function failureOf(attempt: () => unknown): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
