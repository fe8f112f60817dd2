import { balances } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createSentryServer } from '../../server/platform/errors/reports/sentry.fixture.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog, removeMocks } from '../support/buyer.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { factValue } from '../support/impersonation.ts'
import { checkBothThemes, checkOverflow } from '../support/page-checks.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { withDatabase } from '../support/portal-database.ts'
import { newDataFolder, removeDataFolder, startPortal } from '../support/portal-process.ts'
import { createTestUser, signInAs, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { url } = browser
const newPage = usePages(browser)

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Searches the errors of Operations, and opens the one row that is found. */
async function openError(page: Page, search: string, name: string) {
  await page.goto('/portal/operations?tab=errors')
  const box = page.getByRole('searchbox')
  await expect
    .poll(async () => {
      await page.reload()
      await box.fill(search)
      await page.waitForURL((at) => at.searchParams.get('search') === search)
      return page.getByRole('link', { name, exact: true }).or(page.getByText('No results.')).textContent()
    })
    .toBe(name)
  // Rows of the list before it may still be there, and go.
  await waitUntilIdle(page)
  await page.getByRole('link', { name, exact: true }).click()
  // The title of the drawer is "Error".
  await dialog(page, 'Error').getByRole('heading', { level: 2, name, exact: true }).waitFor()
}

const fact = (page: Page, label: string) => factValue(page, label).textContent()

const expectNoFindings = async (page: Page) => {
  expect(await checkBothThemes(page)).toEqual([])
  expect(await checkOverflow(page)).toEqual([])
}

test('an error that breaks a page is found in Operations by the Error ID on the screen, and resolved', async () => {
  const email = await createTestUser(url)
  const page = await newPage()
  await signInAs(page, email)
  // An answer that no release gives, so that the frame of the portal cannot be rendered.
  await page.route(`**${account.me.path}`, async (route) => {
    const response = await route.fetch()
    const { balance: _, ...others } = await response.json()
    await route.fulfill({ response, json: others })
  })
  // It would bring what is missing.
  await page.route(`**${balances.watch.path}?*`, () => {})
  await page.goto('/portal/settings/profile?page=2&search=casey@example.com')
  await page.getByRole('alert').getByText('Something went wrong', { exact: true }).waitFor()
  const errorId = (await page.getByText('Error ID: ').textContent())?.replace('Error ID: ', '') ?? ''
  // The time in base 36, and four random characters.
  expect(errorId).toMatch(/^[0-9A-Z]{12}$/)
  expect(Math.abs(Date.now() - Number.parseInt(errorId.slice(0, 8), 36))).toBeLessThan(3_600_000)
  await removeMocks(page)

  const admin = await newPage({ viewport: sizes.desktop })
  await signIn(admin, 'admin')
  await openError(admin, errorId.toLowerCase(), 'TypeError')
  expect(await fact(admin, 'Error ID')).toContain(errorId)
  expect(await fact(admin, 'Layer')).toBe('Browser')
  expect(await fact(admin, 'Where')).toMatch(/^\/portal\/settings\/profile(\?page=2)?$/)
  expect(await fact(admin, 'Release')).toMatch(/^\d+\.\d+\.\d+$/)
  expect(await fact(admin, 'Browser')).toMatch(/Chrom/)
  expect(await fact(admin, 'User')).toBe(email)
  const drawer = dialog(admin, 'Error')
  // The source, and neither a built file nor a library.
  expect(await drawer.locator('pre').textContent()).toMatch(/web\/src\/[\w/-]+\.tsx?:\d+:\d+/)
  const before = await drawer.getByRole('list', { name: 'Events before the error' }).textContent()
  expect(before).toContain('Navigation/portal/settings/profile')
  expect(before).toContain('Call/v1/auth/private/me answered 200')
  await expectNoFindings(admin)

  await drawer.getByRole('button', { name: 'Resolve' }).click()
  await toast(admin, 'Error resolved').waitFor()
  await drawer.getByText('Resolved', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Reopen' }).waitFor()
  await admin.setViewportSize(sizes.phone)
  await expectNoFindings(admin)
  await button(admin, 'Close the error').click()
  await drawer.waitFor({ state: 'detached' })
  await expectNoFindings(admin)
})

test('what nothing catches in a browser is found in Operations, without what the address says of a person', async () => {
  const page = await newPage()
  await page.goto('/login?redirect=%2Fportal%2Fusers%3Fsearch%3Dcasey%40example.com')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const name = `Lost${Date.now().toString(36)}Error`
  await page.evaluate((name) => {
    const create = () => Object.assign(new Error('Nobody awaits casey@example.com, 615-555-0102'), { name })
    void Promise.reject(create())
  }, name)
  const admin = await newPage({ viewport: sizes.desktop })
  await signIn(admin, 'admin')
  await openError(admin, name, name)
  const drawer = dialog(admin, 'Error')
  await drawer.getByText('Nobody awaits …, …').waitFor()
  expect(await fact(admin, 'Where')).toBe('/login')
  expect(await drawer.textContent()).not.toMatch(/casey|555/)
  await admin.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await admin.getByRole('searchbox').fill('')
  await admin.getByRole('row').nth(1).waitFor()
  await expectNoFindings(admin)
  await admin.getByLabel('Layer').selectOption('WORKER')
  await admin.getByText('No results.').waitFor()
})

/** Takes a right of the portal's role for the duration of the work, so that calls fail which nothing expects to. */
const withoutRight = (right: string, work: () => Promise<unknown>) =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ role: string }>(
      `select 'dooryard_app_' || oid as role from pg_database where datname = current_database()`,
    )
    await client.query(`revoke ${right} from ${rows[0]?.role}`)
    await work().finally(() => client.query(`grant ${right} to ${rows[0]?.role}`))
  })

