import type { Send } from '../../src/api/request.js';

/** A list endpoint in memory: nodes by path, paged as the interface says. */
export interface FakeLists {
  readonly send: Send;
  /** Every request made, as `GET /datapoints?first=50`. */
  readonly asked: string[];
}

type Nodes = readonly Record<string, unknown>[];

/** Answers lists from plain arrays; `spoil` may change a page before it is given. */
export function fakeLists(
  lists: Readonly<Record<string, Nodes>>,
  spoil: (page: Record<string, unknown>, call: number) => Record<string, unknown> = (page) => page,
): FakeLists {
  const asked: string[] = [];
  const send: Send = (request) => {
    const query = new URLSearchParams(request.query);
    asked.push(`${request.method} ${request.path}?${query.toString()}`);
    const reference = query.get('supplier_reference_id');
    const all = (lists[request.path] ?? []).filter(
      (node) => reference === null || node['supplier_reference_id'] === reference,
    );
    const last = query.get('last');
    const until = Number(query.get('before') ?? all.length);
    const start = last === null ? Number(query.get('after') ?? 0) : Math.max(0, until - Number(last));
    const nodes = all.slice(start, last === null ? start + Number(query.get('first') ?? 10) : until);
    const end = start + nodes.length;
    const body = {
      nodes,
      total_count: all.length,
      page_info: {
        has_previous_page: start > 0,
        has_next_page: end < all.length,
        start_cursor: nodes.length === 0 ? null : String(start),
        end_cursor: nodes.length === 0 ? null : String(end),
      },
    };
    return Promise.resolve({ status: 200, body: spoil(body, asked.length), headers: new Headers() });
  };
  return { send, asked };
}

/** A datapoint as the service answers it. */
export function wireDatapoint(reference: string, place: number): Record<string, unknown> {
  return {
    id: `dtp_${String(place).padStart(16, '0')}`,
    display_name: reference,
    description: null,
    quantity: { magnitude: 1, unit: 'kilogram', standard_deviation: null },
    source_ids: [],
    type: 'REPORTED',
    measured_at: null,
    project_id: 'prj_0000000000000000',
    supplier_reference_id: reference,
    locked_status: 'not_locked',
  };
}
