import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button, dialog } from './buyer.ts'
import {
  type Asker,
  agrees,
  asked,
  askerOf,
  chips,
  columnOf,
  countOn,
  finderAt,
  grid,
  numberIn,
  rowAt,
} from './finder.ts'
import { toast } from './person.ts'

const { open, troubles, url } = useBrowser()

let ask: Asker
let context: BrowserContext
beforeAll(async () => {
  ask = await askerOf(url)
  const opened = await open({ viewport: { width: 1440, height: 900 } })
  context = opened.context
  await signIn(opened.page, 'consumer')
  await opened.page.close()
})
afterAll(() => expect(troubles).toEqual([]))

const davidson = { location: { counties: ['47037'] } }
const places = (page: Page) => page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' })

async function finder(search: Record<string, unknown> = {}) {
  const page = await context.newPage()
  await page.goto(finderAt(search))
  return page
}

/** Takes a filter away by its chip, which says beforehand how many more match without it. */
async function costIsTrue(page: Page, name: string) {
  const remove = page.getByRole('button', { name: `Remove ${name}` })
  const chip = chips(page).getByRole('listitem').filter({ has: remove })
  await chip.locator('[title$=" more without this"]:not([data-stale])').waitFor()
  const cost = await remove.getAttribute('aria-description')
  expect(cost).toMatch(/^[\d,]+ more without this$/)
  const [before, more] = [await countOn(page), numberIn(cost)]
  expect(more).toBeGreaterThan(0)
  await remove.click()
  await agrees(page, before + more)
}

test('filters that are typed and clicked are counted, listed and mapped alike, and say what each of them costs', async () => {
  const page = await finder()
  await button(page, 'Clear all').click()
  await agrees(page, await ask.count({}))
  await places(page).fill('Davidson')
  await page.getByRole('option', { name: /^Davidson County, TN/ }).click()
  await page.getByLabel('Year built, at least').fill('1980')
  await button(page, 'Residential').click()
  const criteria = { ...davidson, property: { yearBuilt: { min: 1980 }, assetClasses: ['RESIDENTIAL' as const] } }
  await expect.poll(() => asked(page)).toEqual(criteria)
  await agrees(page, await ask.count(criteria))

  // A list says how many of each there are, and that many there are.
  await button(page, /^Kind/).click()
  const kind = page.getByRole('group', { name: 'Kind' }).getByRole('checkbox', { name: 'Townhouse' })
  const facet = kind.locator('xpath=..').getByText(/^[\d,]+$/)
  const townhouses = await ask.count({ ...criteria, property: { ...criteria.property, assetSubGroups: ['TOWNHOUSE'] } })
  expect(townhouses).toBeGreaterThan(0)
  await expect.poll(async () => numberIn(await facet.textContent())).toBe(townhouses)
  await kind.check()
  await agrees(page, townhouses)
  await costIsTrue(page, 'Kind Townhouse')
  await costIsTrue(page, 'Year built 1980 or later')

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
  await agrees(page, drawn)
  await page.close()
})

test('sorted and with columns of their own, the rows that are selected are ordered, and just those', async () => {
  const page = await finder({ criteria: davidson })
  const byValue = grid(page).getByRole('button', { name: 'Est. value' })
  await byValue.click()
  await byValue.click()
  await grid(page).locator('[aria-sort=descending]').getByText('Est. value').waitFor()
  await expect
    .poll(async () => {
      const values = (await columnOf(page, 'Est. value')).map(numberIn)
      return values.length > 5 && values.every((value, at) => at === 0 || value <= (values[at - 1] ?? 0))
    })
    .toBe(true)

  await button(page, 'Columns').click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Parcel number' }).check()
  await columns.getByRole('checkbox', { name: 'Kind' }).uncheck()
  await columns.getByRole('button', { name: 'Move Owner left' }).click()
  await page.keyboard.press('Escape')
  const headers = async () => (await grid(page).getByRole('columnheader').allTextContents()).slice(1)
  expect(await headers()).toEqual(['Owner', 'Address', 'Built', 'Est. value', 'Last sale', 'Signals', 'Parcel number'])

  await rowAt(page, 0).getByRole('checkbox').check()
  const bulk = page.getByRole('region', { name: 'Selected properties' })
  await bulk.getByText('1 selected').waitFor()
  await rowAt(page, 0).focus()
  const focused = page.locator('[role=row][data-property]:focus')
  let last = 0
  while (last < 60) {
    await page.keyboard.press('PageDown')
    last = Number(await focused.getAttribute('data-index'))
  }
  await page.keyboard.press('Shift+Space')
  const chosen = last + 1
  await bulk.getByText(`${chosen} selected`).waitFor()
  await bulk.getByRole('link', { name: `Order these ${chosen}` }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  const ids = asked(page).only?.propertyIds ?? []
  const rows = await ask.rows({ criteria: davidson, sort: 'estimatedValue', order: 'desc', limit: chosen })
  expect(new Set(ids)).toEqual(new Set(rows.map(({ propertyId }) => propertyId)))
  await page.close()
})

test('a property opens with what else its owner has, and a search is saved and ordered', async () => {
  const criteria = { ...davidson, owner: { propertiesOwned: { min: 3 } } }
  const page = await finder({ criteria })
  const [first, second] = await Promise.all([0, 1].map((at) => rowAt(page, at).getByRole('link').textContent()))
  await rowAt(page, 0).and(page.locator('[data-property]')).click()
  const drawer = page.getByRole('dialog', { name: 'Property' })
  await drawer.getByRole('heading', { name: first ?? '', level: 2 }).waitFor()
  const others = drawer.getByRole('heading', { name: 'Other properties of this owner' }).locator('xpath=..')
  await others.getByRole('link').nth(1).waitFor()
  await drawer.getByRole('button', { name: 'Next property' }).click()
  await drawer.getByRole('heading', { name: second ?? '', level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).searchParams.has('property')).toBe(false)

  const name = `Owners of three ${Date.now().toString(36)}`
  const saving = page.waitForResponse((reply) => reply.url().endsWith('/v1/save-search'))
  await button(page, 'Save search').click()
  await dialog(page).getByLabel('Name').fill(name)
  // Twice, as impatient people do: one search comes of it.
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick()
  expect((await saving).status()).toBe(201)
  await toast(page, `“${name}” is saved`).waitFor()
  await button(page, `Saved as ${name}, edit`).waitFor()
  const order = page
    .getByRole('region', { name: 'Order' })
    .getByRole('link', { name: /^Create order · [\d,]+ credits$/ })
  const credits = numberIn(await order.textContent())
  await order.click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  expect(asked(page)).toEqual(criteria)
  expect(credits).toBeGreaterThan(0)
  await page.goto('/portal/settings/saved-searches')
  await page.getByText(name, { exact: true }).first().waitFor()
  expect(await page.getByText(name, { exact: true }).count()).toBe(1)
  await page.close()
})

test('where nothing matches, the tightest filter is offered to be dropped', async () => {
  const page = await context.newPage()
  await page.goto(
    finderAt({ criteria: { ...davidson, property: { yearBuilt: { min: 1980 } }, owner: { name: 'NOBODY AT ALL' } } }),
  )
  await page.getByText('No property matches all of these').waitFor()
  const without = await page.getByText(/^Without “Owner name: .+” [\d,]+ match\.$/).textContent()
  await button(page, 'Drop this filter').click()
  await agrees(page, numberIn(/[\d,]+ match\.$/.exec(without ?? '')?.[0] ?? ''))
  expect(asked(page)).toEqual({ ...davidson, property: { yearBuilt: { min: 1980 } } })
  await page.close()
})
