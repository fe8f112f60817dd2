import type { BoardLead } from '@dooryard/contract/orders/lead-board'

/** The key of a lead in the URL and on the board: its order and its property. */
export const toLeadKey = ({ orderId, propertyId }: Pick<BoardLead, 'orderId' | 'propertyId'>) =>
  `${orderId}.${propertyId}`

export function parseLeadKey(key: string): { orderId: string; propertyId: string } {
  const [orderId = '', propertyId = ''] = key.split('.')
  return { orderId, propertyId }
}
