import { about } from '@dooryard/contract/about'
import { savedSearches } from '@dooryard/contract/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button, dialog } from './buyer.ts'
import { newPerson, password, signInAs, toast } from './person.ts'
import { call } from './portal-process.ts'
import { aDayLater, demo, importRoll, newSaver, tokenOf } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
// Of a change that fails.
afterAll(() => expect(troubles.filter((trouble) => !trouble.includes('status of 503'))).toEqual([]))

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

async function rename(page: Page, name: string, to: string) {
  await button(page, `Edit ${name}`).click()
  await dialog(page).getByLabel('Name').fill(to)
  await button(page, 'Save').click()
  await toast(page, `“${to}” is saved`).waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
}

test('a search is saved in the lead finder, renamed, opened as the default, deleted and had back', async () => {
  const page = await newPage()
  await signInAs(page, await newPerson(url))
  // What is saved is the filters; the map is another test's.
  await page.goto('/portal/lead-finder?view=table')
  await button(page, 'Retail').first().click()
  await button(page, 'Retail').and(page.locator('[aria-pressed=true]')).first().waitFor()
  await button(page, 'Save search').first().click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('Name is required').waitFor()
  await dialog(page).getByLabel('Name').fill('Shops')
  // Twice, as impatient people do: one search comes of it.
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick()
  await toast(page, '“Shops” is saved').waitFor()
  await page.waitForURL(/[?&]saved=/)

  await page.goto('/portal/settings/saved-searches')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await rename(page, 'Shops', 'All shops')
  await row(page, 'All shops').getByText('Anywhere · 1 filter').first().waitFor()
  await button(page, 'Make All shops the default').click()
  await toast(page, '“All shops” is the default now').waitFor()
  const email = page.getByRole('checkbox', { name: 'Email me when the matches of All shops change' })
  await email.click()
  await toast(page, 'Changes of “All shops” are emailed to you').waitFor()
  await page.reload()
  await expect.poll(() => email.isChecked()).toBe(true)
  await button(page, 'All shops is the default').and(page.locator('[aria-pressed=true]')).waitFor()

  await page.goto('/portal/lead-finder')
  await page.getByText('All shops', { exact: true }).first().waitFor()
  await button(page, 'Retail').and(page.locator('[aria-pressed=true]')).first().waitFor()

  await page.goto('/portal/settings/saved-searches')
  await page.getByRole('link', { name: 'Order from All shops' }).click()
  const orderName = page.getByLabel('Order name')
  await orderName.waitFor()
  expect(await orderName.inputValue()).toBe('All shops')

  await page.goto('/portal/settings/saved-searches')
  await button(page, 'Delete All shops').click()
  await toast(page, '“All shops” is deleted').waitFor()
  await row(page, 'All shops').waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await row(page, 'All shops').waitFor()
  await page.reload()
  await row(page, 'All shops').waitFor()
  expect(await email.isChecked()).toBe(true)
})

test('a change that fails says so at once, however long the list behind it takes', async () => {
  const page = await newPage()
  const email = await newPerson(url)
  await call(url, await tokenOf(url, { email, password }), savedSearches.create, {
    body: { name: 'Shops', criteria: { location: { states: ['TN'] } } },
  })
  await signInAs(page, email)
  await page.goto('/portal/settings/saved-searches')
  await button(page, 'Edit Shops').click()
  await dialog(page).getByLabel('Name').fill('All shops')
  await page.route('**/v1/save-search**', async (route) => {
    if (route.request().method() === 'PATCH')
      await route.fulfill({ status: 503, json: { message: 'Busy.', code: 'UNAVAILABLE', requestId: 'x' } })
  })
  await button(page, 'Save').click()
  await dialog(page).getByText('Busy.').waitFor()
  expect(await dialog(page).getByLabel('Name').inputValue()).toBe('All shops')
})

test('what entered and what left with a new roll is told on the screens and by mail', async () => {
  const [saver] = await Promise.all([newSaver(url), importRoll(url, '56045', { from: 1, to: 20 })])
  const { id } = await saver.save('One county', { location: { counties: ['56045'] } }, true)
  await importRoll(url, '56045', { from: 13, to: 25 })
  await aDayLater(saver.email)
  expect(await saver.getSearch(id)).toMatchObject({ lastCount: 13, changes: { entered: 5, left: 12 } })

  const subjects = async () => {
    const { items } = await call(url, undefined, about.outbox, { query: { to: saver.email } })
    return items.map(({ subject }) => subject).join()
  }
  await expect.poll(subjects, { timeout: 120_000 }).toContain('One county')
  const page = await newPage()
  await saver.signIn(page)
  await page.goto('/portal')
  const changes = page.locator('section', { has: page.getByRole('heading', { name: 'Saved searches: what changed' }) })
  await changes.getByText('5 entered, 12 left').waitFor()
  await changes.getByRole('link', { name: 'One county' }).click()
  const drawer = page.getByRole('dialog', { name: 'Changes' })
  const listed = drawer.getByRole('list', { name: 'Properties' }).getByRole('listitem')
  await drawer.getByRole('link', { name: 'Entered (5)' }).and(page.locator('[aria-current=page]')).waitFor()
  await expect.poll(() => listed.count()).toBe(5)
  await listed
    .getByText(/Example Orchard Ln/i)
    .first()
    .waitFor()
  await drawer.getByRole('link', { name: 'Left (12)' }).click()
  await expect.poll(() => listed.count()).toBe(10)
  await drawer.getByText('Showing 1 to 10 of 12 results').waitFor()
  await page.reload()
  await drawer.getByText('Showing 1 to 10 of 12 results').waitFor()
  await button(page, 'Mark as seen').click()
  await drawer.waitFor({ state: 'hidden' })
  await row(page, 'One county')
    .getByText(/^None since/)
    .waitFor()
  expect(await saver.getSearch(id)).toMatchObject({ changes: { entered: 0, left: 0 } })
})

test('somebody of a company opens a saved search in the wizard', async () => {
  const name = `Long owned ${Date.now().toString(36)}`
  const criteria = { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } } }
  const token = await tokenOf(url, demo('enterprise'))
  const { id, lastCount } = await call(url, token, savedSearches.create, { body: { name, criteria } })
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/saved-searches')
  // On a slow line one goes on before the search has come.
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
  const source = page.getByRole('status').filter({ hasText: `From ${name}` })
  await source.waitFor()
  await page.waitForURL(({ searchParams }) => !searchParams.has('saved'))
  // Back and on again it is not taken over anew.
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
          .getByText(/^[\d,]+ properties match/)
          .first()
          .textContent()
      )?.replace(/\D/g, ''),
    )
  // Fewer where orders have brought some of them; without the filters of the search there are many more.
  await expect.poll(count).toBeLessThanOrEqual(lastCount ?? 0)
  expect(await count()).toBeGreaterThan(0)
})

test('while a search is being opened for a campaign its choice keeps the focus, and no filter can be set', async () => {
  const name = `Owned for long ${Date.now().toString(36)}`
  const criteria = { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } } }
  const { id } = await call(url, await tokenOf(url, demo('enterprise')), savedSearches.create, {
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
    .filter({ hasText: `From ${name}` })
    .waitFor()
  await page.locator('section[aria-label="Filters"]:not([inert])').waitFor()
})
