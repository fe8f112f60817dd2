import type { Transfer } from '@dooryard/contract/properties/transfers'

export type ReportedTransfer = Omit<Transfer, 'rolls'> & { source: string }

/** A deed with every roll that reports it, the preferred one first. */
export type MergedTransfer = Omit<Transfer, 'rolls'> & { sources: string[] }

/** The deeds of one property over all rolls, newest first, each sale once. `groupSalesSql` defines what one sale is. */
export function mergeTransfers(transfers: readonly ReportedTransfer[]): MergedTransfer[] {
  const byRollAndSale = Map.groupBy(
    transfers.toSorted(latestFirst),
    (transfer) => `${transfer.source} ${toSaleKey(transfer)}`,
  )
  const named = [...byRollAndSale.values()].flatMap((deeds) =>
    deeds.map((transfer, nth) => ({ telling: transfer, sale: `${toSaleKey(transfer)} ${nth}` })),
  )
  const sales = Map.groupBy(named, ({ sale }) => sale)
  return [...sales.values()]
    .map((reports) => mergeReports(reports.map(({ telling: transfer }) => transfer)))
    .sort(newestFirst)
}

const toSaleKey = ({ recordedOn, price }: ReportedTransfer) =>
  price === null ? recordedOn : `${recordedOn.slice(0, 7)} ${price}`

function mergeReports(reports: readonly ReportedTransfer[]): MergedTransfer {
  const ranked = reports.toSorted(byReliability)
  // Every sale has at least one report.
  const { source: _, ...best } = ranked[0] as ReportedTransfer
  const firstThat = (says: (transfer: ReportedTransfer) => boolean) => ranked.find(says) ?? best
  const { deedType, isDeedInferred } = firstThat(knowsDeed)
  const { buyer, buyerType } = firstThat((transfer) => transfer.buyer !== null)
  return {
    ...best,
    deedType,
    isDeedInferred,
    buyer,
    buyerType,
    seller: firstThat(({ seller }) => seller !== null).seller,
    loanAmount: firstThat(({ loanAmount }) => loanAmount !== null).loanAmount,
    lender: firstThat(({ lender }) => lender !== null).lender,
    cashPurchase: firstThat(({ cashPurchase }) => cashPurchase !== null).cashPurchase,
    armsLength: firstThat(({ armsLength }) => armsLength !== null).armsLength,
    document: firstThat(({ document }) => document !== null).document,
    isMultiParcel: ranked.some(({ isMultiParcel }) => isMultiParcel),
    sources: ranked.map(({ source }) => source),
  }
}

const knowsDeed = ({ deedType }: ReportedTransfer) => deedType !== 'UNKNOWN'

const latestFirst = (a: ReportedTransfer, b: ReportedTransfer) =>
  compare(b.recordedOn, a.recordedOn) || compare(a.document ?? '', b.document ?? '')

const byReliability = (a: ReportedTransfer, b: ReportedTransfer) =>
  Number(a.isMonthOnly) - Number(b.isMonthOnly) ||
  compare(b.recordedOn, a.recordedOn) ||
  Number(knowsDeed(b)) - Number(knowsDeed(a)) ||
  Number(a.isDeedInferred) - Number(b.isDeedInferred) ||
  compare(a.source, b.source)

const newestFirst = (a: MergedTransfer, b: MergedTransfer) =>
  compare(b.recordedOn, a.recordedOn) ||
  Number(a.isMonthOnly) - Number(b.isMonthOnly) ||
  (b.price ?? -1) - (a.price ?? -1) ||
  compare(a.document ?? '', b.document ?? '')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
