import type { Slice } from '@dooryard/contract/api/paging'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import type { PauseReason } from '@dooryard/contract/recurring/recurring-orders'
import { RecurringSchedule } from '@dooryard/contract/recurring/recurring-schedule'
import type { Selectable, Updateable } from 'kysely'
import { selectAccounts } from '../../../../platform/lists/owners.queries.ts'
import { lockInTransaction } from '../../../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../../platform/postgres/database.ts'
import { selectCampaignNames } from '../../../campaigns/index.ts'
import { toCriteriaColumns } from '../../../properties/index.ts'

type RecurringTable = DB['recurringOrders']

/** Without the criteria, which may be large. */
const columns = [
  'recurringOrders.id',
  'recurringOrders.userId',
  'recurringOrders.name',
  'recurringOrders.campaignId',
  'campaigns.name as campaignName',
  'recurringOrders.campaignType',
  'recurringOrders.savedSearchId',
  'recurringOrders.savedSearchName',
  'recurringOrders.criteriaFacts',
  'recurringOrders.columns',
  'recurringOrders.sort',
  'recurringOrders.onePerOwner',
  'recurringOrders.onePerAddress',
  'recurringOrders.schedule',
  'recurringOrders.maxLeads',
  'recurringOrders.monthlyCredits',
  'recurringOrders.nextRunAt',
  'recurringOrders.pauseReason',
  'recurringOrders.failures',
  'recurringOrders.createdAt',
  'recurringOrders.updatedAt',
] as const

const selectRecurring = (db: Db) =>
  db
    .selectFrom('recurringOrders')
    .leftJoin(selectCampaignNames(db).as('campaigns'), 'campaigns.id', 'recurringOrders.campaignId')
    .select(columns)

export type RecurringRow = NonNullable<Awaited<ReturnType<typeof findRecurring>>>

/** Written only as a validated schedule. */
export const getSchedule = ({ schedule }: Pick<RecurringRow, 'schedule'>) => RecurringSchedule.parse(schedule)

export const findRecurring = (db: Db, id: string) =>
  selectRecurring(db).where('recurringOrders.id', '=', id).executeTakeFirst()

export const findOwnedRecurring = (db: Db, userId: string, id: string) =>
  selectRecurring(db)
    .where('recurringOrders.id', '=', id)
    .where('recurringOrders.userId', '=', userId)
    .executeTakeFirst()

/** Every change of a recurring order and of its runs holds this lock. */
export const lockRecurring = (db: Db, id: string) =>
  db.selectFrom('recurringOrders').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const listRecurring = (db: Db, userId: string, { limit, offset }: Slice) =>
  selectRecurring(db)
    .where('recurringOrders.userId', '=', userId)
    .orderBy('recurringOrders.createdAt', 'desc')
    .orderBy('recurringOrders.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countRecurring = (db: Db, userId: string): Promise<number> =>
  countRows(db, db.selectFrom('recurringOrders').where('userId', '=', userId))

/** Serializes the creation of recurring orders per user. */
export const lockUserRecurring = (db: Db, userId: string) => lockInTransaction(db, `recurring-orders:${userId}`)

export const findRecurringCriteria = (db: Db, id: string) =>
  db.selectFrom('recurringOrders').select(['criteria', 'criteriaIds']).where('id', '=', id).executeTakeFirstOrThrow()

type Row = Selectable<RecurringTable>
type NewRecurringRow = Pick<Row, 'id' | 'userId' | 'name' | 'campaignId' | 'campaignType' | 'columns'> &
  Pick<Row, 'savedSearchId' | 'savedSearchName' | 'onePerOwner' | 'onePerAddress' | 'maxLeads' | 'monthlyCredits'> & {
    criteria: Criteria | undefined
    sort: OrderSort | undefined
    schedule: RecurringSchedule
    nextRunAt: Date
    at: Date
  }

export const insertRecurring = (db: Db, { criteria, sort, schedule, at, ...row }: NewRecurringRow) =>
  db
    .insertInto('recurringOrders')
    .values({
      ...row,
      ...(criteria && toCriteriaColumns(criteria)),
      sort: sort ? JSON.stringify(sort) : null,
      schedule: JSON.stringify(schedule),
      createdAt: at,
      updatedAt: at,
    })
    .execute()

type RecurringUpdate = Pick<
  Updateable<RecurringTable>,
  'name' | 'maxLeads' | 'monthlyCredits' | 'nextRunAt' | 'failures' | 'updatedAt' | 'savedSearchId' | 'savedSearchName'
> &
  Pick<Updateable<RecurringTable>, 'columns' | 'onePerOwner' | 'onePerAddress'> & {
    /** Null where a saved search takes their place. */
    criteria?: Criteria | null
    sort?: OrderSort | undefined
    schedule?: RecurringSchedule | undefined
    pauseReason?: PauseReason | null
  }

export const updateRecurring = (db: Db, id: string, { schedule, sort, criteria, ...change }: RecurringUpdate) =>
  db
    .updateTable('recurringOrders')
    .set({
      ...change,
      ...(criteria === null && { criteria: null, criteriaIds: null }),
      ...(criteria && toCriteriaColumns(criteria)),
      ...(sort && { sort: JSON.stringify(sort) }),
      ...(schedule && { schedule: JSON.stringify(schedule) }),
    })
    .where('id', '=', id)
    .execute()

export const deleteRecurring = (db: Db, userId: string, id: string) =>
  db.deleteFrom('recurringOrders').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()

export const deleteUserRecurringOrders = (db: Db, userId: string) =>
  db.deleteFrom('recurringOrders').where('userId', '=', userId).execute()

/** Those due, of active accounts. Workers that look at the same time get different ones. */
export const lockDueRecurring = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('recurringOrders')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'recurringOrders.userId')
    .select(['recurringOrders.id', 'recurringOrders.userId', 'recurringOrders.schedule', 'recurringOrders.nextRunAt'])
    .where('recurringOrders.nextRunAt', '<=', now)
    .where('users.isActive', '=', true)
    .where('users.closedAt', 'is', null)
    .orderBy('recurringOrders.nextRunAt')
    .orderBy('recurringOrders.id')
    .limit(limit)
    .forUpdate('recurringOrders')
    .skipLocked()
    .execute()
