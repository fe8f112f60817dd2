import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import {
  createFinderApi,
  davidson,
  expectTableCount,
  type FinderApi,
  getCriteria,
  parseCount,
  readCount,
  useFinder,
} from './finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

test('Enter picks the typed place, and never a suggestion for an earlier text', async () => {
  const page = await openFinder({ criteria: {}, view: 'table' })
  const box = page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' })
  await box.fill('Memphis')
  await page.getByRole('option', { name: /^Memphis, TN/ }).waitFor()
  const getFirstId = async () => (await box.getAttribute('aria-activedescendant')) ?? 'none'
  const named = async () => {
    const id = await getFirstId()
    expect(id).not.toMatch(/\s/)
    return (await page.locator(`[id="${id}"]`).allTextContents())[0]
  }
  await expect.poll(named).toMatch(/^Memphis, TN/)
  const before = await getFirstId()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/v1\/filters\/.*search=(Nash|Knox)ville/, async (route) => {
    await isReleased
    await route.continue()
  })
  // Further typing or Escape discards the pending Enter.
  await box.fill('Knoxville')
  await box.press('Enter')
  await box.press('Escape')
  await box.fill('Knoxville')
  await box.press('Enter')
  await box.fill('Memphis')
  await page.getByRole('option', { name: /^Memphis, TN/ }).waitFor()
  await box.fill('Nashville')
  // The suggestions are still those for Memphis.
  await box.press('ArrowDown')
  await box.press('Enter')
  await page
    .getByRole('listbox', { name: 'Places' })
    .and(page.locator('[aria-busy=true]'))
    .waitFor({ state: 'attached' })
  expect(getCriteria(page)).toEqual({})
  release()
  await expect.poll(() => getCriteria(page)).toEqual({ location: { cities: ['TN:NASHVILLE'] } })
  await expect.poll(() => box.inputValue()).toBe('')

  await box.fill('Knoxville')
  await page.getByRole('option', { name: /^Knoxville, TN/ }).waitFor()
  await expect.poll(named).toMatch(/^Knoxville, TN/)
  // Another id, or a screen reader would not announce it.
  expect(await getFirstId()).not.toBe(before)
})

test('on a slow connection Enter and Tab pick the typed text, and Enter at once the highlighted match', async () => {
  const page = await openFinder({ criteria: {}, view: 'table' })
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
  await expect.poll(() => getCriteria(page)).toEqual(davidson)

  await box.fill('Knoxville')
  await box.press('Enter')
  await box.press('Tab')
  await first.waitFor({ state: 'detached' })
  expect(getCriteria(page)).toEqual(davidson)
  release()
  await expect.poll(() => getCriteria(page)).toEqual({ location: { ...davidson.location, cities: ['TN:KNOXVILLE'] } })
  expect(await box.inputValue()).toBe('')
  expect(await page.getByRole('listbox', { name: 'Places' }).count()).toBe(0)
})

test('while the user types, the old count stays until the new one has loaded', async () => {
  const page = await openFinder({ criteria: davidson, view: 'table' })
  const before = await readCount(page)
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
    if (min > 1000) await expectTableCount(page, await api.count({ ...davidson, property: { yearBuilt: { min } } }))
  }
  const summaryTexts = await page.evaluate<string[]>('said')
  const counts = summaryTexts
    .map((text) => /([\d,]+) (propert|new)/.exec(text)?.[1])
    .map((count) => parseCount(count ?? null))
  expect(new Set(counts).size).toBeGreaterThan(1)
  // No count is zero, and none is not a number.
  expect(counts.filter((count) => !(count > 0 && count <= before))).toEqual([])
})
