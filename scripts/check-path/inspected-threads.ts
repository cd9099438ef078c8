import { type InspectorNotification, Session } from 'node:inspector';

/** A thread of this process that the inspector is attached to. */
export interface InspectedThread {
  post<Result = object>(method: string, params?: object): Promise<Result>;
}

/** Opens an inspector session for this thread and each current worker. */
export async function inspectThreads(): Promise<InspectedThread[]> {
  const session = new Session();
  session.connect();
  const main: InspectedThread = {
    post: (method, params = {}) =>
      new Promise((resolve, reject) => {
        session.post(method, params, (error, result) => {
          if (error === null) resolve(result as never);
          else reject(error);
        });
      }),
  };
  const answers = new Map<string, (message: Answer) => void>();
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const message = JSON.parse(params.message) as Answer;
    answers.get(`${params.sessionId} ${message.id}`)?.(message);
  });
  const threads = [main];
  session.on(
    'NodeWorker.attachedToWorker',
    ({ params }: InspectorNotification<{ readonly sessionId: string }>) => {
      threads.push(workerThread(params.sessionId));
    },
  );
  await main.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return threads;

  function workerThread(sessionId: string): InspectedThread {
    let last = 0;
    return {
      post: (method, params = {}) =>
        new Promise((resolve, reject) => {
          last += 1;
          const id = last;
          answers.set(`${sessionId} ${id}`, ({ result, error }) => {
            answers.delete(`${sessionId} ${id}`);
            if (error === undefined) resolve(result as never);
            else reject(new Error(error.message));
          });
          const message = JSON.stringify({ id, method, params });
          main.post('NodeWorker.sendMessageToWorker', { sessionId, message }).catch(reject);
        }),
    };
  }
}

interface Answer {
  readonly id: number;
  readonly result?: object;
  readonly error?: { readonly message: string };
}
