import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import {
  type Affiliate,
  type AffiliateQuery,
  type AffiliateSummary,
  type CommissionEntry,
  CommissionEntryType,
  type CommissionTerms,
  type CommissionTotals,
} from '@dooryard/contract/billing/affiliates'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { buildCsvDownload, type CsvColumns } from '../../../platform/files/csv/csv-download.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { toDecimal } from '../../../platform/util/format.ts'
import {
  type AffiliateRow,
  countAffiliates,
  findAffiliate,
  listAffiliateRows,
  listTerms,
} from './affiliates.queries.ts'
import {
  commissionCurrency,
  countCommissionEntries,
  countCustomers,
  type EntryRow,
  listCommissionEntries,
  listCommissionMonths,
  sumCommissions,
} from './commissions.queries.ts'
import type { CommissionDeps } from './record-commissions.ts'

export type AffiliateContext = Context & CommissionDeps

export async function listAffiliates(ctx: AffiliateContext, query: AffiliateQuery): Promise<PageResult<Affiliate>> {
  const [rows, count] = await Promise.all([
    listAffiliateRows(ctx.db, query.search, toSlice(query)),
    countAffiliates(ctx.db, query.search),
  ])
  return toPage(await presentAffiliates(ctx, rows), count, query)
}

/** NOT_FOUND for a user who is and was no affiliate. */
export async function getAffiliate(ctx: AffiliateContext, userId: string): Promise<Affiliate> {
  const [affiliate] = await presentAffiliates(ctx, [await requireAffiliate(ctx.db, userId)])
  if (!affiliate) throw notFound('This affiliate')
  return affiliate
}

export async function requireAffiliate(db: Db, userId: string): Promise<AffiliateRow> {
  const row = await findAffiliate(db, userId)
  if (!row) throw notFound('This affiliate')
  return row
}

async function presentAffiliates({ db, clock }: AffiliateContext, rows: readonly AffiliateRow[]): Promise<Affiliate[]> {
  const ids = rows.map(({ id }) => id)
  const [terms, totals, customers] = await Promise.all([
    findTerms(db, ids, clock.now()),
    getTotals(db, ids, clock.now()),
    countCustomers(db, ids),
  ])
  return rows.map(({ id, firstName, lastName, email, coupons }) => ({
    ...{ userId: id, name: `${firstName} ${lastName}`, email, coupons: coupons ?? 0, currency: commissionCurrency },
    customers: customers.get(id) ?? 0,
    terms: terms.get(id) ?? null,
    totals: totals.get(id) ?? noTotals,
  }))
}

async function findTerms(db: Db, ids: readonly string[], now: Date): Promise<Map<string, CommissionTerms>> {
  if (ids.length === 0) return new Map()
  const rows = await listTerms(db, ids, now)
  return new Map(rows.map(({ affiliateUserId, ...terms }) => [affiliateUserId, presentTerms(terms)]))
}

const presentTerms = ({ basisPoints, months }: { basisPoints: number; months: number | null }): CommissionTerms => ({
  percent: basisPoints / 100,
  months,
})

const noTotals: CommissionTotals = { earned: 0, pending: 0, payable: 0, paid: 0 }

export async function getTotals(db: Db, ids: readonly string[], now: Date): Promise<Map<string, CommissionTotals>> {
  const rows = await sumCommissions(db, ids, now)
  return new Map(
    rows.map(({ affiliateUserId, earned, pending, paid }) => [
      affiliateUserId,
      { earned, pending, payable: earned - pending - paid, paid },
    ]),
  )
}

export async function getSummary({ db, clock, actor }: AffiliateContext): Promise<AffiliateSummary> {
  const now = clock.now()
  const months = listLastMonths(now, 12)
  const [terms, totals, found] = await Promise.all([
    findTerms(db, [actor.userId], now),
    getTotals(db, [actor.userId], now),
    listCommissionMonths(db, actor.userId, new Date(`${months[0]}-01T00:00:00Z`)),
  ])
  const byMonth = new Map(found.map((row) => [row.month, row]))
  return {
    terms: terms.get(actor.userId) ?? null,
    totals: totals.get(actor.userId) ?? noTotals,
    currency: commissionCurrency,
    months: months.map((month) => byMonth.get(month) ?? { month, customers: 0, earned: 0 }),
  }
}

/** `2026-03`, in UTC, oldest first. */
const listLastMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1 + index)).toISOString().slice(0, 7),
  )

export async function listEntries(
  { db, selectPayments }: AffiliateContext,
  affiliateUserId: string,
  query: PageQuery,
): Promise<PageResult<CommissionEntry>> {
  const [rows, count] = await Promise.all([
    listCommissionEntries(db, { affiliateUserId, selectPayments }, toSlice(query)),
    countCommissionEntries(db, affiliateUserId),
  ])
  return toPage(rows.map(presentEntry), count, query)
}

/** Does not say who the customer is. */
const presentEntry = (row: EntryRow): CommissionEntry => ({
  ...{ id: row.id, type: CommissionEntryType.parse(row.type), amount: row.amount, currency: row.currency },
  at: row.happenedAt.toISOString(),
  ...(row.paid !== null && { paid: row.paid }),
  ...(row.basisPoints !== null && { percent: row.basisPoints / 100 }),
  ...(row.code !== null && { couponCode: row.code }),
  ...(row.payableAt !== null && { payableAt: row.payableAt.toISOString() }),
  ...(row.reference !== null && { reference: row.reference }),
  isReversed: row.counterId !== null,
})

const columns: CsvColumns<EntryRow> = [
  ['Date', (row) => row.happenedAt.toISOString()],
  ['Type', (row) => row.type],
  ['Amount', (row) => toDecimal(row.amount)],
  ['Currency', (row) => row.currency],
  ['Payment', (row) => (row.paid === null ? null : toDecimal(row.paid))],
  ['Percent', (row) => (row.basisPoints === null ? null : row.basisPoints / 100)],
  ['Coupon', (row) => row.code],
  ['Payable From', (row) => row.payableAt?.toISOString() ?? null],
  ['Reference', (row) => row.reference],
  ['Entry ID', (row) => row.id],
]

export const exportEntries = (ctx: AffiliateContext, affiliateUserId: string) =>
  buildCsvDownload({
    name: 'commissions',
    at: ctx.clock.now(),
    columns,
    batches: readBatches(ctx, affiliateUserId),
    log: ctx.log,
  })

const batch = 2_000

async function* readBatches({ db, selectPayments }: AffiliateContext, affiliateUserId: string) {
  // Pages by the last entry instead of an offset, so that entries recorded meanwhile repeat nothing.
  for (let before: EntryRow | undefined; ; ) {
    const entries = { affiliateUserId, selectPayments, before }
    const rows = await listCommissionEntries(db, entries, { limit: batch, offset: 0 })
    yield rows
    if (rows.length < batch) return
    before = rows.at(-1)
  }
}
