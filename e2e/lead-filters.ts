import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button } from './buyer.ts'
import { type Asker, asked, chips, countOn, davidson, numberIn } from './finder.ts'

/** Waits until what a screen shows is of so many. */
type Agree = (page: Page, count: number) => Promise<void>

/** Takes a filter away by its chip, which says beforehand how many more match without it. */
async function costIsTrue(page: Page, agree: Agree, name: string) {
  const remove = page.getByRole('button', { name: `Remove ${name}` })
  const chip = chips(page).getByRole('listitem').filter({ has: remove })
  await chip.locator('[title$=" more without this"]:not([data-stale])').waitFor()
  const cost = await remove.getAttribute('aria-description')
  expect(cost).toMatch(/^[\d,]+ more without this$/)
  const [before, more] = [await countOn(page), numberIn(cost)]
  expect(more).toBeGreaterThan(0)
  await remove.click()
  await agree(page, before + more)
}

/** Types, clicks and drags filters in the lead finder; each time what it shows must agree with what the API counts. */
export async function setFilters(page: Page, ask: Asker, agree: Agree) {
  await button(page, 'Clear all').click()
  await agree(page, await ask.count({}))
  await page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' }).fill('Davidson')
  await page.getByRole('option', { name: /^Davidson County, TN/ }).click()
  await page.getByLabel('Year built, at least').fill('1980')
  await button(page, 'Residential').click()
  const criteria = { ...davidson, property: { yearBuilt: { min: 1980 }, assetClasses: ['RESIDENTIAL' as const] } }
  await expect.poll(() => asked(page)).toEqual(criteria)
  await agree(page, await ask.count(criteria))

  // A list says how many of each there are, and that many there are.
  await button(page, /^Kind/).click()
  const kind = page.getByRole('group', { name: 'Kind' }).getByRole('checkbox', { name: 'Townhouse' })
  const facet = kind.locator('xpath=..').getByText(/^[\d,]+$/)
  const townhouses = await ask.count({ ...criteria, property: { ...criteria.property, assetSubGroups: ['TOWNHOUSE'] } })
  expect(townhouses).toBeGreaterThan(0)
  await expect.poll(async () => numberIn(await facet.textContent())).toBe(townhouses)
  await kind.check()
  await agree(page, townhouses)
  await costIsTrue(page, agree, 'Kind Townhouse')
  await costIsTrue(page, agree, 'Year built 1980 or later')

  const bars = page.getByRole('img', { name: /^Estimated value, most of them/ })
  // What is counted anew moves what is below it.
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(0)
  await bars.scrollIntoViewIfNeeded()
  const box = await bars.boundingBox()
  if (!box) throw new Error('there are no bars')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  const most = async () => numberIn(await page.getByLabel('Estimated value, at most').inputValue())
  await expect.poll(async () => asked(page).property?.estimatedValue?.max === (await most())).toBe(true)
  expect(await most()).toBeGreaterThan(0)
  const drawn = await ask.count(asked(page))
  expect(drawn).toBeLessThan(await ask.count({ ...asked(page), property: { assetClasses: ['RESIDENTIAL'] } }))
  await agree(page, drawn)
}
