import type { Buyer, BuyerKind } from '@dooryard/contract/buyers'
import { ownerTypes } from '@dooryard/contract/vocabularies'
import { deedKind, lineOf, paymentWords } from '../../../criteria/deeds/deed-labels.ts'
import { streetLine, townLine } from '../../../lib/address.ts'
import { formatDay, formatNumber, plural, readable, unknown } from '../../../lib/format.ts'

export type Purchase = Buyer['transfers'][number]

export const formatName = ({ names }: Pick<Buyer, 'names'>) => (names[0] ? readable(names[0]) : 'Name not given')

/** `LLC · Franklin, TN`: what sort of owner it is, and where its mail goes. */
export const formatTypeAndTown = ({ buyerType, mailingCity, mailingState }: Buyer) =>
  [
    buyerType !== 'UNKNOWN' && ownerTypes.label(buyerType),
    [mailingCity && readable(mailingCity), mailingState].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')

/** `40 Sample Plaza, Franklin, TN 37064`, or nothing where no roll gives it. */
export const formatMailingAddress = ({ mailingAddress, mailingCity, mailingState, mailingZip }: Buyer) =>
  [mailingAddress && readable(mailingAddress), townLine({ city: mailingCity, state: mailingState, zip: mailingZip })]
    .filter(Boolean)
    .join(', ') || undefined

/** `80%` and `of 5 known`; what is unknown is said to be. */
export function formatCashShare({ cashShare, knownPayments }: Pick<Buyer, 'cashShare' | 'knownPayments'>) {
  if (cashShare === null) return { share: unknown, of: 'none known' }
  return { share: `${Math.round(cashShare * 100)}%`, of: `of ${formatNumber(knownPayments)} known` }
}

/** `8 months`, `2.5 months`; a dash where nothing was resold. */
export const formatHoldingTime = (months: number | null) =>
  months === null ? unknown : months === 0 ? 'Under a month' : plural(Math.round(months * 10) / 10, 'month')

/** One deed in words; what is unknown is left out, and what is concluded is said to be. */
export const formatDeed = (deed: Purchase) => ({
  address: streetLine(deed),
  town: townLine(deed),
  seller: deed.seller ? `From ${readable(deed.seller)}` : undefined,
  details: lineOf([
    deedKind(deed),
    paymentWords(deed.cashPurchase),
    deed.resoldOn && `resold ${formatDay(deed.resoldOn)}`,
  ]),
  source: `From ${deed.roll}`,
})

/** The least, middle and greatest of the known prices since a day; undefined where fewer than two are known. */
export function getPriceBand({ transfers, medianPrice }: Pick<Buyer, 'transfers' | 'medianPrice'>, since: string) {
  const prices = transfers.flatMap(({ price, recordedOn }) => (price !== null && recordedOn >= since ? [price] : []))
  if (prices.length < 2 || medianPrice === null) return undefined
  const band = { min: Math.min(...prices), median: medianPrice, max: Math.max(...prices), known: prices.length }
  return { band, prices: prices.sort((one, other) => one - other) }
}

/** `12 further purchases here were by buyers …`; nothing where there are none. */
export const formatUnresolved = (count: number) =>
  count === 0
    ? undefined
    : [
        `${plural(count, 'further purchase')} here ${count === 1 ? 'is' : 'are'} by buyers whose mailing address is unknown.`,
        'A name alone could be anybody, so they are not in the list.',
      ].join(' ')

/** Whom the list counts: `buyers`, `cash buyers`. */
export const buyerKindNouns: Record<BuyerKind, readonly [one: string, many: string]> = {
  ANY: ['buyer', 'buyers'],
  CASH_BUYER: ['cash buyer', 'cash buyers'],
  LANDLORD: ['landlord', 'landlords'],
  FLIPPER: ['flipper', 'flippers'],
  BUILDER: ['builder', 'builders'],
  INSTITUTIONAL: ['institutional buyer', 'institutional buyers'],
  LENDER: ['lender', 'lenders'],
}
