import { leadBoard } from '@dooryard/contract/lead-board'
import { privateOrders } from '@dooryard/contract/orders'
import { type TestUser, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { fulfil } from './call-orders.fixture.ts'

export type Asker = Pick<TestUser, 'as'>
export type Place = { orderId: string; propertyId: string }
type Draft = { owner: TestUser; orderName: string; quantity: number }

/** How many leads are at each stage of an empty board. */
export const nothing = { NEW: 0, CONTACTED: 0, FOLLOW_UP: 0, NEGOTIATING: 0, UNDER_CONTRACT: 0, CLOSED: 0, DEAD: 0 }

/** The board of delivered leads, as whoever asks uses it. */
export function leadBoardOf(portal: Portal) {
  /** Somebody with a delivered order to mail. */
  const withLeads = async ({ owner, orderName = 'First mailing', quantity = 50 }: Partial<Draft> = {}) => {
    const by = owner ?? (await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 5_000 }))
    const criteria = { location: { states: ['TN'] } }
    const body = { orderName, quantity, criteria, campaignType: 'MAIL_READY' as const }
    const { body: order } = await by.as.call(privateOrders.place, { body })
    await fulfil(portal, order.id)
    const { items } = (await by.as.call(privateOrders.leads, { params: { id: order.id }, query: { limit: 100 } })).body
    const places = items.map(({ propertyId }) => ({ orderId: order.id, propertyId }))
    return { owner: by, orderId: order.id, leads: items, places, first: places[0] ?? { orderId: '', propertyId: '' } }
  }

  const listOf = async ({ as }: Asker, query = {}) => (await as.call(leadBoard.list, { query })).body
  const stagesOf = async ({ as }: Asker, query = {}) => {
    const { stages } = (await as.call(leadBoard.stages, { query })).body
    return Object.fromEntries(stages.map(({ stage, count }) => [stage, count]))
  }
  const move = ({ as }: Asker, params: Place, stage: 'NEW' | 'CONTACTED' | 'CLOSED' | 'DEAD') =>
    as.call(leadBoard.change, { params, body: { stage } })
  const note = ({ as }: Asker, params: Place, text: string, headers = {}) =>
    as.call(leadBoard.addNote, { params, body: { text }, headers })
  const detailOf = async ({ as }: Asker, params: Place) => (await as.call(leadBoard.get, { params })).body

  return { withLeads, listOf, stagesOf, move, note, detailOf }
}
