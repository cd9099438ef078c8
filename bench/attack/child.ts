import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A program in a separate process that answers each message with one message. */
export interface Child {
  readonly ask: <Answer>(message: object) => Promise<Answer>;
  readonly end: () => Promise<void>;
}

/** Starts a child process, so that load generation does not disturb the measurement. */
export function startChild(program: URL): Child {
  const child = fork(program, { execArgv: ['--import', 'tsx'] });
  const exited = once(child, 'exit');
  return {
    ask: async <Answer>(message: object) => {
      const answered = once(child, 'message');
      child.send(message);
      const gone = exited.then(([code]) => {
        throw new Error(`${program.pathname} ended with code ${code}`);
      });
      const [answer] = await Promise.race([answered, gone]);
      return answer as Answer;
    },
    end: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Answers messages in the child process. */
export function answerMessages<Message>(answer: (message: Message) => Promise<object>): void {
  process.on('message', async (message) => {
    process.send!(await answer(message as Message));
  });
  process.on('disconnect', () => process.exit());
}
