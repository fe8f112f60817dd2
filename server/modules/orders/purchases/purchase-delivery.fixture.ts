import type { CampaignType } from '@dooryard/contract/api/enums'
import { expect } from 'vitest'
import { type Buyer, downloadRows, type FileRow } from './purchase-buyer.fixture.ts'
import {
  getLeadKey,
  type ModelAudience,
  type ModelRow,
  type PurchaseModel,
  selectFirstOfEach,
} from './purchases.fixture.ts'

export type PlacedOrder = {
  id: string
  campaignId?: string | undefined
  type: CampaignType
  quantity: number
  audience: ModelAudience
  /** The rows that match its criteria, and what they were quoted at. */
  matching: readonly ModelRow[]
  expected: ReturnType<PurchaseModel['quote']>
  /** Credits held for it. */
  hold: number
}

/** An order that ran delivers what was quoted, charges what that costs, and its file has what was paid for. */
export async function checkDelivery(state: Buyer, placed: PlacedOrder): Promise<void> {
  const { client, model } = state
  const { id, type, audience, matching, expected } = placed
  const [order, leads] = await Promise.all([client.get(id), client.leads(id)])
  const isByLead = new Map(leads.items.map(({ propertyId, isRepeat }) => [propertyId, isRepeat]))
  const ordered = matching.filter((row) => isByLead.has(row.id))
  expect(ordered).toHaveLength(Math.min(placed.quantity, expected.deliverable))
  expect(leads.totalCount).toBe(ordered.length)
  for (const row of ordered) {
    expect([model.isDeliverable(row, type), model.isExcluded(row, type, audience)]).toEqual([true, false])
    expect(isByLead.get(row.id)).toBe(model.hasAll(row, type))
  }
  expect(selectFirstOfEach(ordered, audience)).toHaveLength(ordered.length)
  const waterfall = { ...model.narrow(matching, type, audience), selected: ordered.length }
  const price = model.deliver(ordered, type, placed)
  const { credits: _, ...counts } = expected
  expect(order).toMatchObject({
    ...{ internalStatus: ordered.length > 0 ? 'READY' : 'FAILED', deliveredQuantity: ordered.length },
    ...{ creditsHeld: 0, creditsCaptured: price, creditsReleased: placed.hold - price, totalPrice: price },
    ...{ quote: counts, waterfall },
    ...(ordered.length > 0 && { available: { leads: expected.deliverable - ordered.length } }),
  })
  recordDelivery(state, { ordered, type, price })
  if (ordered.length > 0) checkFile(state, { ordered, type, file: await downloadRows(state, id) })
  else expect((await client.download(id)).status).toBe(409)
}

type Delivery = { ordered: readonly ModelRow[]; type: CampaignType }

function recordDelivery(state: Buyer, { ordered, type, price }: Delivery & { price: number }): void {
  state.balance -= price
  state.spent += price
  for (const row of ordered) {
    state.delivered.add(getLeadKey(row))
    if (type === 'CALL_READY') state.called.add(row.id)
  }
}

const phoneHeaders = ['Phone 1', 'Phone 2', 'Phone 3']

/** The file has each lead of the order once, and numbers only of leads whose phones are paid for. */
function checkFile({ model }: Buyer, { ordered, type, file }: Delivery & { file: readonly FileRow[] }): void {
  const rowByParcel = new Map(ordered.map((row) => [row.parcel, row]))
  expect(file.map(toParcel).toSorted()).toEqual([...rowByParcel.keys()].toSorted())
  for (const line of file) {
    const row = rowByParcel.get(toParcel(line))
    if (!row) continue
    const numbers = phoneHeaders.flatMap((header) => line[header] || [])
    const isPaid = model.has(row, type === 'CALL_READY' ? 'call' : 'mail') || model.has(row, 'call')
    const paidNumbers = type === 'CALL_READY' && model.has(row, 'call') ? row.callable.slice(0, 3) : []
    expect({ isPaid, numbers: numbers.toSorted() }).toEqual({ isPaid: true, numbers: paidNumbers.toSorted() })
    // Nor elsewhere in the line, such as in a column of the numbers that may not be called.
    const text = Object.values(line).join(' ')
    expect(row.phones.filter((phone) => !paidNumbers.includes(phone) && text.includes(phone))).toEqual([])
  }
}

const toParcel = (line: FileRow) => `${line['County FIPS']} ${line['Parcel Number']}`
