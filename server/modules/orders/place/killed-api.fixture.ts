import { orders } from '@dooryard/contract/orders/orders'
import { enterpriseUser } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'

const quantity = 50

/** A client that places orders under idempotency keys through any API instance, with credits for `maxOrders` orders. */
export async function createOrderClient(portal: Portal, maxOrders: number) {
  const owner = await enterpriseUser(portal, { onDemandCredits: maxOrders * quantity })
  const params = { campaignId: owner.campaign.id }
  const place = (url: string, key?: string) =>
    createCaller(url, owner.as.token).call(orders.place, {
      params,
      body: { orderName: key ?? 'No key', quantity },
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const placed = async () => {
    const { rows } = await portal.pool.query<{ name: string }>(
      'select order_name as name from orders where user_id = $1 order by name',
      [owner.id],
    )
    return rows.map(({ name }) => name)
  }
  return { place, placed }
}
