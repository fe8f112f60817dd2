import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const at = (page: Page) => new URL(page.url()).pathname

test('? lists the shortcuts by area, G and a letter goes to a screen, and a switch turns single keys off', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/users')
  const search = page.getByRole('searchbox', { name: 'Search by name, email or company...' })
  await search.waitFor()
  await page.keyboard.press('?')
  await dialog(page).getByRole('heading', { name: 'Lists' }).waitFor()
  await dialog(page).getByText('Search the list', { exact: true }).waitFor()
  expect(await dialog(page).getByRole('heading', { name: 'Lead finder' }).count()).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  expect(at(page)).toBe('/portal/users')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  await page.keyboard.type('gd?')
  expect(await search.inputValue()).toBe('gd?')
  expect([await dialog(page).count(), at(page)]).toEqual([0, '/portal/users'])
  await search.blur()
  await page.keyboard.press('d')
  // The letter counts for a second and a half after G, which a busy machine may miss.
  const goToData = async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    return at(page)
  }
  await expect.poll(goToData).toBe('/portal/data')

  await page.getByRole('button', { name: /^Account of/ }).click()
  await button(page, 'Keyboard shortcuts').click()
  await dialog(page).getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  expect([await dialog(page).count(), at(page)]).toEqual([0, '/portal/data'])
})
