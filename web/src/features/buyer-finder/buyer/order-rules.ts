import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type Buyer, type BuyerContacts, maxBuyerContacts } from '@dooryard/contract/properties/buyers'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'

/** The parts of a chosen buyer that are kept across pages. */
export type ChosenBuyer = { buyerKey: string; propertyId: string }

/** Returns why a buyer cannot be ordered; undefined if it can. */
export const getRefusal = ({ contactPropertyId }: Pick<Buyer, 'contactPropertyId'>) =>
  contactPropertyId ? undefined : 'Owns no known property now, so there is no contact to order.'

export const toChosenBuyers = ({ buyerKey, contactPropertyId }: Pick<Buyer, 'buyerKey' | 'contactPropertyId'>) =>
  contactPropertyId ? { buyerKey, propertyId: contactPropertyId } : undefined

/** Adds or removes buyers, each once, up to the maximum of one order. */
export function updateChosenBuyers(
  chosen: readonly ChosenBuyer[],
  change: readonly ChosenBuyer[],
  isOn: boolean,
): ChosenBuyer[] {
  const changed = new Set(change.map(({ buyerKey }) => buyerKey))
  const rest = chosen.filter(({ buyerKey }) => !changed.has(buyerKey))
  return isOn ? [...rest, ...change].slice(0, maxBuyerContacts) : rest
}

/** Builds criteria with one property of each chosen buyer: ordering it delivers the contact data of its owner. */
export const buildContactCriteria = (chosen: readonly ChosenBuyer[]): Criteria => ({
  only: { propertyIds: [...new Set(chosen.map(({ propertyId }) => propertyId))] },
})

/** What the selection of all that match leaves out: `12 hold no known property`. */
export function formatLeftOut({ contacts, considered, totalCount }: BuyerContacts): string | undefined {
  const unknown = considered - contacts.length
  const reasons = [
    ...(considered < totalCount ? [`the first ${formatNumber(considered)} of ${formatNumber(totalCount)}`] : []),
    ...(unknown > 0 ? [pluralize(unknown, 'of them holds', 'of them hold').concat(' no known property')] : []),
  ]
  return reasons.length > 0 ? reasons.join(', ') : undefined
}
