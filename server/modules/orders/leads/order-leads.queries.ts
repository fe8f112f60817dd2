import type { LeadStage } from '@dooryard/contract/api/enums'
import type { Slice } from '@dooryard/contract/api/paging'
import { type AliasableExpression, sql } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'

/** The leads of a delivered order, numbered without gaps for candidates that were not delivered. */
const selectNumberedLeads = (db: Db, orderId: string) =>
  db.selectFrom((inner) =>
    inner
      .selectFrom('orderLeads')
      .select(['orderId', 'propertyId', 'rank as place'])
      .select(sql<number>`row_number() over (order by rank)`.as('rank'))
      .where('orderId', '=', orderId)
      .as('numbered'),
  )

type NumberedLead = { orderId: string; propertyId: string; place: number; rank: number }

/** Reads full leads after the page is selected: sorting full leads took ten times as long. */
const selectFullLeads = (db: Db, of: AliasableExpression<NumberedLead>) =>
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

export type DeliveredLead = Awaited<ReturnType<typeof listDeliveredLeads>>[number]

export const listDeliveredLeads = (db: Db, orderId: string, stage: LeadStage | undefined, { limit, offset }: Slice) =>
  selectFullLeads(
    db,
    selectNumberedLeads(db, orderId)
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

export const countDeliveredLeads = (db: Db, orderId: string, stage: LeadStage | undefined): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('pipelineLeads')
      .where('orderId', '=', orderId)
      .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? '')),
  )

export const findDeliveredLead = (db: Db, orderId: string, propertyId: string) =>
  selectFullLeads(
    db,
    selectNumberedLeads(db, orderId).selectAll().where('propertyId', '=', propertyId),
  ).executeTakeFirst()
