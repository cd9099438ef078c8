import { expect, it } from 'vitest';
import { type Client, serviceClient } from '../../../../src/quota/task-context.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import {
  createOperationQueue,
  type Waiting,
} from '../../../../src/store/sqlite/thread/operation-groups.js';
import { addition } from '../../samples.js';

const collection = { name: 'pages', generation: 1 };
const many = Array.from({ length: 1000 }, (_, i) => `${i}`);
const add: Request = { kind: 'add', input: addition(collection, 'a') };
const lookUp: Request = { kind: 'get', input: { collection, ids: many, now: 0 } };
const deletion: Request = { kind: 'delete', input: { collection, ids: many, now: 0 } };

const waiting = (request: Request, client: Client = serviceClient): Waiting => ({
  request,
  client,
  isPatient: false,
  timings: undefined,
  since: 0,
  resolve: () => {},
  reject: () => {},
});
const client = (owner: string, connection = '1'): Client => ({ owner, connection });

type Queue = ReturnType<typeof createOperationQueue>;

function groupsOf(queue: Queue): string[][] {
  const groups: string[][] = [];
  while (queue.length() > 0) {
    groups.push(queue.takeGroup().operations.map(({ request }) => request.kind));
  }
  return groups;
}

it('the work of a group is limited, because others wait for it', () => {
  const queue = createOperationQueue(1000);
  for (const request of [add, lookUp, lookUp, add, deletion, add]) queue.push(waiting(request));
  expect(groupsOf(queue)).toEqual([['add'], ['get'], ['get'], ['add'], ['delete'], ['add']]);
  for (let i = 0; i < 200; i++) queue.push(waiting(add));
  expect(queue.takeGroup().operations).toHaveLength(128);
  expect(queue.takeGroup().operations).toHaveLength(72);
});

it('short operations pass a long one for one group, even if they arrive later', () => {
  const queue = createOperationQueue(1000);
  const kinds: string[][] = [];
  for (let i = 0; i < 8; i++) queue.push(waiting(lookUp, client('all', `${i}`)));
  for (let i = 0; i < 6; i++) {
    for (const connection of ['short', 'other'])
      queue.push(waiting(add, client('all', connection)));
    kinds.push(queue.takeGroup().operations.map(({ request }) => request.kind));
  }
  expect(kinds).toEqual([
    ['add', 'add'],
    ['get'],
    ['add', 'add', 'add', 'add'],
    ['get'],
    ['add', 'add', 'add', 'add'],
    ['get'],
  ]);
});

it('takeAll returns all waiting operations, including a passed one', () => {
  const queue = createOperationQueue(1000);
  for (const request of [add, lookUp, add]) queue.push(waiting(request));
  expect(queue.takeGroup().operations).toHaveLength(1);
  expect(queue.length()).toBe(2);
  expect(queue.takeAll().map(({ request }) => request.kind)).toEqual(['get', 'add']);
  expect(queue.length()).toBe(0);
});

it('owners take turns by work, however much one of them requests', () => {
  const queue = createOperationQueue(1000);
  for (let i = 0; i < 300; i++) queue.push(waiting(lookUp, client('greedy')));
  expect(queue.takeGroup().operations).toHaveLength(1);
  for (let i = 0; i < 16; i++) queue.push(waiting(add, client('modest', `${i}`)));
  const owners = queue.takeGroup().operations.map((each) => each.client.owner);
  expect(owners).toEqual(Array.from({ length: 16 }, () => 'modest'));
});

it('connections of one owner take turns by work', () => {
  const queue = createOperationQueue(1000);
  for (let i = 0; i < 64; i++) queue.push(waiting(lookUp, client('all', `${i}`)));
  for (let served = 0; served < 200; served++) {
    const [one] = queue.takeGroup().operations;
    queue.push(waiting(lookUp, one!.client));
  }
  for (let i = 0; i < 16; i++) queue.push(waiting(add, client('all', `short ${i}`)));
  const kinds = groupsOf(queue).slice(0, 2).flat();
  expect(kinds.filter((kind) => kind === 'add')).toHaveLength(16);
});

it('one owner leaves slots to others, even while its operations are running', () => {
  const queue = createOperationQueue(100);
  const taken: Waiting[] = [];
  const greedy = () => {
    for (let connection = 0; ; connection++) {
      const one = waiting(add, client('greedy', `${connection}`));
      queue.push(one);
      taken.push(one);
    }
  };
  expect(greedy).toThrow('Cannot take more work: 50 operations of greedy are already waiting');
  expect(queue.takeGroup().operations).toHaveLength(50);
  expect(greedy).toThrow('50 operations of greedy');
  queue.push(waiting(add, client('modest')));
  queue.push(waiting(add));
  for (const one of taken.splice(0, 10)) queue.answered(one);
  expect(greedy).toThrow('of greedy');
  expect(taken.length).toBeGreaterThan(45);
});

it('operations beyond the queue are refused', () => {
  const queue = createOperationQueue(4);
  for (let i = 0; i < 4; i++) queue.push(waiting(add));
  expect(() => queue.push(waiting(add))).toThrow('4 operations are already waiting');
  queue.takeGroup();
  queue.push(waiting(add));
});

it('patient operations take turns with others, and take no place of them', () => {
  const queue = createOperationQueue(4);
  for (let i = 0; i < 200; i++) {
    queue.push({ ...waiting(add, client('bulk')), isPatient: true });
  }
  for (let i = 0; i < 4; i++) queue.push(waiting(add));
  expect(() => queue.push(waiting(add))).toThrow('4 operations are already waiting');
  expect(queue.length()).toBe(204);
  const owners = queue.takeGroup().operations.map((each) => each.client.owner);
  expect(owners.slice(0, 8).filter((owner) => owner === '')).toHaveLength(4);
  queue.push(waiting(add));
});

it('a withdrawn operation frees its slot', () => {
  const queue = createOperationQueue(4);
  const [first, second] = [waiting(add, client('a', '1')), waiting(add, client('a', '2'))];
  queue.push(first);
  queue.push(second);
  expect(queue.withdraw(first)).toBe(true);
  expect(queue.takeGroup().operations).toEqual([second]);
  expect(queue.withdraw(second)).toBe(false);
  queue.answered(second);
  expect(queue.withdraw(first)).toBe(false);
  queue.push(first);
  queue.push(second);
});
