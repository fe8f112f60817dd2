import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { expect } from 'vitest'
import { createTestList } from '../suppression/lists.fixture.ts'
import type { Buyer } from './purchase-buyer.fixture.ts'
import { type Exclusions, states } from './purchase-commands.fixture.ts'
import { isMatch, listClauses, type ModelRow } from './purchases.fixture.ts'

const pickKey = (known: ReadonlyMap<string, unknown>, at: number): string[] =>
  [...known.keys()].slice(at % Math.max(1, known.size)).slice(0, 1)

/**
 * Excludes an order and a campaign that the buyer has, unless they have none yet, and a suppression list and a saved
 * search that are made for this.
 */
export async function createExclusions(
  state: Buyer,
  rows: readonly ModelRow[],
  { order, campaign, list, search }: Exclusions,
): Promise<NonNullable<Criteria['exclude']>> {
  const { orders, campaigns } = state.model.named
  return {
    ...(order !== undefined && { orderIds: pickKey(orders, order) }),
    ...(campaign !== undefined && { campaignIds: pickKey(campaigns, campaign) }),
    ...(list !== undefined && { suppressionListIds: [await uploadRows(state, selectRowsToList(state, rows, list))] }),
    ...(search !== undefined && { savedSearchIds: [await saveSearch(state, search)] }),
  }
}

/** Every second property of the delivered leads, also of those that were sold since, and some others. */
function selectRowsToList({ delivered }: Buyer, rows: readonly ModelRow[], at: number): ModelRow[] {
  const ids = [...new Set([...delivered].map((key) => key.split(':')[0]))]
  const deliveredRows = ids.flatMap((id) => rows.filter((row) => row.id === id))
  const selectEvery = (step: number, from: readonly ModelRow[]) => from.filter((_, place) => (place + at) % step === 0)
  return [...selectEvery(2, deliveredRows), ...selectEvery(9, rows)]
}

/** Uploads a list of them: in turn by the property id, the address of the property and the mailing address. */
async function uploadRows({ buyer, model }: Buyer, rows: readonly ModelRow[]): Promise<string> {
  const isAddress = (text: string) => /^\S.*@\d{5}$/.test(text)
  const every = (turn: number) => rows.filter((_, at) => at % 3 === turn)
  const propertyIds = every(0).map(({ id }) => id)
  const addresses = [...every(1).map(({ home }) => home), ...every(2).map(({ mailbox }) => mailbox)].filter(isAddress)
  const lines = [...propertyIds.map((id) => `${id},,`), ...addresses.map((text) => `,${spellOtherwise(text)}`)]
  const id = await createTestList(buyer.as, ['Property ID,Address,Zip', ...lines, '1,,'].join('\n'))
  model.named.lists.set(id, { propertyIds: new Set(propertyIds), addresses: new Set(addresses) })
  return id
}

const spellings = { st: 'Street', ave: 'Avenue', rd: 'Road', dr: 'Drive', ln: 'Lane', ct: 'Court', po: 'P.O.' }

/** `12 OAK ST UNIT 4@37201` as `12 oak Street #4,37201-0001`, in two cells. */
const spellOtherwise = (address: string): string =>
  Object.entries(spellings)
    .reduce((text, [short, long]) => text.replace(new RegExp(`\\b${short}\\b`, 'g'), long), address.toLowerCase())
    .replace(/ unit (\S+)@/, ' #$1@')
    .replace('@', ',')
    .concat('-0001')

async function saveSearch({ buyer, model }: Buyer, at: number): Promise<string> {
  const orderIds = [...model.named.orders.keys()].slice(0, 1)
  const searches: Criteria[] = [
    { location: { states: ['OH'] } },
    { location: { states }, only: { purchased: 'MAIL' } },
    { location: { states: ['NC'] }, exclude: { delivered: true, orderIds } },
  ]
  const criteria = searches[at % searches.length] ?? {}
  const name = `Excluded ${model.named.searches.size}`
  const { body } = await buyer.as.call(savedSearches.create, { body: { name, criteria } })
  model.named.searches.set(body.id, criteria)
  return body.id
}

/** The count of an audience and its breakdown, which say what each of its filters leaves. */
export async function checkBreakdown({ buyer, model }: Buyer, rows: readonly ModelRow[], criteria: Criteria) {
  const clauses = listClauses(criteria, model)
  const expected = clauses.map(({ key }, at) => ({
    key,
    remaining: rows.filter((row) => clauses.slice(0, at + 1).every(({ isMet }) => isMet(row))).length,
    // What it alone leaves out. Other places are counted apart.
    ...(key !== 'location' && {
      givesBack: rows.filter((row) => clauses.every(({ isMet }, other) => isMet(row) === (other !== at))).length,
    }),
  }))
  const matching = rows.filter((row) => isMatch(row, criteria, model))
  const count = expected.at(-1)?.remaining ?? 0
  const { body } = await buyer.as.call(properties.count, { body: { criteria, waterfall: true } })
  expect(body).toMatchObject({
    ...{ count, alreadyDelivered: matching.length - count, purchased: model.count(matching).purchased },
    waterfall: { clauses: expected },
  })
  return body
}
