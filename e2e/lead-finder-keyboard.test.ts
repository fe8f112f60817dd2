import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { davidson, nameIn, rowAt, useFinder } from './finder.ts'

const browser = useBrowser()
const finder = useFinder(browser)
afterAll(() => expect(browser.troubles).toEqual([]))

test('by the keyboard a property is opened and left, and rows are selected from one to another', async () => {
  const page = await finder({ criteria: davidson, view: 'table' })
  const { keyboard } = page
  await rowAt(page, 0).and(page.locator('[data-property]')).focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await nameIn(page).waitFor()
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
