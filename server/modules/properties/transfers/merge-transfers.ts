import type { Transfer } from '@dooryard/contract/transfers'

export type ToldTransfer = Omit<Transfer, 'rolls'> & { source: string }

/** A deed with every roll that tells of it, that whose word stands first. */
export type MergedTransfer = Omit<Transfer, 'rolls'> & { sources: string[] }

/** The deeds of one property over all rolls, newest first, each sale once. `salesOf` says what is one sale, and why. */
export function mergeTransfers(told: readonly ToldTransfer[]): MergedTransfer[] {
  const ofRoll = Map.groupBy(told.toSorted(latestFirst), (telling) => `${telling.source} ${nameOf(telling)}`)
  const named = [...ofRoll.values()].flatMap((deeds) =>
    deeds.map((telling, nth) => ({ telling, sale: `${nameOf(telling)} ${nth}` })),
  )
  const sales = Map.groupBy(named, ({ sale }) => sale)
  return [...sales.values()].map((words) => merge(words.map(({ telling }) => telling))).sort(newestFirst)
}

const nameOf = ({ recordedOn, price }: ToldTransfer) =>
  price === null ? recordedOn : `${recordedOn.slice(0, 7)} ${price}`

function merge(words: readonly ToldTransfer[]): MergedTransfer {
  const tellings = words.toSorted(standingFirst)
  // A sale is made of the words that tell of it.
  const { source: _, ...standing } = tellings[0] as ToldTransfer
  const firstThat = (says: (telling: ToldTransfer) => boolean) => tellings.find(says) ?? standing
  const { deedType, isDeedInferred } = firstThat(knowsDeed)
  const { buyer, buyerType } = firstThat((telling) => telling.buyer !== null)
  return {
    ...standing,
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
    isMultiParcel: tellings.some(({ isMultiParcel }) => isMultiParcel),
    sources: tellings.map(({ source }) => source),
  }
}

const knowsDeed = ({ deedType }: ToldTransfer) => deedType !== 'UNKNOWN'

const latestFirst = (a: ToldTransfer, b: ToldTransfer) =>
  compare(b.recordedOn, a.recordedOn) || compare(a.document ?? '', b.document ?? '')

const standingFirst = (a: ToldTransfer, b: ToldTransfer) =>
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
