import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'

export type TestCaller = Pick<TestUser, 'as'>
export type TestLeadRef = { orderId: string; propertyId: string }
type LeadOrderOptions = { owner: TestUser; orderName: string; quantity: number }

/** Leads per stage on an empty board. */
export const emptyStageCounts = {
  NEW: 0,
  CONTACTED: 0,
  FOLLOW_UP: 0,
  NEGOTIATING: 0,
  UNDER_CONTRACT: 0,
  CLOSED: 0,
  DEAD: 0,
}

/** API calls on the board of delivered leads, as any caller. */
export function createLeadBoardApi(portal: Portal) {
  /** An owner with a delivered mail order. */
  const withLeads = async ({ owner, orderName = 'First mailing', quantity = 50 }: Partial<LeadOrderOptions> = {}) => {
    const buyer = owner ?? (await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 5_000 }))
    const criteria = { location: { states: ['TN'] } }
    const body = { orderName, quantity, criteria, campaignType: 'MAIL_READY' as const }
    const { body: order } = await buyer.as.call(privateOrders.place, { body })
    await fulfilTestOrder(portal, order.id)
    const { items } = (await buyer.as.call(privateOrders.leads, { params: { id: order.id }, query: { limit: 100 } }))
      .body
    const places = items.map(({ propertyId }) => ({ orderId: order.id, propertyId }))
    return {
      owner: buyer,
      orderId: order.id,
      leads: items,
      places,
      first: places[0] ?? { orderId: '', propertyId: '' },
    }
  }

  const fetchBoard = async ({ as }: TestCaller, query = {}) => (await as.call(leadBoard.list, { query })).body
  const fetchStageCounts = async ({ as }: TestCaller, query = {}) => {
    const { stages } = (await as.call(leadBoard.stages, { query })).body
    return Object.fromEntries(stages.map(({ stage, count }) => [stage, count]))
  }
  const move = ({ as }: TestCaller, params: TestLeadRef, stage: 'NEW' | 'CONTACTED' | 'CLOSED' | 'DEAD') =>
    as.call(leadBoard.change, { params, body: { stage } })
  const note = ({ as }: TestCaller, params: TestLeadRef, text: string, headers = {}) =>
    as.call(leadBoard.addNote, { params, body: { text }, headers })
  const fetchLead = async ({ as }: TestCaller, params: TestLeadRef) => (await as.call(leadBoard.get, { params })).body

  return { withLeads, fetchBoard, fetchStageCounts, move, note, fetchLead }
}
