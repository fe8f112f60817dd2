import type { Slice } from '@dooryard/contract/api/paging'
import type { CouponQuery } from '@dooryard/contract/billing/coupons'
import type { AliasableExpression, Insertable, NotNull, Selectable, Updateable } from 'kysely'
import { selectAccounts } from '../../platform/lists/owners.queries.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'

const couponColumns = [
  'coupons.id',
  'coupons.code',
  'coupons.kind',
  'coupons.value',
  'coupons.appliesTo',
  'coupons.startsAt',
  'coupons.endsAt',
  'coupons.maxRedemptions',
  'coupons.perUserLimit',
  'coupons.affiliateUserId',
  'coupons.isActive',
  'coupons.archivedAt',
  'coupons.createdAt',
] as const

export type CouponFilter = Pick<CouponQuery, 'search' | 'state'> & { affiliateUserId?: string | undefined }

/**
 * Excludes archived coupons unless the filter asks for them. An affiliate sees all of their own, since redemptions
 * remain.
 */
const selectMatchingCoupons = (db: Db, { search, state, affiliateUserId }: CouponFilter) =>
  db
    .selectFrom('coupons')
    .$if(state === 'ARCHIVED', (query) => query.where('archivedAt', 'is not', null))
    .$if(state ? state !== 'ARCHIVED' : !affiliateUserId, (query) => query.where('archivedAt', 'is', null))
    .$if(state === 'ACTIVE', (query) => query.where('coupons.isActive', '=', true))
    .$if(state === 'INACTIVE', (query) => query.where('coupons.isActive', '=', false))
    .$if(search !== undefined, (query) => query.where('code', 'ilike', containsText(search ?? '')))
    .$if(affiliateUserId !== undefined, (query) => query.where('affiliateUserId', '=', affiliateUserId ?? ''))

type PaymentColumns = 'status' | 'couponCode' | 'quoteId' | 'checkoutId' | 'refundedAt'

/** Selects the payments, which a module above this one records. */
export type SelectPayments = (
  db: Db,
) => AliasableExpression<Pick<Selectable<DB['paymentTransactions']>, PaymentColumns>>

type CouponUsesDeps = { selectPayments: SelectPayments; now: Date }

export type ListedCoupon = Awaited<ReturnType<typeof selectCoupons>>[number]

