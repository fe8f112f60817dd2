import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import type { Locator, Page } from 'playwright-core'
import { button, dialog } from './buyer.ts'
import type { Look } from './findings.ts'
import type { Found } from './opened.ts'

type Everybodys = { person: string; order: string; webhook: string; key: string }

/** Shows an order as one that is stuck, which one that was just placed is not. */
const pretendStuck = (page: Page) =>
  page.route(/\/v1\/admin\/campaigns\/[^/]+\/orders\/[^/?]+$/, async (route) => {
    const answer = await route.fetch()
    const order: AdminOrderDetail = await answer.json()
    await route.fulfill({ response: answer, json: { ...order, mayFail: true, mayRetry: true } })
  })

/** What opens over the screens on which an administrator sees what is somebody else's. */
export async function openEverybodys(page: Page, { person, order, webhook, key }: Everybodys, check: Look) {
  const found: Found = {}
  const look = async (what: string, opener: Locator, shown: Locator) => {
    await opener.click()
    await shown.waitFor()
    found[what] = await check(page)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'hidden' })
  }
  const reason = page.getByLabel('Reason')
  await page.goto('/portal/users')
  await look('new user', button(page, 'New user'), page.getByRole('dialog', { name: 'New user' }).getByLabel('Email'))
  await page.goto(`/portal/users?search=${encodeURIComponent(person)}`)
  await page.getByRole('link', { name: 'Casey Testwell', exact: true }).click()
  await look('role', button(page, 'Change role…'), page.getByRole('combobox', { name: 'New role' }))
  await look('state', button(page, 'Deactivate…'), page.getByRole('list', { name: 'What this does' }))
  await page.goto(`/portal/api-keys?search=${encodeURIComponent(key)}`)
  await look('key of somebody', page.getByRole('link', { name: key }), dialog(page).getByText('Calls by day'))
  await look('revoke key of somebody', button(page, `Revoke ${key} of `), reason)
  await page.goto(webhook)
  await look('disable webhook', button(page, 'Disable…'), reason)
  await pretendStuck(page)
  await page.goto(order)
  await look('fail', button(page, 'Fail and refund…'), reason)
  await look('retry', button(page, 'Retry…'), reason)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return found
}
