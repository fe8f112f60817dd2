import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { createTestUser, signInAs, toast } from '../support/test-user.ts'

const { open, url, pageErrors } = useBrowser()
afterAll(() => expect(pageErrors.filter((one) => !one.includes('/v1/notifications/settings'))).toEqual([]))

test('the bell leads to the channels of each kind, which are saved at once by keyboard and stay as they are on an error', async () => {
  const { page } = await open()
  await signInAs(page, await createTestUser(url))
  await page.goto('/portal')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await page.getByRole('heading', { name: 'How you are notified' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal/settings/notifications')
  expect(await checkAccessibility(page)).toEqual([])

  const mails = page.getByRole('switch', { name: 'Order ready: Email' })
  expect(await mails.isChecked()).toBe(true)
  await mails.press('Space')
  await page.getByRole('status').getByText('Saved').waitFor()
  await page.reload()
  await expect.poll(() => mails.isChecked()).toBe(false)
  expect(await page.getByRole('switch', { name: 'Order failed: Email' }).isChecked()).toBe(true)

  await page.route('**/v1/notifications/settings', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await mails.press('Space')
  await toast(page, 'network error').waitFor()
  await expect.poll(() => mails.isChecked()).toBe(false)
})

test('on a phone each kind is a card with its channels, within the width of the screen', async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 } })
  await signInAs(page, await createTestUser(url))
  await page.goto('/portal/settings/notifications')
  const kind = page.getByRole('row', { name: /^Task due/ })
  await kind.getByText('In the app').waitFor()
  const switches = await kind.getByRole('switch').all()
  const edges = await Promise.all(switches.map(async (one) => (await one.boundingBox())?.x))
  expect(new Set(edges).size).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
