import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { type Asker, asked, askerOf, countOn, davidson, lists, numberIn, useFinder } from './finder.ts'

const browser = useBrowser()
const { troubles, url } = browser
const finder = useFinder(browser)

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(url)
})
afterAll(() => expect(troubles).toEqual([]))

test('Enter picks the place that was typed, and never one of those that an earlier text was offered', async () => {
  const page = await finder({ criteria: {}, view: 'table' })
  const box = page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' })
  await box.fill('Memphis')
  await page.getByRole('option', { name: /^Memphis, TN/ }).waitFor()
  const idOfFirst = async () => (await box.getAttribute('aria-activedescendant')) ?? 'none'
  const named = async () => {
    const id = await idOfFirst()
    expect(id).not.toMatch(/\s/)
    return (await page.locator(`[id="${id}"]`).allTextContents())[0]
  }
  await expect.poll(named).toMatch(/^Memphis, TN/)
  const before = await idOfFirst()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/v1\/filters\/.*search=(Nash|Knox)ville/, async (route) => {
    await isReleased
    await route.continue()
  })
  // Typed on, or left by Escape: what was entered before is forgotten.
  await box.fill('Knoxville')
  await box.press('Enter')
  await box.press('Escape')
  await box.fill('Knoxville')
  await box.press('Enter')
  await box.fill('Memphis')
  await page.getByRole('option', { name: /^Memphis, TN/ }).waitFor()
  await box.fill('Nashville')
  // The offers are still those for Memphis.
  await box.press('ArrowDown')
  await box.press('Enter')
  await page
    .getByRole('listbox', { name: 'Places' })
    .and(page.locator('[aria-busy=true]'))
    .waitFor({ state: 'attached' })
  expect(asked(page)).toEqual({})
  release()
  await expect.poll(() => asked(page)).toEqual({ location: { cities: ['TN:NASHVILLE'] } })
  await expect.poll(() => box.inputValue()).toBe('')

  await box.fill('Knoxville')
  await page.getByRole('option', { name: /^Knoxville, TN/ }).waitFor()
  await expect.poll(named).toMatch(/^Knoxville, TN/)
  // Another id, or a screen reader would not say that it stands there now.
  expect(await idOfFirst()).not.toBe(before)
})

test('on a slow line Enter and Tab pick what was typed, and Enter at once what the arrow keys are at if it is called so', async () => {
  const page = await finder({ criteria: {}, view: 'table' })
  const box = page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/v1\/filters\/.*search=(Knoxville|Davidson(%20|\+)County)/, async (route) => {
    await isReleased
    await route.continue()
  })
  await box.fill('Davidson')
  const first = page.getByRole('listbox', { name: 'Places' }).getByRole('option').first()
  await expect.poll(() => first.textContent()).toMatch(/^Davidson County, TN/)
  await box.fill('Davidson County')
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect.poll(() => asked(page)).toEqual(davidson)

  await box.fill('Knoxville')
  await box.press('Enter')
  await box.press('Tab')
  await first.waitFor({ state: 'detached' })
  expect(asked(page)).toEqual(davidson)
  release()
  await expect.poll(() => asked(page)).toEqual({ location: { ...davidson.location, cities: ['TN:KNOXVILLE'] } })
  expect(await box.inputValue()).toBe('')
  expect(await page.getByRole('listbox', { name: 'Places' }).count()).toBe(0)
})

test('while one types, the old count stays until the new one is there', async () => {
  const page = await finder({ criteria: davidson, view: 'table' })
  const before = await countOn(page)
  await page.evaluate(`{
    const said = globalThis.said = []
    const box = document.querySelector('h1').parentElement
    new MutationObserver(() => said.push(box.textContent)).observe(box, { subtree: true, childList: true, characterData: true })
  }`)
  for (const [typed, min] of [
    ['1', 1],
    ['19', 19],
    ['195', 195],
    ['1951', 1951],
    ['2001', 2001],
  ] as const) {
    await page.getByLabel('Year built, at least').fill(typed)
    if (min > 1000) await lists(page, await ask.count({ ...davidson, property: { yearBuilt: { min } } }))
  }
  const said = await page.evaluate<string[]>('said')
  const counts = said.map((text) => /([\d,]+) propert/.exec(text)?.[1]).map((count) => numberIn(count ?? null))
  expect(new Set(counts).size).toBeGreaterThan(1)
  // None of them is nothing, and none of them is no number at all.
  expect(counts.filter((count) => !(count > 0 && count <= before))).toEqual([])
})
