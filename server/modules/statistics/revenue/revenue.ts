import { type Revenue, type RevenueMonth, revenueMonths } from '@dooryard/contract/admin/revenue'
import type { Context } from '../../../platform/context.ts'
import { buildCsvDownload, type CsvColumns } from '../../../platform/files/csv/csv-download.ts'
import { toDecimal } from '../../../platform/util/format.ts'
import { findMainCurrency, listCashByMonth, listMrrByMonth, listPlanTotals } from '../../billing/index.ts'
import { listCreditsByMonth } from '../../credits/index.ts'

/** The last months, oldest first, as `2026-11`. */
const listMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1 + at, 1)).toISOString().slice(0, 7),
  )

/** MRR and its changes, payments, refunds and credits of the last two years, in the currency of most payments. */
export async function getRevenue({ db, clock }: Context): Promise<Revenue> {
  const now = clock.now()
  const names = listMonths(now, revenueMonths)
  const from = `${names[0]}-01`
  const currency = (await findMainCurrency(db)) ?? 'USD'
  const period = { from, now, currency }
  const [mrr, cash, credits, plans] = await Promise.all([
    listMrrByMonth(db, period),
    listCashByMonth(db, period),
    listCreditsByMonth(db, from),
    listPlanTotals(db, period),
  ])
  const findMonth = <Row extends { month: string }>(rows: readonly Row[], month: string) =>
    rows.find((row) => row.month === month)
  return {
    currency,
    months: names.map((month) =>
      buildMonth(month, {
        mrr: findMonth(mrr, month),
        cash: findMonth(cash, month),
        credits: findMonth(credits, month),
      }),
    ),
    plans,
  }
}

type MonthRows = {
  mrr: Awaited<ReturnType<typeof listMrrByMonth>>[number] | undefined
  cash: Awaited<ReturnType<typeof listCashByMonth>>[number] | undefined
  credits: Awaited<ReturnType<typeof listCreditsByMonth>>[number] | undefined
}

const buildMonth = (month: string, { mrr, cash, credits }: MonthRows): RevenueMonth => ({
  month,
  mrr: mrr?.mrr ?? 0,
  newMrr: mrr?.newMrr ?? 0,
  expansionMrr: mrr?.expansionMrr ?? 0,
  contractionMrr: mrr?.contractionMrr ?? 0,
  churnedMrr: mrr?.churnedMrr ?? 0,
  subscribers: mrr?.subscribers ?? 0,
  churnedSubscribers: mrr?.churnedSubscribers ?? 0,
  churnRate: mrr && mrr.subscribersBefore > 0 ? mrr.churnedSubscribers / mrr.subscribersBefore : null,
  payments: cash?.payments ?? 0,
  refunds: cash?.refunds ?? 0,
  creditsSold: credits?.sold ?? 0,
  creditsUsed: credits?.used ?? 0,
  creditsExpired: credits?.expired ?? 0,
  creditsRefunded: credits?.refunded ?? 0,
})

const columns: CsvColumns<RevenueMonth & { currency: string }> = [
  ['Month', ({ month }) => month],
  ['Currency', ({ currency }) => currency],
  ['MRR', ({ mrr }) => toDecimal(mrr)],
  ['New MRR', ({ newMrr }) => toDecimal(newMrr)],
  ['Expansion MRR', ({ expansionMrr }) => toDecimal(expansionMrr)],
  ['Contraction MRR', ({ contractionMrr }) => toDecimal(contractionMrr)],
  ['Churned MRR', ({ churnedMrr }) => toDecimal(churnedMrr)],
  ['Subscribers', ({ subscribers }) => subscribers],
  ['Churned Subscribers', ({ churnedSubscribers }) => churnedSubscribers],
  ['Churn Rate', ({ churnRate }) => (churnRate === null ? null : churnRate.toFixed(4))],
  ['Payments', ({ payments }) => toDecimal(payments)],
  ['Refunds', ({ refunds }) => toDecimal(refunds)],
  ['Credits Sold', ({ creditsSold }) => creditsSold],
  ['Credits Used', ({ creditsUsed }) => creditsUsed],
  ['Credits Expired', ({ creditsExpired }) => creditsExpired],
  ['Credits Refunded', ({ creditsRefunded }) => creditsRefunded],
]

export async function exportRevenue(ctx: Context) {
  const { currency, months } = await getRevenue(ctx)
  const rows = months.map((month) => ({ ...month, currency }))
  const batches = (async function* () {
    yield rows
  })()
  return buildCsvDownload({ name: 'revenue', at: ctx.clock.now(), columns, batches, log: ctx.log })
}
