import { leadStages } from '@dooryard/contract/api/enums'
import { maxComparedLeads, maxSoldLeads, type SoldLead } from '@dooryard/contract/leads/sold-leads'
import type { Context } from '../../../../../platform/context.ts'
import { findProperties } from '../../../../properties/index.ts'
import { listCardsWithSales, listWorkedProperties } from './sold-leads.queries.ts'

/** Recent sales to compare: a lead bought after its property was sold is among them, and is no news. */
const maxRecentSales = 500

/**
 * The leads whose property has a later sale than the one known when they were delivered, or than the delivery where
 * none was known: their owner may no longer have it.
 */
export async function listSoldLeads({ db, clickhouse, actor, clock, signal }: Context): Promise<{ items: SoldLead[] }> {
  const propertyIds = await listWorkedProperties(db, actor.userId, maxComparedLeads)
  if (propertyIds.length === 0) return { items: [] }
  const criteria = { only: { propertyIds }, sale: { soldOn: { lastDays: 365 } } }
  const page = { sort: 'lastSaleDate', order: 'desc', limit: maxRecentSales, offset: 0 } as const
  const recent = await findProperties(clickhouse, { criteria, asOf: clock.now(), signal }, page)
  if (recent.length === 0) return { items: [] }
  const cards = await listCardsWithSales(
    db,
    actor.userId,
    recent.map(({ propertyId }) => propertyId),
  )
  const cardsById = Map.groupBy(cards, (card) => card.propertyId)
  const sold = recent.flatMap(
    ({ propertyId, address, unit, city, state, zip, lastSaleDate: soldOn, lastSalePrice: price }): SoldLead[] =>
      (cardsById.get(propertyId) ?? []).flatMap((card) => {
        if (soldOn === null || soldOn <= (card.knownSale ?? card.deliveredOn)) return []
        const stage = leadStages.schema.parse(card.stage)
        return [{ orderId: card.orderId, propertyId, address, unit, city, state, zip, stage, soldOn, price }]
      }),
  )
  return { items: sold.slice(0, maxSoldLeads) }
}
