import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

test('an enterprise user opens a saved search in the wizard', async () => {
  const name = `Long owned ${Date.now().toString(36)}`
  const criteria = { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } } }
  const token = await getToken(url, demoAccount('enterprise'))
  const { id, lastCount } = await call(url, token, savedSearches.create, { body: { name, criteria } })
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/saved-searches')
  // On a slow connection the user continues before the search has loaded.
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/v1/save-search/${id}`, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.getByRole('link', { name, exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/portal/campaigns/create')
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  await button(page, 'Continue').click()
  await page.getByText('Start from a saved search').waitFor()
  release()
  const source = page.getByRole('status').filter({ hasText: `From saved search ${name}` })
  await source.waitFor()
  await page.waitForURL(({ searchParams }) => !searchParams.has('saved'))
  // Going back and forth does not apply it again.
  await button(page, 'Residential').first().click()
  await source.getByText('Edited').waitFor()
  await page.goBack()
  await page.waitForURL(({ searchParams }) => !searchParams.has('saved') && !searchParams.has('step'))
  await button(page, 'Continue').click()
  await source.getByText('Edited').waitFor()
  await button(page, 'Residential').first().click()
  await expect.poll(() => source.getByText('Edited').count()).toBe(0)
  const count = async () =>
    Number(
      (
        await page
          .getByText(/^[\d,]+ (properties match|new)/)
          .first()
          .textContent()
      )?.replace(/\D/g, ''),
    )
  // Fewer if orders have delivered some of them; without the filters of the search there are many more.
  await expect.poll(count).toBeLessThanOrEqual(lastCount ?? 0)
  expect(await count()).toBeGreaterThan(0)
})

test('while a search is loading for a campaign its selection keeps the focus, and no filter can be set', async () => {
  const name = `Owned for long ${Date.now().toString(36)}`
  const criteria = { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } } }
  const { id } = await call(url, await getToken(url, demoAccount('enterprise')), savedSearches.create, {
    body: { name, criteria },
  })
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.goto('/portal/campaigns/create')
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  await button(page, 'Continue').click()
  const isReleased = Promise.withResolvers<void>()
  await page.route(`**/v1/save-search/${id}`, async (route) => {
    await isReleased.promise
    await route.continue()
  })
  const choice = page.getByRole('combobox', { name: 'Start from a saved search' })
  await choice.fill(name)
  await page.getByRole('option', { name }).click()
  await page.locator('section[aria-label="Filters"][inert]').waitFor()
  await page.getByLabel('Opening the search').waitFor()
  await choice.and(page.locator(':focus')).waitFor()
  isReleased.resolve()
  await page
    .getByRole('status')
    .filter({ hasText: `From saved search ${name}` })
    .waitFor()
  await page.locator('section[aria-label="Filters"]:not([inert])').waitFor()
})
