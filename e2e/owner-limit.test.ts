import { properties } from '@dooryard/contract/properties'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { grid, useFinder } from './finder.ts'

const browser = useBrowser()
const finder = useFinder(browser)
// A refused request stands on the console of the browser.
afterAll(() => expect(browser.troubles.filter((trouble) => !trouble.includes('429'))).toEqual([]))

const davidson = { location: { counties: ['47037'] } }
const message = 'You have looked at as many owners as one day allows: 10,000. More can be shown in 7 hours.'
const refusal = {
  status: 429,
  headers: { 'retry-after': '25000' },
  json: { message, code: 'RATE_LIMITED', requestId: 'none' },
}

test('once the owners of a day are used up the lead finder says so, goes on counting, and asks for no row again', async () => {
  const page = await finder({ criteria: davidson, view: 'table' })
  await grid(page).locator('[data-index="5"][data-property]').waitFor()
  let refused = 0
  await page.route(`**${properties.search.path}`, (route) => {
    refused += 1
    return route.fulfill(refusal)
  })
  await grid(page).hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1_000)
      return page.getByText('can be shown in 7 hours: the limit of owners for a day is reached.').count()
    })
    .toBeGreaterThan(0)
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)

  const before = refused
  await page.clock.install()
  await page.getByRole('button', { name: 'Residential' }).click()
  const notice = page.getByRole('alert').filter({ hasText: message })
  await notice.getByText('The limit for today is reached').waitFor()
  expect(await notice.getByRole('button').count()).toBe(0)
  await page.getByText('properties match').waitFor()
  // What failed for another reason is asked for again within seconds. The next question comes after all of these.
  await page.clock.runFor(30_000)
  await page.getByRole('button', { name: 'Multifamily' }).click()
  await expect.poll(() => refused - before).toBeGreaterThan(1)
  expect(refused - before).toBe(2)
})