test('errors of a call and of a job are found in Operations, by the request and by the name of the job', async () => {
  const token = await getToken(url, demoAccount('consumer'))
  let requestId = ''
  await withoutRight('insert on saved_searches', async () => {
    const response = await fetch(url + savedSearches.create.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Refused', criteria: { location: { states: ['TN'] } } }),
    })
    expect(response.status).toBe(500)
    requestId = ((await response.json()) as { requestId: string }).requestId
  })
  await withDatabase((client) =>
    client.query(
      `select graphile_worker.add_job('recount-searches', payload => json_build_object('userId', 'nobody'), max_attempts => 1)`,
    ),
  )
  const admin = await newPage()
  await signIn(admin, 'admin')
  await openError(admin, requestId, 'error')
  expect(await fact(admin, 'Layer')).toBe('API')
  expect(await fact(admin, 'Where')).toBe('POST /v1/save-search')
  expect(await fact(admin, 'Request')).toBe(requestId)
  expect(await fact(admin, 'User')).toBe('consumer@dooryard.test')
  expect(await dialog(admin, 'Error').locator('pre').textContent()).toContain('server/modules/')
  await openError(admin, 'userId', 'ZodError')
  expect(await fact(admin, 'Layer')).toBe('Worker')
  expect(await fact(admin, 'Where')).toBe('recount-searches')
  // Other tests of this portal count the failed jobs.
  await withDatabase((client) =>
    client.query("delete from graphile_worker._private_jobs where payload ->> 'userId' = 'nobody'"),
  )
})

test('with Sentry, a browser loads its library at the first error and sends it there, and the content policy allows it', async () => {
  const sentry = await createSentryServer()
  const folder = await newDataFolder()
  const portal = await startPortal(folder, { SENTRY_DSN: sentry.dsn, DEMO: 'off' })
  const page = await newPage()
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(`${portal.url}/login?redirect=%2Fportal%3Fsearch%3Dcasey%40example.com`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loaded = scripts.length
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('Out of range for casey@example.com')
    })
  })
  await expect.poll(() => sentry.events).toHaveLength(1)
  expect(scripts.slice(loaded).some((script) => script.includes('sentry'))).toBe(true)
  expect(sentry.events).toMatchObject([
    {
      release: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      transaction: '/login',
      tags: { error_id: expect.stringMatching(/^[0-9A-Z]{12}$/), layer: 'browser' },
      exception: { values: [{ type: 'RangeError', value: 'Out of range for …' }] },
    },
  ])
  expect(sentry.texts.join()).not.toContain('casey')
  await portal.kill('SIGTERM')
  await Promise.all([removeDataFolder(folder), sentry.close()])
})
