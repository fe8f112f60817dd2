import type { LeadMapQuery } from '@dooryard/contract/leads/lead-map'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'

const degrees = (column: 'lat' | 'lng') => sql<number>`(order_leads.lead->>${sql.lit(column)})::float8`

const text = (field: 'address' | 'unit' | 'city' | 'zip') => sql<string | null>`order_leads.lead->>${sql.lit(field)}`

/** The cards of a user's board within bounds, most recently moved first, each with how many there are. */
export function listMapLeads(db: Db, userId: string, { west, south, east, north }: LeadMapQuery, limit: number) {
  const [isEastOfWest, isWestOfEast] = [
    sql<SqlBool>`${degrees('lng')} >= ${west}`,
    sql<SqlBool>`${degrees('lng')} <= ${east}`,
  ]
  return db
    .selectFrom('pipelineLeads')
    .innerJoin('orderLeads', (join) =>
      join
        .onRef('orderLeads.orderId', '=', 'pipelineLeads.orderId')
        .onRef('orderLeads.propertyId', '=', 'pipelineLeads.propertyId'),
    )
    .where('pipelineLeads.userId', '=', userId)
    .where('pipelineLeads.isCard', '=', true)
    .where(sql<SqlBool>`${degrees('lat')} between ${south} and ${north}`)
    .where(({ and, or }) => (west <= east ? and([isEastOfWest, isWestOfEast]) : or([isEastOfWest, isWestOfEast])))
    .select(['pipelineLeads.orderId', 'pipelineLeads.propertyId', 'pipelineLeads.stage'])
    .select([degrees('lat').as('lat'), degrees('lng').as('lng')])
    .select([text('address').as('address'), text('unit').as('unit'), text('city').as('city'), text('zip').as('zip')])
    .select(sql<string>`order_leads.lead->>'state'`.as('state'))
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .orderBy('pipelineLeads.stagedAt', 'desc')
    .orderBy('pipelineLeads.orderId')
    .orderBy('pipelineLeads.propertyId')
    .limit(limit)
    .execute()
}
