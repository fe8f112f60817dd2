import { afterAll, expect, test } from 'vitest'
import { banner, says } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { findings } from './findings.ts'
import { soon } from './real-time.ts'

const { open, troubles } = useBrowser()

/** Screens of the portal, addresses that lead nowhere, and screens for everybody. */
const everyKind = [
  '/portal/lead-finder',
  '/portal/settings/profile',
  '/portal/nowhere',
  '/nowhere',
  '/terms',
  '/verify-email',
  '/dev/outbox',
  '/portal/settings/account',
]

const isHome = (at: URL) => at.pathname === '/portal'

// A call in progress when acting stops is refused.
afterAll(() => expect(troubles.filter((trouble) => !/status of 401/.test(trouble))).toEqual([]))

test('an administrator finds a user, says why, acts as them under a banner, and is themselves again', async () => {
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
  await page.getByRole('button', { name: 'Act as Casey Testwell…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Act as Casey Testwell' })
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor()
  // Until a dialog has faded in its words have too little contrast.
  await expect.poll(() => findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Act as Casey' }).click()
  await dialog.getByText('Please give a reason of at least 5 characters').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked by phone why a search finds nobody')
  await dialog.getByRole('button', { name: 'Act as Casey' }).click()

  await page.waitForURL(isHome)
  await banner(page).getByRole('status').getByText(says).waitFor()
  await banner(page)
    .getByText(/^60 min left$/)
    .waitFor()
  await page.getByRole('heading', { level: 1, name: 'Welcome, Casey' }).waitFor()
  await second.waitForURL(isHome, soon)
  await banner(second).getByText(says).waitFor()

  await second.bringToFront()
  for (const path of everyKind) {
    await second.goto(path)
    await second.getByRole('heading', { level: 1 }).waitFor()
    await banner(second).getByText(says).waitFor()
    expect({ path, top: (await banner(second).boundingBox())?.y }).toEqual({ path, top: 0 })
  }
  // What the user may not see, whoever acts as them may not see either.
  await second.goto('/portal/users')
  await second.waitForURL(isHome)

  await page.bringToFront()
  await banner(page).getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL('**/portal/users?search=consumer')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('button', { name: 'Account of Ada Placeholder' }).waitFor()
  await second.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor()
  expect(await banner(page).count()).toBe(0)
  await context.close()
})
