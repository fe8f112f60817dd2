import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { createBinder, idListSql } from '../../server/modules/properties/search/compile/clauses.ts'
import { compileLocation } from '../../server/modules/properties/search/compile/compile-location.ts'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import { toPeerId, toStoreId } from './answer-values.ts'
import type { Peer } from './postgres-peer.ts'
import { rimSql } from './postgres-sql.ts'

type Near = NonNullable<NonNullable<Criteria['location']>['near']>

/** The circle of a question, and the table whose positions it filters. */
export type Circle = { table: 'properties' | 'transfers'; near: Near }

/**
 * The properties within a metre of a circle's rim, and those of them that the store has inside. Ids are PostgreSQL's.
 */
export type AtRim = { ids: readonly string[]; inside: readonly string[] }

/**
 * Finds the properties within a metre of a circle's rim by PostgreSQL's distances, and queries the store for those
 * inside. The store's distances are off by up to 0.17 m at 25 miles south of 49° north, where all questions lie:
 * docs/benchmarks.md says how that was measured.
 */
export async function readRim(peer: Peer, clickhouse: ClickHouse, circle: Circle): Promise<AtRim> {
  const ids = (await peer.query(rimSql(circle))).map(({ property_id }) => String(property_id))
  if (ids.length === 0) return { ids, inside: [] }
  const { bind, params } = createBinder()
  const inside = await clickhouse.rows<{ property_id: string }>(
    `select distinct property_id from ${circle.table}
     where property_id in ${idListSql(bind, ids.map(toStoreId))} and ${compileLocation(bind, { near: circle.near })}`,
    params,
    { seconds: 600 },
  )
  return { ids, inside: inside.map(({ property_id }) => toPeerId(property_id)) }
}
