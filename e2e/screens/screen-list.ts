import type { Role } from '../support/browser.ts'
import { createTestBuyer } from '../support/buyer.ts'
import { createTestUser } from '../support/test-user.ts'
import { createSampleKey, listStatisticsScreens, toAdminPath } from './admin-screens.ts'
import { createSampleOrders } from './sample-orders.ts'
import { createSampleWebhook, type SampleWebhook } from './sample-webhook.ts'

/** The viewer of a screen: a demo account, a subscriber, or nobody. */
export type Viewer = Role | 'subscriber' | 'nobody'

/** The screens that always exist, by viewer. */
export const fixedScreens: Record<Viewer, string[]> = {
  nobody: [
    '/login',
    '/register',
    '/verify-email',
    '/forgot-password',
    '/reset-password',
    '/terms',
    '/privacy',
    '/refund-policy',
    '/dev/outbox',
    '/sandbox/checkout',
    '/nowhere',
  ],
  admin: [
    '/portal',
    '/portal/data',
    '/portal/data/add',
    '/portal/users',
    '/portal/payments',
    '/portal/revenue',
    '/portal/audit-log',
    '/portal/coupons',
    '/portal/affiliates',
    '/portal/credit-settings',
    '/portal/plans',
    '/portal/integration',
    '/portal/integration?part=contacts',
    '/portal/integration?part=health',
    '/portal/enterprise-campaigns',
    '/portal/enterprise-campaigns?tab=orders',
    '/portal/enterprise-orders',
    '/portal/orders',
    '/portal/api-keys',
    '/portal/webhooks',
    '/portal/operations',
    '/portal/settings/profile',
    '/portal/settings/notifications',
  ],
  affiliate: ['/portal'],
  consumer: [
    '/portal/settings/account',
    '/portal',
    '/portal/lead-finder',
    '/portal/lead-finder?view=table',
    '/portal/buyer-finder',
    '/portal/buyer-finder?lat=36.16&lng=-86.78',
    '/portal/today',
    '/portal/pipeline-builder',
    '/portal/pipeline-builder?tab=board',
    '/portal/settings/saved-searches',
    '/portal/lists',
    '/portal/settings/suppression-lists',
    '/portal/orders/create',
    '/portal/orders/single-leads',
    '/portal/recurring-orders',
    '/portal/recurring-orders?create=true',
    '/portal/letters',
    '/portal/letters?tab=templates',
    '/portal/letters?template=new&start=0',
    '/portal/letters?template=new&start=2',
  ],
  enterprise: [
    '/portal/settings/saved-searches',
    '/portal/settings/suppression-lists',
    '/portal',
    '/portal/today',
    '/portal/campaigns',
    '/portal/campaigns?tab=campaigns',
    '/portal/recurring-orders?create=true',
    '/portal/integration',
    '/portal/webhooks',
    '/portal/integration?part=verify',
    '/portal/integration?part=dnc',
    '/portal/integration?part=files',
    '/portal/api-keys',
    '/portal/subscription',
    '/portal/settings/notifications',
    '/portal/settings/billing',
    '/portal/settings/subscription',
    '/portal/settings/pay-as-you-go',
    '/portal/settings/credit-history',
    '/portal/campaigns/create',
    '/portal/api-reference?call=enterprise.place',
    '/portal/api-reference?call=events.order.completed',
  ],
  subscriber: ['/portal/settings/billing', '/portal/settings/subscription', '/portal/settings/pay-as-you-go'],
}

/** Creates a subscriber, an open checkout, and one that waits for the bank's authentication. */
async function createSamplePurchases(url: string): Promise<{ subscriber: string; checkouts: string[] }> {
  const subscriber = await createTestUser(url)
  const { plans, packs, begin, pay, buy } = await createTestBuyer(url, subscriber)
  const planId = plans.find(({ name }) => name === 'Growth')?.id ?? ''
  const packId = packs[0]?.id ?? ''
  await buy(await begin({ planId }))
  const [left, authenticating] = [await begin({ packId }), await begin({ packId })]
  await pay(authenticating, '4000002760003184')
  return { subscriber, checkouts: [left, authenticating].map(({ session }) => `/sandbox/checkout?session=${session}`) }
}

/** The sample data that the screens show. */
export type SampleData = {
  /** The screens of single records, such as an order. */
  screens: Partial<Record<Viewer, string[]>>
  /** A delivered Call Ready order. */
  callOrder: string
  webhook: SampleWebhook
  key: string
  /** The email of a subscriber. */
  subscriber: string
}

async function createSampleData(url: string, isInTurn: boolean): Promise<SampleData> {
  let last: Promise<unknown> = Promise.resolve()
  const create = <Thing>(factory: (url: string) => Promise<Thing>): Promise<Thing> => {
    const created = isInTurn ? last.then(() => factory(url)) : factory(url)
    last = created
    return created
  }
  const [webhook, orders, key, statistics, { subscriber, checkouts }] = await Promise.all([
    create(createSampleWebhook),
    create(createSampleOrders),
    create(createSampleKey),
    create(listStatisticsScreens),
    create(createSamplePurchases),
  ])
  const listOrderScreens = (role: Role) => orders.screens.flatMap(([path, owner]) => (owner === role ? [path] : []))
  // Only owners see the forms.
  const adminOrderScreens = orders.screens.flatMap(([path]) => (path.includes('/create') ? [] : [toAdminPath(path)]))
  const screens = {
    nobody: checkouts,
    admin: [webhook.detail, webhook.attempt, ...adminOrderScreens, ...Object.values(statistics)],
    consumer: [...listOrderScreens('consumer'), orders.property],
    enterprise: [...listOrderScreens('enterprise'), webhook.detail],
  }
  return { screens, callOrder: orders.toCall, webhook, key, subscriber }
}

let sampleData: Promise<SampleData> | undefined

/**
 * Creates the records of the detail screens, once for all files that share a portal. With `isInTurn` it takes longer,
 * and the order is the same each time.
 */
export const getSampleData = (url: string, { isInTurn = false } = {}): Promise<SampleData> => {
  sampleData ??= createSampleData(url, isInTurn).catch((error) => {
    sampleData = undefined
    throw error
  })
  return sampleData
}
