import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { davidson, propertyHeading, rowAt, useFinder } from './finder.ts'

const browser = useBrowser()
const openFinder = useFinder(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

test('a property is opened and closed by keyboard, and a range of rows is selected', async () => {
  const page = await openFinder({ criteria: davidson, view: 'table' })
  const { keyboard } = page
  await rowAt(page, 0).and(page.locator('[data-property]')).focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await propertyHeading(page).waitFor()
  await keyboard.press('Escape')
  await rowAt(page, 1).and(page.locator(':focus')).waitFor()
  await keyboard.press('Space')
  for (const next of [2, 3, 4]) {
    await keyboard.press('ArrowDown')
    await rowAt(page, next).and(page.locator(':focus')).waitFor()
  }
  await keyboard.press('Shift+Space')
  await page.getByRole('region', { name: 'Selected properties' }).getByText('4 selected').waitFor()
})
