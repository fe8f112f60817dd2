import { minuteMs } from '@dooryard/contract/api/time'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import { isRefusal, type PastUser } from '../past-api.ts'
import { consumerEmail, consumerOrders, enterpriseCampaigns, enterpriseEmail, type PlannedCampaign } from './plan.ts'

/** The campaigns and orders of both accounts, as planned. */
export const planOrders: HistoryGenerator = (period, random) => {
  const pick = (daysAgo: number) => pickWorkingTime(period, random, daysAgo)
  const ofCampaigns = enterpriseCampaigns.flatMap((campaign): HistoryStep[] => {
    const { name, orders: planned, archivedDaysAgo } = campaign
    const placed = planned.map(({ daysAgo, name: orderName, quantity, repeatedAs }) => ({
      at: pick(daysAgo),
      name: `order: ${orderName}`,
      run: async (services: HistoryServices) => {
        await placeCampaignOrder(services, name, { orderName, quantity })
        if (repeatedAs) await placeCampaignOrder(services, name, { orderName: repeatedAs, quantity })
      },
    }))
    const first = Math.min(...placed.map(({ at }) => at.getTime()))
    return [
      {
        at: new Date(first - random.number.int({ min: 8, max: 50 }) * minuteMs),
        name: `campaign: ${name}`,
        run: (services) => createCampaign(services, campaign),
      },
      ...placed,
      ...(archivedDaysAgo === undefined
        ? []
        : [
            {
              at: pick(archivedDaysAgo),
              name: `archive: ${name}`,
              run: (services: HistoryServices) => archive(services, name),
            },
          ]),
    ]
  })
  const ofConsumer = consumerOrders.map(
    ({ daysAgo, name: orderName, ...order }): HistoryStep => ({
      at: pick(daysAgo),
      name: `consumer order: ${orderName}`,
      run: async (services) => {
        const { call } = await services.as(consumerEmail)
        await unlessRefused(services, orderName, () => call(privateOrders.place, { body: { orderName, ...order } }))
      },
    }),
  )
  return [...ofCampaigns, ...ofConsumer]
}

async function createCampaign(services: HistoryServices, { name, campaignType, criteria }: PlannedCampaign) {
  const { call } = await services.as(enterpriseEmail)
  await call(campaigns.create, { body: { name, campaignType, criteria } })
}

async function archive(services: HistoryServices, name: string) {
  const caller = await services.as(enterpriseEmail)
  const params = { campaignId: await requireCampaign(caller, name) }
  await caller.call(campaigns.change, { params, body: { status: 'ARCHIVED' } })
}

async function placeCampaignOrder(
  services: HistoryServices,
  name: string,
  body: { orderName: string; quantity: number },
) {
  const caller = await services.as(enterpriseEmail)
  const params = { campaignId: await requireCampaign(caller, name) }
  await unlessRefused(services, body.orderName, () => caller.call(orders.place, { params, body }))
}

/** A small demo has fewer leads than its users would buy, and a balance may be used up: such an order is left out. */
export async function unlessRefused<Placed>(
  { log }: HistoryServices,
  orderName: string,
  place: () => Promise<Placed>,
): Promise<Placed | undefined> {
  try {
    return await place()
  } catch (err) {
    if (!isRefusal(err, [402, 422])) throw err
    log.warn({ orderName, reason: String(err) }, "An order of the demo's history was refused")
    return undefined
  }
}

/** The id of the campaign of exactly this name: a search also finds longer ones. */
export async function findCampaign({ call }: PastUser, name: string): Promise<string | undefined> {
  const { items } = await call(campaigns.list, { query: { search: name } })
  return items.find((campaign) => campaign.name === name)?.id
}

export async function requireCampaign(user: PastUser, name: string): Promise<string> {
  const id = await findCampaign(user, name)
  if (!id) throw new Error(`there is no campaign ${name}`)
  return id
}

/** The delivered order of exactly this name; undefined where a small demo had no leads for it. */
export async function findDelivered(
  { call }: PastUser,
  name: string,
  { isPrivate = false } = {},
): Promise<ListedOrder | undefined> {
  const query = { search: name, status: 'COMPLETED' } as const
  const { items } = isPrivate ? await call(privateOrders.list, { query }) : await call(orders.listAll, { query })
  return items.find(({ orderName }) => orderName === name)
}
