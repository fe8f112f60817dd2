import { leadStages } from '@dooryard/contract/api/enums'
import { maxComparedLeads, maxSoldLeads, type SoldLead } from '@dooryard/contract/leads/sold-leads'
import type { Context } from '../../../../../platform/context.ts'
import { findProperties } from '../../../../properties/index.ts'
import { listCardsWithSales, listWorkedProperties } from './sold-leads.queries.ts'

/** Recent sales to compare: a lead bought after its property was sold is among them, and is no news. */
const maxRecentSales = 500

/** The leads whose property was sold after they were delivered: their owner may no longer have it. */
export async function listSoldLeads({ db, clickhouse, actor, clock, signal }: Context): Promise<{ items: SoldLead[] }> {
  const propertyIds = await listWorkedProperties(db, actor.userId, maxComparedLeads)
  if (propertyIds.length === 0) return { items: [] }
  const criteria = { only: { propertyIds }, owner: { yearsOwned: { max: 1 } } }
  const page = { sort: 'lastSaleDate', order: 'desc', limit: maxRecentSales, offset: 0 } as const
  const recent = await findProperties(clickhouse, { criteria, asOf: clock.now(), signal }, page)
  if (recent.length === 0) return { items: [] }
  const cards = await listCardsWithSales(
    db,
    actor.userId,
    recent.map(({ propertyId }) => propertyId),
  )
  const cardById = new Map(cards.map((card) => [card.propertyId, card]))
  const sold = recent.flatMap(
    ({ propertyId, address, unit, city, state, zip, lastSaleDate: soldOn, lastSalePrice: price }): SoldLead[] => {
      const card = cardById.get(propertyId)
      if (!card || soldOn === null || soldOn <= (card.knownSale ?? '')) return []
      const stage = leadStages.schema.parse(card.stage)
      return [{ orderId: card.orderId, propertyId, address, unit, city, state, zip, stage, soldOn, price }]
    },
  )
  return { items: sold.slice(0, maxSoldLeads) }
}
