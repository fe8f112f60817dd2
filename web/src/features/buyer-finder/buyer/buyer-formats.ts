import { ownerTypes } from '@dooryard/contract/api/enums'
import type { Buyer, BuyerKind } from '@dooryard/contract/properties/buyers'
import { formatDeedPayment, formatDeedType, joinParts } from '../../../criteria/deeds/deed-labels.ts'
import { formatInitials } from '../../../criteria/owners/owner-labels.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { emptyValue, formatDay, formatNumber, pluralize, toReadableCase } from '../../../lib/format/format.ts'

export type Purchase = Buyer['transfers'][number]

type NamedBuyer = Pick<Buyer, 'names' | 'isOwnerMasked' | 'buyerType'>

/** The name for labels, which cannot be drawn as masked: `LLC T. H. L.` until it is purchased. */
export function formatName({ names: [name], isOwnerMasked, buyerType }: NamedBuyer): string {
  if (!name) return 'Name not given'
  if (!isOwnerMasked) return toReadableCase(name)
  return `${buyerType === 'UNKNOWN' ? 'Buyer' : ownerTypes.label(buyerType)} ${formatInitials(name)}`
}

/** `LLC · Franklin, TN`: the owner type and the mailing city. */
export const formatTypeAndTown = ({ buyerType, mailingCity, mailingState }: Buyer) =>
  [
    buyerType !== 'UNKNOWN' && ownerTypes.label(buyerType),
    [mailingCity && toReadableCase(mailingCity), mailingState].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')

/** `40 Sample Plaza, Franklin, TN 37064`, or undefined if no roll gives it or it is masked. */
export const formatMailingAddress = ({ isOwnerMasked, mailingAddress, mailingCity, mailingState, mailingZip }: Buyer) =>
  (!isOwnerMasked &&
    [
      mailingAddress && toReadableCase(mailingAddress),
      formatCityLine({ city: mailingCity, state: mailingState, zip: mailingZip }),
    ]
      .filter(Boolean)
      .join(', ')) ||
  undefined

/** `80%` and `of 5 known`; says so when payments are unknown. */
export function formatCashShare({ cashShare, knownPayments }: Pick<Buyer, 'cashShare' | 'knownPayments'>) {
  if (cashShare === null) return { share: emptyValue, of: 'none known' }
  return { share: `${Math.round(cashShare * 100)}%`, of: `of ${formatNumber(knownPayments)} known` }
}

const formatMonths = (months: number) =>
  months === 0 ? 'Under a month' : pluralize(Math.round(months * 10) / 10, 'month')

/** `8 months` from purchase to resale; of those who resold nothing `14+ months` and `not resold`. */
export function formatHoldingTime({
  medianHoldingMonths: resold,
  medianOwnedMonths: owned,
}: Pick<Buyer, 'medianHoldingMonths' | 'medianOwnedMonths'>): { time: string; note?: string } {
  if (resold !== null) return { time: formatMonths(resold) }
  if (owned === null) return { time: emptyValue }
  return { time: owned === 0 ? 'Under a month' : formatMonths(owned).replace(' ', '+ '), note: 'not resold' }
}

/** Formats one deed; unknown parts are left out, and inferred ones are marked. */
export const formatDeed = (deed: Purchase) => ({
  address: formatStreetLine(deed),
  town: formatCityLine(deed),
  seller: deed.seller ? `From ${toReadableCase(deed.seller)}` : undefined,
  details: joinParts([
    formatDeedType(deed),
    formatDeedPayment(deed.cashPurchase),
    deed.resoldOn && `resold ${formatDay(deed.resoldOn)}`,
  ]),
  source: `From ${deed.roll}`,
})

/** Returns the lowest, median and highest known price since a day; undefined if fewer than two are known. */
export function toPriceBand({ transfers, medianPrice }: Pick<Buyer, 'transfers' | 'medianPrice'>, since: string) {
  const prices = transfers.flatMap(({ price, recordedOn }) => (price !== null && recordedOn >= since ? [price] : []))
  if (prices.length < 2 || medianPrice === null) return undefined
  const band = { min: Math.min(...prices), median: medianPrice, max: Math.max(...prices), known: prices.length }
  return { band, prices: prices.sort((one, other) => one - other) }
}

/** `12 further purchases here were by buyers …`; undefined if there are none. */
export const formatUnresolved = (count: number) =>
  count === 0
    ? undefined
    : [
        `${pluralize(count, 'further purchase')} here ${count === 1 ? 'is' : 'are'} by buyers whose mailing address is unknown.`,
        'A name alone could be anyone, so they are not in the list.',
      ].join(' ')

/** The nouns for the listed buyers: `buyers`, `cash buyers`. */
export const buyerKindNouns: Record<BuyerKind, readonly [one: string, many: string]> = {
  ANY: ['buyer', 'buyers'],
  CASH_BUYER: ['cash buyer', 'cash buyers'],
  LANDLORD: ['landlord', 'landlords'],
  FLIPPER: ['flipper', 'flippers'],
  BUILDER: ['builder', 'builders'],
  INSTITUTIONAL: ['institutional buyer', 'institutional buyers'],
  LENDER: ['lender', 'lenders'],
}
