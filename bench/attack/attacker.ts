/** Runs the attacker in a separate process. */
import { attacks } from './attacks.js';
import { answerMessages } from './child.js';
import { createMeans, type Means } from './means.js';
import { createOperator } from './operator.js';

export type AttackerMessage =
  | {
      readonly kind: 'prepare';
      readonly attack: string;
      readonly url: string;
      /** Null if the service has no keys, or the attacker needs none. */
      readonly key: string | null;
      readonly operatorKey: string | null;
    }
  | { readonly kind: 'begin' }
  | { readonly kind: 'stop' };

let begin: (means: Means) => void;
let means: Means;

answerMessages<AttackerMessage>(async (message) => {
  switch (message.kind) {
    case 'prepare': {
      const url = new URL(message.url);
      const attack = attacks.find(({ name }) => name === message.attack)!;
      begin = await attack.prepare(createOperator(url, message.operatorKey));
      means = createMeans(url, message.key);
      return {};
    }
    case 'begin':
      begin(means);
      return {};
    case 'stop':
      return means.stop();
  }
});
