import type { Slice } from '@dooryard/contract/paging'
import type { LeadStage } from '@dooryard/contract/vocabularies'
import { type AliasableExpression, sql } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A delivered order's leads, numbered as they stand in it: what was drawn and not delivered leaves no gap. */
const numbered = (db: Db, orderId: string) =>
  db.selectFrom((inner) =>
    inner
      .selectFrom('orderLeads')
      .select(['orderId', 'propertyId', 'rank as place'])
      .select(sql<number>`row_number() over (order by rank)`.as('rank'))
      .where('orderId', '=', orderId)
      .as('numbered'),
  )

type Numbered = { orderId: string; propertyId: string; place: number; rank: number }

/** Read once they are chosen: to sort out a page by whole leads took ten times as long. */
const whole = (db: Db, of: AliasableExpression<Numbered>) =>
  db
    .selectFrom(of.as('chosen'))
    .innerJoin('orderLeads', (join) =>
      join.onRef('orderLeads.orderId', '=', 'chosen.orderId').onRef('orderLeads.rank', '=', 'chosen.place'),
    )
    .innerJoin('pipelineLeads', (join) =>
      join
        .onRef('pipelineLeads.orderId', '=', 'chosen.orderId')
        .onRef('pipelineLeads.propertyId', '=', 'chosen.propertyId'),
    )
    .select(['chosen.rank', 'chosen.propertyId', 'pipelineLeads.stage'])
    .select(['orderLeads.isRepeat', 'orderLeads.lead', 'orderLeads.contacts'])

export type DeliveredLead = Awaited<ReturnType<typeof listDelivered>>[number]

export const listDelivered = (db: Db, orderId: string, stage: LeadStage | undefined, { limit, offset }: Slice) =>
  whole(
    db,
    numbered(db, orderId)
      .selectAll()
      .$if(stage !== undefined, (query) =>
        query.where('propertyId', 'in', (of) =>
          of
            .selectFrom('pipelineLeads')
            .select('pipelineLeads.propertyId')
            .where('pipelineLeads.orderId', '=', orderId)
            .where('pipelineLeads.stage', '=', stage ?? ''),
        ),
      )
      .orderBy('rank')
      .limit(limit)
      .offset(offset),
  )
    .orderBy('chosen.rank')
    .execute()

export const countDelivered = (db: Db, orderId: string, stage: LeadStage | undefined): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('pipelineLeads')
      .where('orderId', '=', orderId)
      .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? '')),
  )

export const findDelivered = (db: Db, orderId: string, propertyId: string) =>
  whole(db, numbered(db, orderId).selectAll().where('propertyId', '=', propertyId)).executeTakeFirst()