/** Adds uses, refunds, and the affiliate's email unless the account is closed. */
const selectWithUses = (
  db: Db,
  query: ReturnType<typeof selectMatchingCoupons>,
  { selectPayments, now }: CouponUsesDeps,
) =>
  query
    .leftJoin(selectAccounts(db).as('users'), (join) =>
      join.onRef('users.id', '=', 'affiliateUserId').on('users.closedAt', 'is', null),
    )
    .select([...couponColumns, 'users.email as affiliateEmail'])
    .select(({ selectFrom }) => {
      const uses = selectFrom('couponRedemptions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('couponId', '=', 'coupons.id')
      return [
        uses.where('status', '=', 'REDEEMED').as('redemptions'),
        uses.where('status', '=', 'RESERVED').where('reservedUntil', '>', now).as('reserved'),
      ]
    })
    // Starts from the refunds, which are few. Payments that granted nothing had released their redemption.
    .select(({ selectFrom }) =>
      selectFrom(selectPayments(db).as('payments'))
        .innerJoin('couponRedemptions', (join) =>
          join.on(({ eb, fn }) => eb('purchaseId', '=', fn.coalesce('payments.quoteId', 'payments.checkoutId'))),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('payments.couponCode', '=', 'coupons.code')
        .where('payments.status', '=', 'REFUNDED')
        .where('couponRedemptions.status', '=', 'REDEEMED')
        .as('refunded'),
    )

export const selectCoupons = (db: Db, filter: CouponFilter, { limit, offset, ...deps }: CouponUsesDeps & Slice) =>
  selectWithUses(db, selectMatchingCoupons(db, filter), deps)
    .orderBy('coupons.createdAt', 'desc')
    .orderBy('coupons.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countCoupons = (db: Db, filter: CouponFilter): Promise<number> =>
  countRows(db, selectMatchingCoupons(db, filter))

export const findCoupon = (
  db: Db,
  id: string,
  { affiliateUserId, ...deps }: CouponUsesDeps & { affiliateUserId?: string | undefined },
): Promise<ListedCoupon | undefined> =>
  selectWithUses(db, db.selectFrom('coupons'), deps)
    .where('coupons.id', '=', id)
    .$if(affiliateUserId !== undefined, (query) => query.where('affiliateUserId', '=', affiliateUserId ?? ''))
    .executeTakeFirst()

export type CouponRow = NonNullable<Awaited<ReturnType<typeof lockCoupon>>>

export const lockCoupon = (db: Db, id: string) =>
  db.selectFrom('coupons').select(couponColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

const selectByCode = (db: Db, code: string) => db.selectFrom('coupons').select(couponColumns).where('code', '=', code)

export const lockCouponByCode = (db: Db, code: string) => selectByCode(db, code).forNoKeyUpdate().executeTakeFirst()

export const findCouponByCode = (db: Db, code: string) => selectByCode(db, code).executeTakeFirst()

/** Undefined if the code is taken. */
export const insertCoupon = (db: Db, row: Insertable<DB['coupons']>) =>
  db
    .insertInto('coupons')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()

export const updateCoupon = (db: Db, id: string, change: Updateable<DB['coupons']>) =>
  db.updateTable('coupons').set(change).where('id', '=', id).execute()

export const deactivateCoupons = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('coupons')
    .set({ isActive: false })
    .where('id', 'in', ids)
    .where('isActive', '=', true)
    .where('archivedAt', 'is', null)
    .returning(['id', 'code'])
    .execute()

export async function isAffiliate(db: Db, userId: string): Promise<boolean> {
  const affiliate = await selectAccounts(db)
    .where('id', '=', userId)
    .where('role', '=', 'AFFILIATE_USER')
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return affiliate !== undefined
}

const selectRedeemed = (db: Db, couponId: string) =>
  db.selectFrom('couponRedemptions').where('couponId', '=', couponId).where('status', '=', 'REDEEMED')

export type RedemptionRow = Awaited<ReturnType<typeof selectRedemptions>>[number]

export const selectRedemptions = (
  db: Db,
  couponId: string,
  { limit, offset, selectPayments }: Pick<CouponUsesDeps, 'selectPayments'> & Slice,
) =>
  db
    // Limits to the page before joining payments; otherwise those of all earlier rows would be joined too.
    .selectFrom(
      selectRedeemed(db, couponId)
        .select(['id', 'userId', 'purchaseId', 'redeemedAt', 'purchase', 'discount', 'credits'])
        .orderBy('redeemedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('redemptions'),
    )
    .leftJoin(selectAccounts(db).as('users'), (join) =>
      join.onRef('users.id', '=', 'userId').on('users.closedAt', 'is', null),
    )
    .select(['redemptions.id', 'redeemedAt', 'purchase', 'discount', 'credits', 'users.email as userEmail'])
    .select(({ selectFrom }) =>
      selectFrom(selectPayments(db).as('payments'))
        .select(({ fn }) => fn.max('refundedAt').as('refundedAt'))
        .where((eb) => eb.or([eb('quoteId', '=', eb.ref('purchaseId')), eb('checkoutId', '=', eb.ref('purchaseId'))]))
        .as('refundedAt'),
    )
    .$narrowType<{ redeemedAt: NotNull }>()
    .orderBy('redeemedAt', 'desc')
    .orderBy('redemptions.id', 'desc')
    .execute()

export const countRedemptions = (db: Db, couponId: string): Promise<number> =>
  countRows(db, selectRedeemed(db, couponId))
