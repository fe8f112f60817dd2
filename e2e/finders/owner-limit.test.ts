import { properties } from '@dooryard/contract/properties/properties'
import type { Page, Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { davidson, grid, matchCount, useFinder } from './finder.ts'

const browser = useBrowser()
const openFinder = useFinder(browser)
// A rejected request is logged to the browser console.
afterAll(() => expect(browser.pageErrors.filter((pageError) => !pageError.includes('status of 429'))).toEqual([]))

const message = 'You have looked at as many owners as one day allows: 10,000. More can be shown in 10 minutes.'
const refusal = {
  status: 429,
  headers: { 'retry-after': '600' },
  json: { message, code: 'RATE_LIMITED', limit: 'owner-rows', requestId: 'none' },
}

/** Returns to the tab with data five minutes old, and waits for a request. */
async function returnToTab(page: Page) {
  await page.clock.fastForward('05:00')
  const counted = page.waitForRequest((request) => request.url().endsWith(properties.count.path), { timeout: 30_000 })
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await counted
}

test('rows with owners on the screen are not requested again on return to the tab', async () => {
  const page = await openFinder({ criteria: davidson, view: 'table' })
  await grid(page).locator('[data-index="5"][data-property]').waitFor()
  await page.clock.install()
  await grid(page).locator('a[data-row-link]').first().click()
  await page.getByText(/^(Other properties of this owner|No other property of this owner is known)/).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await returnToTab(page)
  expect(asked).toContain(properties.count.path)
  expect(asked.filter((path) => path === properties.search.path || /^\/v1\/properties\/\d/.test(path))).toEqual([])
})

test('rows are requested again once their count has changed', async () => {
  const page = await openFinder({ criteria: davidson, view: 'table' })
  await grid(page).locator('[data-index="5"][data-property]').waitFor()
  await page.clock.install()
  await page.route(`**${properties.count.path}`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    return route.fulfill({ response, json: { ...answer, count: answer.count - 1 } })
  })
  const again = page.waitForRequest((request) => request.url().endsWith(properties.search.path), { timeout: 30_000 })
  await returnToTab(page)
  await again
})

test('once the daily limit of owners is reached the finder says so once, stops requests, and continues later', async () => {
  const page = await openFinder({ criteria: davidson, view: 'table' })
  await grid(page).locator('[data-index="5"][data-property]').waitFor()
  const refused: string[] = []
  const rejectRows = (route: Route) => {
    refused.push(route.request().postData() ?? '')
    return route.fulfill(refusal)
  }
  await page.route(`**${properties.search.path}`, rejectRows)
  await page.clock.install()
  await grid(page).hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1_000)
      return page.getByText(/^Row \d+ is not shown$/).count()
    })
    .toBeGreaterThan(1)
  expect(await page.getByText(message).count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)

  await returnToTab(page)
  await page.getByRole('button', { name: 'Residential' }).click()
  const notice = page.getByRole('alert').filter({ hasText: message })
  await notice.getByText('The limit of owners for a day is reached').waitFor()
  expect(await notice.getByRole('button').count()).toBe(0)
  await matchCount(page).waitFor()
  // Other failures are retried within seconds. The next request comes after all of these.
  await page.clock.runFor(30_000)
  await page.getByRole('button', { name: 'Multifamily' }).click()
  await expect.poll(() => refused.some((asked) => asked.includes('MULTIFAMILY'))).toBe(true)
  // No page is requested twice, whatever was scrolled to.
  expect(refused.filter((asked, at) => refused.indexOf(asked) !== at)).toEqual([])

  await page.unroute(`**${properties.search.path}`, rejectRows)
  const again = page.getByRole('button', { name: 'Try Again' })
  // The last rejection may only arrive now, and its ten minutes start then.
  await expect
    .poll(async () => {
      await page.clock.fastForward('10:01')
      return again.count()
    })
    .toBe(1)
  await again.click()
  await grid(page).locator('[data-index="5"][data-property]').waitFor()
})
