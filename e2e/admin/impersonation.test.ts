import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { banner, bannerText } from '../support/impersonation.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { realtimeTimeout } from '../support/real-time.ts'

const { open, pageErrors } = useBrowser()

/** Screens of the portal, unknown addresses and public screens. */
const sampleScreens = [
  '/portal/lead-finder',
  '/portal/settings/profile',
  '/portal/nowhere',
  '/nowhere',
  '/terms',
  '/verify-email',
  '/dev/outbox',
  '/portal/settings/account',
]

const isPortalHome = (at: URL) => at.pathname === '/portal'

// A call in progress when the impersonation stops is rejected.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of 401/.test(pageError))).toEqual([]))

test('an administrator finds a user, gives a reason, impersonates them under a banner, and returns', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  const second = await context.newPage()
  await second.goto('/portal/data')
  await second.getByRole('heading', { level: 1, name: 'Data' }).waitFor()

  await page.bringToFront()
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('searchbox').fill('consumer')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('button', { name: 'Impersonate Casey Morvane' }).click()
  const dialog = page.getByRole('dialog', { name: 'Impersonate Casey Morvane' })
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor()
  // While a dialog fades in, its text has too little contrast.
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Impersonate Casey' }).click()
  await dialog.getByText('Please give a reason of at least 5 characters').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked by phone why a search finds nobody')
  await dialog.getByRole('button', { name: 'Impersonate Casey' }).click()

  await page.waitForURL(isPortalHome)
  await banner(page).getByRole('status').getByText(bannerText).waitFor()
  await banner(page)
    .getByText(/^60 min left$/)
    .waitFor()
  await page.getByRole('heading', { level: 1, name: 'Welcome, Casey' }).waitFor()
  await second.waitForURL(isPortalHome, realtimeTimeout)
  await banner(second).getByText(bannerText).waitFor()

  await second.bringToFront()
  for (const path of sampleScreens) {
    await second.goto(path)
    await second.getByRole('heading', { level: 1 }).waitFor()
    await banner(second).getByText(bannerText).waitFor()
    expect({ path, top: (await banner(second).boundingBox())?.y }).toEqual({ path, top: 0 })
  }
  // An impersonation cannot see what the user cannot see.
  await second.goto('/portal/users')
  await second.waitForURL(isPortalHome)

  await page.bringToFront()
  await banner(page).getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL('**/portal/users?search=consumer')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('button', { name: 'Account of Ada Tarrowen' }).waitFor()
  await second.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor()
  expect(await banner(page).count()).toBe(0)
  await context.close()
})
