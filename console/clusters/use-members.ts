import { useEffect, useState } from 'preact/hooks';
import { apiCall, type Call, send } from '../api/request.js';
import type { Cluster } from '../api/types.js';
import { type Pages, usePages } from '../parts/pager.js';
import { type Asked, useRequest } from '../use-request.js';

const pageLength = 50;
export const orders = ['seat', 'leastSimilar', 'similarity', 'time'] as const;
export type Order = (typeof orders)[number];

/** A page of members, and how many members the pages before it have. */
export interface MembersPage extends Cluster {
  readonly before: number;
}

export interface MembersView {
  readonly asked: Asked<MembersPage>;
  readonly call: Call;
  readonly pages: Pages;
  readonly order: Order;
  /** undefined: of all hosts. */
  readonly host: string | undefined;
  setOrder(order: Order): void;
  setHost(host: string | undefined): void;
}

interface MembersOptions {
  readonly id: string;
  readonly collection: string;
  /** Another number: members left or came. */
  readonly changes: number;
}

/** A page of the members of a cluster, in an order, of all hosts or of one. */
export function useMembers({ id, collection, changes }: MembersOptions): MembersView {
  const [order, setOrder] = useState<Order>('seat');
  const [host, setHost] = useState<string | undefined>(undefined);
  const pages = usePages([order, host]);
  const { cursor, isFirst, index } = pages;
  const query = {
    collection,
    limit: pageLength,
    cursor,
    host,
    ...(order === 'leastSimilar' && ({ order: 'similarity', direction: 'ascending' } as const)),
    ...((order === 'similarity' || order === 'time') && { order }),
  };
  const call = apiCall('GET', '/clusters/{id}', { at: { id }, query });
  const asked = useRequest(
    async (signal) => ({
      ...(await send(call, signal)),
      before: index * pageLength, // of this answer: the former page is shown until it is here
    }),
    [id, collection, order, host, cursor, changes],
  );
  useEffect(() => {
    // All members of the last page may have gone.
    if (asked.answer?.members.length === 0 && !isFirst) pages.back();
  }, [asked.answer]);
  return { asked, call, pages, order, host, setOrder, setHost };
}
