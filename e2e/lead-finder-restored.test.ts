import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { agrees, asked, askerOf, canvasOf, chips, countOn, finderAt, grid, numberIn, rowAt, viewOf } from './finder.ts'
import { toast } from './person.ts'

const { open, troubles, url } = useBrowser()
const desk = { viewport: { width: 1440, height: 900 } }
const davidson = { location: { counties: ['47037'] } }
const property = (page: Page) => page.getByRole('dialog', { name: 'Property' })
/** The address of the property; the drawer itself is called what it shows. */
const nameIn = (page: Page) => property(page).getByRole('heading', { level: 2, name: /^(?!Property$)/ })

afterAll(() => expect(troubles).toEqual([]))

/** What somebody sees of the lead finder. */
async function sight(page: Page) {
  await nameIn(page).waitFor()
  const top = await grid(page).evaluate((element) => Math.floor(element.scrollTop / 44))
  return {
    count: await countOn(page),
    chips: await chips(page).getByRole('listitem').allTextContents(),
    headers: await grid(page).getByRole('columnheader').allTextContents(),
    sorted: await grid(page)
      .locator('[aria-sort]')
      .evaluateAll((all) => all.map((one) => one.ariaSort + one.textContent)),
    top,
    atTop: await rowAt(page, top).getByRole('link').textContent(),
    property: await nameIn(page).textContent(),
    address: page.url(),
  }
}

const inView = async (page: Page) => numberIn(await page.getByText(/^[\d,]+ in view/).textContent())

/** Waits until a page shows what was seen before. */
async function shows(page: Page, before: Awaited<ReturnType<typeof sight>>, onMap: number) {
  await expect.poll(() => sight(page)).toEqual(before)
  // An address says to a few yards where the map looks.
  await expect.poll(async () => Math.abs((await inView(page)) / onMap - 1)).toBeLessThan(0.01)
}

test('a reload, a way back, and a link that somebody opens who has to sign in first, restore the same screen', async () => {
  const { page } = await open(desk)
  await signIn(page, 'consumer')
  await page.goto(finderAt({ criteria: davidson }))
  await button(page, 'Residential').click()
  await expect.poll(() => asked(page).property?.assetClasses).toEqual(['RESIDENTIAL'])
  await agrees(page, await (await askerOf(url)).count(asked(page)))
  await grid(page).getByRole('button', { name: 'Built' }).click()
  await page.waitForURL(/[?&]sort=/)
  // New rows begin at the top, also where somebody has scrolled the old ones.
  await expect.poll(() => grid(page).getAttribute('aria-busy')).toBe(null)
  await button(page, 'Columns').click()
  await page.getByRole('checkbox', { name: 'Parcel number' }).check()
  await page.keyboard.press('Escape')
  for (const _ of ['once', 'twice']) {
    const [farther, view] = [await inView(page), viewOf(page)]
    await page.getByRole('button', { name: 'Zoom in (+)' }).click()
    await expect.poll(() => inView(page)).not.toBe(farther)
    await expect.poll(() => viewOf(page)).not.toEqual(view)
  }
  await rowAt(page, 0).hover()
  await page.mouse.wheel(0, 44 * 300)
  await page.waitForURL(/[?&]at=300\b/)
  await rowAt(page, 302).and(page.locator('[data-property]')).click()
  await expect.poll(() => chips(page).locator('[title$=" more without this"]:not([data-stale])').count()).toBe(2)
  const before = await sight(page)
  expect(before).toMatchObject({ top: 300, sorted: ['ascendingBuilt'] })
  expect(before.headers).toContain('Parcel number')
  const onMap = await inView(page)
  expect(onMap).toBeLessThan(before.count * 0.95)

  await page.reload()
  await shows(page, before, onMap)
  await property(page).getByRole('link', { name: 'Who buys around here' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/buyer-finder')
  await page.getByRole('heading', { name: 'Buyer finder', level: 1 }).waitFor()
  await page.goBack()
  await shows(page, before, onMap)

  const { page: shared } = await open(desk)
  await shared.goto(before.address)
  await shared.waitForURL(/\/login\?redirect=/)
  await shared.getByLabel('Email').fill('consumer@dooryard.test')
  await shared.getByLabel('Password', { exact: true }).fill('dooryard-demo')
  await shared.getByRole('button', { name: 'Sign in' }).click()
  await shared.waitForURL((at) => at.pathname === '/portal/lead-finder')
  await shows(shared, before, onMap)
})

/** Goes on by the Tab key until something has the focus. */
async function tabTo(page: Page, what: ReturnType<Page['locator']>) {
  await what.waitFor()
  for (let step = 0; step < 150; step++) {
    if (await what.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not come to ${what}`)
}

test('by the keyboard alone: filters, order of the rows, a property, and an order of those that are selected', async () => {
  const { page } = await open(desk)
  await signIn(page, 'consumer')
  await page.goto(finderAt({ criteria: {} }))
  await grid(page).waitFor()
  const { keyboard } = page
  await tabTo(page, page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' }))
  await keyboard.type('Davidson County')
  const offers = page.getByRole('listbox', { name: 'Places' }).getByRole('option')
  await expect.poll(() => offers.first().textContent()).toMatch(/^Davidson County, TN/)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await tabTo(page, page.getByLabel('Year built, at least'))
  await keyboard.type('1990')
  const criteria = { ...davidson, property: { yearBuilt: { min: 1990 } } }
  await expect.poll(() => asked(page)).toEqual(criteria)
  await agrees(page, await (await askerOf(url)).count(criteria))

  await tabTo(page, canvasOf(page))
  const before = await page.getByText(/^[\d,]+ in view/).textContent()
  await keyboard.press('+')
  await expect.poll(() => page.getByText(/^[\d,]+ in view/).textContent()).not.toBe(before)
  await tabTo(page, grid(page).getByRole('button', { name: 'Est. value' }))
  await keyboard.press('Enter')
  await grid(page).locator('[aria-sort=ascending]').getByText('Est. value').waitFor()
  await expect.poll(() => grid(page).getAttribute('aria-busy')).toBe(null)
  await tabTo(page, rowAt(page, 0))
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await nameIn(page).waitFor()
  await keyboard.press('Escape')
  await rowAt(page, 1).and(page.locator(':focus')).waitFor()

  await keyboard.press('Space')
  const at = page.locator('[role=row][data-property]:focus')
  for (let last = 1; last < 60; last = Number(await at.getAttribute('data-index'))) await keyboard.press('PageDown')
  await keyboard.press('Shift+Space')
  const chosen = Number(await at.getAttribute('data-index'))
  await tabTo(page, page.getByRole('link', { name: `Order these ${chosen}` }))
  await keyboard.press('Enter')
  await page.waitForURL((to) => to.pathname === '/portal/orders/create')
  await tabTo(page, page.getByLabel('Order name'))
  await keyboard.type('By keyboard')
  await tabTo(page, page.getByLabel('Quantity'))
  await keyboard.press('Control+A')
  await keyboard.type(String(chosen))
  await tabTo(page, button(page, 'Place order'))
  await keyboard.press('Enter')
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await page.getByRole('main').getByText('Completed', { exact: true }).first().waitFor()
  expect(await toast(page, 'error').count()).toBe(0)
})
