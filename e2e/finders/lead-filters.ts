import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button } from '../support/buyer.ts'
import { chips, davidson, type FinderApi, getCriteria, parseCount, readCount } from './finder.ts'

/** Waits until a screen shows this number of matches. */
type ExpectCounts = (page: Page, count: number) => Promise<void>

/** Removes a filter by its chip, which shows beforehand how many more match without it. */
async function expectFilterCost(page: Page, expectCounts: ExpectCounts, name: string) {
  const remove = page.getByRole('button', { name: `Remove ${name}` })
  const chip = chips(page).getByRole('listitem').filter({ has: remove })
  await chip.locator('[data-hint$=" more without this filter"]:not([data-stale])').waitFor()
  const cost = await remove.getAttribute('aria-description')
  expect(cost).toMatch(/^[\d,]+ more without this filter$/)
  const [before, more] = [await readCount(page), parseCount(cost)]
  expect(more).toBeGreaterThan(0)
  await remove.click()
  await expectCounts(page, before + more)
}

/** Types, clicks and drags filters in the lead finder; each time the screen must agree with the count of the API. */
export async function setFilters(page: Page, api: FinderApi, expectCounts: ExpectCounts) {
  await button(page, 'Clear all').click()
  await expectCounts(page, await api.count({}))
  await page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' }).fill('Davidson')
  await page.getByRole('option', { name: /^Davidson County, TN/ }).click()
  await page.getByLabel('Year built, at least').fill('1980')
  await button(page, 'Residential').click()
  const criteria = { ...davidson, property: { yearBuilt: { min: 1980 }, assetClasses: ['RESIDENTIAL' as const] } }
  await expect.poll(() => getCriteria(page)).toEqual(criteria)
  await expectCounts(page, await api.count(criteria))

  // A list shows the count of each option, and the filter matches as many.
  await button(page, /^Property type/).click()
  const kind = page.getByRole('group', { name: 'Property type' }).getByRole('checkbox', { name: 'Townhouse' })
  const facet = kind.locator('xpath=..').getByText(/^[\d,]+$/)
  const townhouses = await api.count({ ...criteria, property: { ...criteria.property, assetSubGroups: ['TOWNHOUSE'] } })
  expect(townhouses).toBeGreaterThan(0)
  await expect.poll(async () => parseCount(await facet.textContent())).toBe(townhouses)
  await kind.check()
  await expectCounts(page, townhouses)
  await expectFilterCost(page, expectCounts, 'Property type Townhouse')
  await expectFilterCost(page, expectCounts, 'Year built 1980 or later')

  const bars = page.getByRole('img', { name: /^Estimated value, most of them/ })
  // A new count moves what is below it.
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(0)
  await bars.scrollIntoViewIfNeeded()
  const box = await bars.boundingBox()
  if (!box) throw new Error('there are no bars')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  const getHighest = async () => parseCount(await page.getByLabel('Estimated value, at most').inputValue())
  await expect.poll(async () => getCriteria(page).property?.estimatedValue?.max === (await getHighest())).toBe(true)
  expect(await getHighest()).toBeGreaterThan(0)
  const countInRange = await api.count(getCriteria(page))
  expect(countInRange).toBeLessThan(
    await api.count({ ...getCriteria(page), property: { assetClasses: ['RESIDENTIAL'] } }),
  )
  await expectCounts(page, countInRange)
}
