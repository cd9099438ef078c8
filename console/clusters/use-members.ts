import { useEffect, useState } from 'preact/hooks';
import { apiCall, type Call, send } from '../api/request.js';
import type { Cluster } from '../api/types.js';
import { type Pages, usePages } from '../parts/pager.js';
import { type Asked, useRequest } from '../use-request.js';

const pageLength = 50;

/** A page of members, and the number of members on earlier pages. */
export interface MembersPage extends Cluster {
  readonly before: number;
}

export interface MembersView {
  readonly asked: Asked<MembersPage>;
  readonly call: Call;
  readonly pages: Pages;
  /** Host of the members; undefined for all hosts. */
  readonly host: string | undefined;
  setHost(host: string | undefined): void;
}

interface MembersOptions {
  readonly id: string;
  readonly collection: string;
  /** Changes whenever members leave or join. */
  readonly changes: number;
}

/** Returns one page of a cluster's members, and functions that change the host and the page. */
export function useMembers({ id, collection, changes }: MembersOptions): MembersView {
  const [host, setHost] = useState<string | undefined>(undefined);
  // Pages after members have left would begin at other members than their numbers say.
  const pages = usePages([host, changes]);
  const { cursor, isFirst, index } = pages;
  const query = { collection, limit: pageLength, cursor, host };
  const call = apiCall('GET', '/clusters/{id}', { at: { id }, query });
  const asked = useRequest(
    async (signal) => ({
      ...(await send(call, signal)),
      before: index * pageLength, // part of the answer: the previous page stays visible until the answer arrives
    }),
    [id, collection, host, cursor, changes],
  );
  useEffect(() => {
    // All members of the last page may have been removed.
    if (asked.answer?.members.length === 0 && !isFirst) pages.back();
  }, [asked.answer]);
  return { asked, call, pages, host, setHost };
}
