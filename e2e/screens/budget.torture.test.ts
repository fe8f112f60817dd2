import { test } from 'vitest'
import { listStatisticsScreens, toAdminPath } from './admin-screens.ts'
import { type Budget, useBudgets } from './budgets.ts'
import { createSampleOrders } from './sample-orders.ts'
import { createSampleWebhook } from './sample-webhook.ts'

const { expectWithinBudget, url } = useBudgets()

const budgets: Budget[] = [
  ['/login', null, 132],
  ['/register', null, 190],
  ['/forgot-password', null, 190],
  ['/reset-password', null, 190],
  ['/verify-email', null, 190],
  ['/terms', null, 230],
  ['/dev/outbox', null, 230],
  ['/portal/users', 'admin', 245],
  ['/portal/audit-log', 'admin', 246],
  ['/portal', 'consumer', 230],
  ['/portal', 'enterprise', 230],
  // Two of the screens have a map, and one draws charts.
  ['/portal', 'admin', 230, 'canvas'],
  ['/portal/lead-finder', 'consumer', 600, 'canvas'],
  ['/portal/buyer-finder?lat=36.16&lng=-86.78', 'consumer', 600, 'canvas'],
  ['/portal/lead-finder?view=table', 'consumer', 244],
  ['/portal/today', 'consumer', 230],
  ['/portal/today', 'enterprise', 230],
  ['/portal/pipeline-builder', 'consumer', 230],
  ['/portal/pipeline-builder?tab=board', 'consumer', 230],
  ['/portal/settings/saved-searches', 'consumer', 230],
  ['/portal/settings/saved-searches', 'enterprise', 230],
  ['/portal/lists', 'consumer', 230],
  ['/portal/lists', 'enterprise', 230],
  ['/portal/letters', 'consumer', 230],
  ['/portal/letters?tab=templates', 'consumer', 230],
  ['/portal/letters?template=new&start=0', 'consumer', 230],
  ['/portal/settings/notifications', 'consumer', 230],
  ['/portal/settings/notifications', 'enterprise', 230],
  ['/portal/settings/notifications', 'admin', 230],
  ['/portal/settings/suppression-lists', 'consumer', 230],
  ['/portal/settings/suppression-lists', 'enterprise', 230],
  ['/portal/campaigns', 'enterprise', 230],
  ['/portal/campaigns?tab=campaigns', 'enterprise', 230],
  ['/portal/campaigns/create', 'enterprise', 230],
  ['/portal/integration', 'enterprise', 230],
  ['/portal/webhooks', 'enterprise', 230],
  ['/portal/integration?part=verify', 'enterprise', 230],
  ['/portal/integration?part=dnc', 'enterprise', 230],
  ['/portal/integration?part=files', 'enterprise', 230],
  ['/portal/api-keys', 'enterprise', 230],
  ['/portal/integration', 'admin', 230],
  ['/portal/integration?part=contacts', 'admin', 230],
  ['/portal/integration?part=health', 'admin', 230],
  ['/portal/enterprise-campaigns', 'admin', 230],
  ['/portal/enterprise-campaigns?tab=orders', 'admin', 230],
  ['/portal/enterprise-orders', 'admin', 230],
  ['/portal/orders', 'admin', 230],
  ['/portal/api-keys', 'admin', 230],
  ['/portal/webhooks', 'admin', 230],
  ['/portal/operations', 'admin', 230],
  ['/portal/orders/create', 'consumer', 230],
  ['/portal/payments', 'admin', 230],
  ['/portal/revenue', 'admin', 237, 'canvas'],
  ['/portal/coupons', 'admin', 230],
  ['/portal/settings/account', 'consumer', 230],
  ['/portal/settings/billing', 'enterprise', 230],
  ['/portal/settings/credit-history', 'enterprise', 237, 'canvas'],
  ['/portal/settings/pay-as-you-go', 'consumer', 230],
  ['/portal/settings/subscription', 'consumer', 230],
  ['/portal/settings/billing', 'consumer', 230],
  ['/portal/api-reference', 'enterprise', 230],
]

test.each(budgets)('%s for %s stays within its budget', async (...budget) => {
  await expectWithinBudget(...budget)
})

test('the screen of a webhook stays within its budget', async () => {
  const { detail } = await createSampleWebhook(url)
  for (const role of ['enterprise', 'admin'] as const) await expectWithinBudget(detail, role, 230)
})

test('the statistics of a user stay within their budget', async () => {
  const { overview, ...lists } = await listStatisticsScreens(url)
  await expectWithinBudget(overview, 'admin', 230, 'canvas')
  for (const path of Object.values(lists)) await expectWithinBudget(path, 'admin', 230)
})

test('the screens of orders, and the page of one of their properties, stay within their budget', async () => {
  const { screens, property } = await createSampleOrders(url)
  await expectWithinBudget(property, 'consumer', 640, 'canvas')
  for (const [path, role] of screens) await expectWithinBudget(path, role, 240)
  for (const [path] of screens) if (!path.includes('/create')) await expectWithinBudget(toAdminPath(path), 'admin', 240)
})
