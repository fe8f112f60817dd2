import { dnc } from '@dooryard/contract/data/dnc'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, newEmail, password } from '../support/test-user.ts'

const { open, url } = useBrowser()

test('the audit log shows who did what, filtered by user, in full detail, and verifies itself', async () => {
  const email = await createTestUser(url)
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  await call(url, accessToken, account.change, { body: { firstName: 'Cassidy' } })

  const { page, context, pageErrors } = await open()
  await signIn(page, 'admin')
  await page.goto('/portal/audit-log')
  await expect.poll(() => page.title()).toBe('Dooryard | Audit Log')
  const found = page.waitForResponse((answer) => answer.url().includes('actor=') && answer.ok())
  await page.getByLabel('User').fill(email)
  await page.waitForURL(/[?&]actor=casey-/)
  // The filtered entries are also the newest of the whole log, which stays until the response arrives.
  await found
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(0)
  await page.getByText(/^Showing 1 to \d+ of \d+ results$/).waitFor()
  const rows = page.getByRole('table').getByRole('row')
  for (const what of ['Registered', 'Email verified', 'Signed in', 'Profile changed'])
    await rows.filter({ hasText: what }).first().waitFor()
  expect(await checkAccessibility(page)).toEqual([])

  await page.getByRole('link', { name: 'Profile changed' }).click()
  const drawer = page.getByRole('dialog', { name: 'Entry' })
  await drawer.getByText('Before: Casey').waitFor()
  await drawer.getByText('After: Cassidy').waitFor()
  await drawer.getByText(/^[0-9a-f]{64}$/).waitFor()
  // While it fades in, its text has too little contrast.
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await page.goto('/portal/audit-log?entry=1')
  await page.getByText(/^Showing 1 to \d+ of \d+ results$/).waitFor()
  await drawer.getByRole('heading', { name: 'Account created' }).waitFor()
  await drawer.getByText('The system').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/portal/audit-log?entry=999999999')
  await drawer.getByText('Entry 999999999 does not exist').waitFor()
  await drawer.getByRole('link', { name: 'Back to the log' }).click()
  await drawer.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Verify integrity' }).click()
  await page.getByText(/^[\d,]+ entries verified: nothing was changed or removed\.$/).waitFor()

  await page.goto('/portal/audit-log?actor=nobody@example.com&from=2020-01-01')
  await page.getByText('No results.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByText(/^Showing 1 to \d+ of \d+ results$/).waitFor()
  expect(new URL(page.url()).search).toBe('')
  // The requested entry that does not exist.
  expect(pageErrors).toEqual([expect.stringContaining('status of 404')])
  await context.close()
})

test('long texts stay in their columns, and can be read in full in the drawer', async () => {
  const email = await createTestUser(url, `${'casey-'.repeat(9)}${newEmail('t')}`.slice(-70))
  const { page, context } = await open({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'admin')
  await page.goto(`/portal/audit-log?actor=${email}`)
  const who = page.getByRole('cell').filter({ hasText: email }).first()
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await who.waitFor()
    const [room, taken] = [await who.boundingBox(), await who.getByTitle(email).boundingBox()]
    expect(taken?.width).toBeLessThanOrEqual(room?.width ?? 0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const frame = page.getByRole('table').locator('../..')
  expect(await frame.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  await page.getByRole('link', { name: 'Registered' }).click()
  await page.getByRole('dialog', { name: 'Entry' }).getByText(email).waitFor()
  await context.close()
})

test('an entry too large for the list shows its change when it is opened from there', async () => {
  const email = await createTestUser(url)
  const { user } = await call(url, undefined, auth.login, { body: { email, password } })
  const role = { role: 'ENTERPRISE_USER' as const, reason: 'Keeps a do-not-call list' }
  await call(url, await getToken(url, demoAccount('admin')), adminUsers.change, { params: { id: user.id }, body: role })
  const add = Array.from({ length: 1_000 }, (_, at) => String(6_155_550_000 + at))
  await call(url, await getToken(url, { email, password }), dnc.changeNumbers, { body: { add, remove: [] } })
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto(`/portal/audit-log?actor=${email}&action=dnc.numbers_changed`)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Entry' })
  await drawer.getByText(/After: .*"6155550999"/).waitFor()
  await context.close()
})

test('a user with a closed account is shown as closed', async () => {
  const email = await createTestUser(url)
  const { accessToken, user } = await call(url, undefined, auth.login, { body: { email, password } })
  await call(url, accessToken, account.close, { body: { password } })
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto(`/portal/audit-log?actor=${user.id}`)
  const name = `Closed account …${user.id.slice(-8)}`
  await page.getByRole('cell').filter({ hasText: name }).first().waitFor()
  await context.close()
})
