/** Runs the honest clients in a separate process. */
import { answerMessages } from './child.js';
import { type HonestClients, type HonestKind, startHonestClients } from './honest-clients.js';

export type HonestMessage =
  | {
      readonly begin: {
        readonly url: string;
        readonly key: string | null;
        readonly kinds: readonly HonestKind[];
      };
    }
  | { readonly begin?: never };

let clients: HonestClients | undefined;

answerMessages<HonestMessage>(async ({ begin }) => {
  if (begin === undefined) return clients!.stop();
  clients = startHonestClients(new URL(begin.url), begin.key, begin.kinds);
  return {};
});
