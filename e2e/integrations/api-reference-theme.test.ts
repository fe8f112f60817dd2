import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { openReference } from './api-reference.ts'

const browser = useBrowser()
const { pageErrors, open } = browser

// Every rejected request is logged as an error to the console.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('status of 40'))).toEqual([]))

test('a URL opens its endpoint, also in the dark theme, and only those that spend credits say so', async () => {
  const page = await openReference(browser, '/portal/api-reference?call=enterprise.place', { colorScheme: 'dark' })
  const spends = page.getByText('places a real order and spends credits')
  await spends.waitFor()
  expect(await page.getByRole('button', { expanded: true }).filter({ hasText: enterprise.place.path }).count()).toBe(1)
  const background = await page.evaluate('getComputedStyle(document.querySelector("h3").parentElement).backgroundColor')
  expect(background).toBe('rgb(18, 21, 27)')
  await page.goto('/portal/api-reference?call=enterprise.count')
  await page.getByRole('button', { name: 'Execute' }).waitFor()
  expect(await spends.count()).toBe(0)
})

test('a document that fails to load is requested again', async () => {
  const { page } = await open()
  await signIn(page, 'enterprise')
  await page.route('**/v1/openapi.json', (route) => route.fulfill({ status: 404, json: { message: 'Not here' } }))
  await page.goto('/portal/api-reference')
  await page.getByText('The reference could not be loaded').waitFor()
  await page.unroute('**/v1/openapi.json')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
})
