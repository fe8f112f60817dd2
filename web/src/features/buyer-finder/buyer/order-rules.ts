import type { Buyer } from '@dooryard/contract/buyers'
import type { CreditSetting } from '@dooryard/contract/credits'
import type { Criteria } from '@dooryard/contract/criteria'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { formatNumber, plural } from '../../../lib/format.ts'

/** What is kept of a chosen buyer while other pages are looked at. */
export type Chosen = { buyerKey: string; propertyId: string }

/** The most buyers of one order: as many as criteria name properties. */
export const maxChosen = 1_000

/** Why a buyer cannot be ordered; undefined when they can. */
export const getRefusal = ({ contactPropertyId }: Pick<Buyer, 'contactPropertyId'>) =>
  contactPropertyId ? undefined : 'No loaded county says that they hold a property now, so there is nobody to reach.'

export const toChosen = ({ buyerKey, contactPropertyId }: Pick<Buyer, 'buyerKey' | 'contactPropertyId'>) =>
  contactPropertyId ? { buyerKey, propertyId: contactPropertyId } : undefined

/** Adds or takes away buyers, each once, up to what one order can name. */
export function changeChosen(chosen: readonly Chosen[], change: readonly Chosen[], isOn: boolean): Chosen[] {
  const changed = new Set(change.map(({ buyerKey }) => buyerKey))
  const rest = chosen.filter(({ buyerKey }) => !changed.has(buyerKey))
  return isOn ? [...rest, ...change].slice(0, maxChosen) : rest
}

/** Just one property of each chosen buyer: ordering it delivers how to reach its owner. */
export const buildContactCriteria = (chosen: readonly Chosen[]): Criteria => ({
  only: { propertyIds: [...new Set(chosen.map(({ propertyId }) => propertyId))] },
})

type OrderWay =
  | { type: CampaignType; problem?: undefined; least?: undefined }
  | { type?: undefined; problem: string; least: string }

/**
 * The type in which so many contacts can be ordered, the first that takes so few; else what is in the way, in words that
 * say what would help, and in those that hold for any number.
 */
export function findOrderWay(count: number, settings: readonly CreditSetting[]): OrderWay {
  const active = settings.filter(({ isActive }) => isActive)
  const fits = active.find(({ minCampaignVolume }) => count >= minCampaignVolume)
  if (fits) return { type: fits.key }
  const least = [...active].sort((one, other) => one.minCampaignVolume - other.minCampaignVolume)[0]
  if (!least) return { problem: switchedOff, least: switchedOff }
  const missing = formatNumber(least.minCampaignVolume - count)
  const smallest = `The smallest order is ${plural(least.minCampaignVolume, 'lead')}`
  return { problem: `${smallest}: choose ${missing} more.`, least: `${smallest}.` }
}

const switchedOff = 'Orders are switched off at the moment.'
