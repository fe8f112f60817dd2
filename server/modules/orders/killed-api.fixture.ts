import { orders } from '@dooryard/contract/orders'
import { enterpriseUser } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { callerAt } from '../../test/requests.ts'

const quantity = 50

/** Somebody who places orders under keys by whichever API, with credits for so many. */
export async function orderer(portal: Portal, most: number) {
  const owner = await enterpriseUser(portal, { onDemandCredits: most * quantity })
  const params = { campaignId: owner.campaign.id }
  const place = (url: string, key?: string) =>
    callerAt(url, owner.as.token).call(orders.place, {
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
