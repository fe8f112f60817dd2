import { test } from 'vitest'
import { type Budget, useBudgets } from './budgets.ts'
import { asAdministrator, statisticsScreens } from './everybodys.ts'
import { someOrders } from './some-orders.ts'
import { someWebhook } from './some-webhook.ts'

const { staysWithin, url } = useBudgets()

const budgets: Budget[] = [
  ['/login', null, 230],
  ['/portal/users', 'admin', 300],
  ['/portal/audit-log', 'admin', 300],
  ['/portal', 'consumer', 300],
  ['/portal', 'enterprise', 300],
  // Two of the screens have a map on them, and one draws its figures.
  ['/portal', 'admin', 390],
  ['/portal/lead-finder', 'consumer', 740],
  ['/portal/buyer-finder?lat=36.16&lng=-86.78', 'consumer', 740],
  ['/portal/lead-finder?view=table', 'consumer', 300],
  ['/portal/pipeline-builder', 'consumer', 300],
  ['/portal/pipeline-builder?tab=board', 'consumer', 300],
  ['/portal/settings/saved-searches', 'consumer', 300],
  ['/portal/settings/saved-searches', 'enterprise', 300],
  ['/portal/campaigns', 'enterprise', 300],
  ['/portal/campaigns?tab=campaigns', 'enterprise', 300],
  ['/portal/campaigns/create', 'enterprise', 300],
  ['/portal/integration', 'enterprise', 300],
  ['/portal/webhooks', 'enterprise', 300],
  ['/portal/integration?part=verify', 'enterprise', 300],
  ['/portal/integration?part=dnc', 'enterprise', 300],
  ['/portal/integration?part=files', 'enterprise', 300],
  ['/portal/api-keys', 'enterprise', 300],
  ['/portal/integration', 'admin', 300],
  ['/portal/integration?part=contacts', 'admin', 300],
  ['/portal/integration?part=health', 'admin', 300],
  ['/portal/enterprise-campaigns', 'admin', 300],
  ['/portal/enterprise-campaigns?tab=orders', 'admin', 300],
  ['/portal/enterprise-orders', 'admin', 300],
  ['/portal/orders', 'admin', 300],
  ['/portal/api-keys', 'admin', 300],
  ['/portal/webhooks', 'admin', 300],
  ['/portal/operations', 'admin', 300],
  ['/portal/orders/create', 'consumer', 300],
  ['/portal/coupons', 'admin', 300],
  ['/portal/settings/account', 'consumer', 300],
  ['/portal/settings/billing', 'enterprise', 300],
  ['/portal/settings/credit-history', 'enterprise', 390],
  ['/portal/settings/pay-as-you-go', 'consumer', 300],
  ['/portal/settings/subscription', 'consumer', 300],
  ['/portal/settings/billing', 'consumer', 300],
  // Three fifths of it are the library that draws the reference.
  ['/portal/api-reference', 'enterprise', 740],
]

test.each(budgets)('%s for %s loads at most its share', async (...budget) => {
  await staysWithin(...budget)
})

test('the screen of a webhook loads at most its share', async () => {
  const { detail } = await someWebhook(url)
  for (const role of ['enterprise', 'admin'] as const) await staysWithin(detail, role, 300)
})

test('what a user did loads at most its share', async () => {
  const { overview, ...lists } = await statisticsScreens(url)
  await staysWithin(overview, 'admin', 390)
  for (const path of Object.values(lists)) await staysWithin(path, 'admin', 300)
})

test('the screens of orders load at most their share', async () => {
  const { screens } = await someOrders(url)
  for (const [path, role] of screens) await staysWithin(path, role, 300)
  for (const [path] of screens) if (!path.includes('/create')) await staysWithin(asAdministrator(path), 'admin', 300)
})
