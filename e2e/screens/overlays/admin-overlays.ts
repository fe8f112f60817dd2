import type { AdminOrderDetail } from '@dooryard/contract/orders/admin-orders'
import type { Locator, Page } from 'playwright-core'
import { button, dialog } from '../../support/buyer.ts'
import type { PageCheck } from '../../support/page-checks.ts'
import type { FindingsByName } from './overlays.ts'

type OtherUsersData = { person: string; order: string; webhook: string; key: string }

/** Shows an order as stuck, which an order that was just placed is not. */
const mockStuckOrder = (page: Page) =>
  page.route(/\/v1\/admin\/campaigns\/[^/]+\/orders\/[^/?]+$/, async (route) => {
    const answer = await route.fetch()
    const order: AdminOrderDetail = await answer.json()
    await route.fulfill({ response: answer, json: { ...order, mayFail: true, mayRetry: true } })
  })

/** Checks the overlays of the screens on which an administrator sees other users' data. */
export async function checkAdminScreenOverlays(
  page: Page,
  { person, order, webhook, key }: OtherUsersData,
  check: PageCheck,
) {
  const findings: FindingsByName = {}
  const openAndCheckOverlay = async (what: string, opener: Locator, overlay: Locator) => {
    await opener.click()
    await overlay.waitFor()
    findings[what] = await check(page)
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'hidden' })
  }
  const reason = page.getByLabel('Reason')
  await page.goto('/portal/users')
  await openAndCheckOverlay(
    'new user',
    button(page, 'New user'),
    page.getByRole('dialog', { name: 'New user' }).getByRole('textbox', { name: 'Email' }),
  )
  await page.goto(`/portal/users?search=${encodeURIComponent(person)}`)
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await openAndCheckOverlay('role', button(page, 'Change role…'), page.getByRole('combobox', { name: 'New role' }))
  await openAndCheckOverlay('state', button(page, 'Deactivate…'), page.getByRole('list', { name: 'What this does' }))
  await page.goto(`/portal/api-keys?search=${encodeURIComponent(key)}`)
  await openAndCheckOverlay(
    'key of somebody',
    page.getByRole('link', { name: key }),
    dialog(page).getByText('Calls by day'),
  )
  await openAndCheckOverlay('revoke key of somebody', button(page, `Revoke ${key} of `), reason)
  await page.goto(webhook)
  await openAndCheckOverlay('disable webhook', button(page, 'Disable…'), reason)
  await mockStuckOrder(page)
  await page.goto(order)
  await openAndCheckOverlay('fail', button(page, 'Fail order…'), reason)
  await openAndCheckOverlay('retry', button(page, 'Retry…'), reason)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return findings
}
