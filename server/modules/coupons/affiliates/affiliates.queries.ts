import type { Slice } from '@dooryard/contract/api/paging'
import type { Insertable } from 'kysely'
import { selectAccounts, selectMatchingAccounts } from '../../../platform/lists/owners.queries.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'

/** Affiliates, and users who were. */
const selectAffiliates = (db: Db, search?: string) =>
  db
    .selectFrom((search === undefined ? selectAccounts(db) : selectMatchingAccounts(db, search)).as('users'))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role', '=', 'AFFILIATE_USER'),
        exists(selectFrom('commissionEntries').select('id').whereRef('affiliateUserId', '=', 'users.id')),
        exists(selectFrom('commissionTerms').select('id').whereRef('affiliateUserId', '=', 'users.id')),
      ]),
    )

export type AffiliateRow = Awaited<ReturnType<typeof listAffiliateRows>>[number]

export const listAffiliateRows = (db: Db, search: string | undefined, { limit, offset }: Slice) =>
  selectAffiliates(db, search)
    .select(['users.id', 'firstName', 'lastName', 'email'])
    .select(({ selectFrom }) =>
      selectFrom('coupons')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('affiliateUserId', '=', 'users.id')
        .as('coupons'),
    )
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countAffiliates = (db: Db, search: string | undefined): Promise<number> =>
  countRows(db, selectAffiliates(db, search).select('users.id'))

export const findAffiliate = async (db: Db, id: string): Promise<AffiliateRow | undefined> =>
  selectAffiliates(db)
    .where('users.id', '=', id)
    .select(['users.id', 'firstName', 'lastName', 'email'])
    .select(({ selectFrom }) =>
      selectFrom('coupons')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('affiliateUserId', '=', 'users.id')
        .as('coupons'),
    )
    .executeTakeFirst()

/** The terms of each affiliate in force at `now`; affiliates without any are omitted. */
export const listTerms = (db: Db, affiliateUserIds: readonly string[], now: Date) =>
  db
    .selectFrom('commissionTerms')
    .distinctOn('affiliateUserId')
    .select(['affiliateUserId', 'basisPoints', 'months'])
    .where('affiliateUserId', 'in', affiliateUserIds)
    .where('effectiveAt', '<=', now)
    .orderBy('affiliateUserId')
    .orderBy('effectiveAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertTerms = (db: Db, row: Insertable<DB['commissionTerms']>) =>
  db.insertInto('commissionTerms').values(row).execute()
