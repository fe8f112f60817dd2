import { leadStages } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import {
  compareValues,
  type LeadChanges,
  maxComparedLeads,
  maxListedChanges,
  maxSaleAgeDays,
  maxValueAgeDays,
  minValueChange,
} from '@dooryard/contract/leads/lead-changes'
import type { Context } from '../../../../../platform/context.ts'
import type { Db } from '../../../../../platform/postgres/database.ts'
import { type CountyFacts, findCountyFacts } from '../../../../properties/index.ts'
import { listAddresses, listWorkedCards, type WorkedCard } from './compared-leads.queries.ts'

const toIsoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The leads whose property was sold, or whose value at the county changed, since they were delivered. */
export async function listLeadChanges(ctx: Context): Promise<LeadChanges> {
  const { db, clickhouse, actor, clock, signal } = ctx
  const cards = await listWorkedCards(db, actor.userId, maxComparedLeads)
  const factsById = await findCountyFacts(clickhouse, cards, { signal, resultRows: 2 * maxComparedLeads })
  const { sold, revalued } = compareLeads(cards, factsById, clock.now())
  const [listedSold, listedRevalued] = [sold.slice(0, maxListedChanges), revalued.slice(0, maxListedChanges)]
  const present = await preparePresentation(
    db,
    [...listedSold, ...listedRevalued].map(({ card }) => card),
  )
  return {
    sold: listedSold.flatMap(({ card, soldOn, price }) => present(card, { soldOn, price })),
    soldCount: sold.length,
    revalued: listedRevalued.flatMap(({ card, values: { kind, before, now }, valueYear, recordedOn }) =>
      present(card, { kind, valueAtDelivery: before, value: now, valueYear, recordedOn }),
    ),
    revaluedCount: revalued.length,
  }
}

/** Reads the addresses of the cards, and returns what adds them to a change. An order may be deleted meanwhile. */
async function preparePresentation(db: Db, cards: readonly WorkedCard[]) {
  const addresses = await listAddresses(db, cards)
  return <Change>({ orderId, propertyId, stage }: WorkedCard, change: Change) =>
    addresses
      .filter((lead) => lead.orderId === orderId && lead.propertyId === propertyId)
      .map((lead) => ({ ...lead, stage: leadStages.schema.parse(stage), ...change }))
}

type FactsById = ReadonlyMap<string, CountyFacts>

/** A later sale than the one known at delivery, or than the delivery where none was known: the owner may have changed. */
function compareLeads(cards: readonly WorkedCard[], factsById: FactsById, asOf: Date) {
  const toDaysAgo = (days: number) => toIsoDay(asOf.getTime() - days * dayMs)
  const [from, to, valuedFrom] = [toDaysAgo(maxSaleAgeDays), toDaysAgo(0), toDaysAgo(maxValueAgeDays)]
  const leads = cards.flatMap((card) => {
    const facts = factsById.get(card.propertyId)
    if (!facts) return []
    const { lastSaleDate: soldOn, lastSalePrice: price, valueYear, valueRecordedOn: recordedOn } = facts
    const isNew = soldOn !== null && soldOn >= from && soldOn <= to && soldOn > (card.lastSaleDate ?? card.deliveredOn)
    // What changed since a recent delivery is recent, also where counties date their values early or not at all.
    const isRecent = card.deliveredOn >= valuedFrom || (recordedOn !== null && recordedOn >= valuedFrom)
    const values = isRecent ? compareValues(card, facts) : undefined
    return [{ card, soldOn: isNew ? soldOn : null, price, valueYear, recordedOn, values }]
  })
  return {
    sold: leads
      .flatMap(({ soldOn, ...lead }) => (soldOn === null ? [] : [{ ...lead, soldOn }]))
      .sort((one, other) => other.soldOn.localeCompare(one.soldOn)),
    revalued: leads
      .flatMap(({ soldOn, values, ...lead }) =>
        soldOn === null && values && Math.abs(values.change) >= minValueChange ? [{ ...lead, values }] : [],
      )
      .sort((one, other) => Math.abs(other.values.change) - Math.abs(one.values.change)),
  }
}
