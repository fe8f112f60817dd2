import { enterprise } from '@dooryard/contract/enterprise'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { openReference } from './reference.ts'

const browser = useBrowser()
const { troubles, open } = browser

// What is refused is an error on the console, whoever asked for it.
afterAll(() => expect(troubles.filter((trouble) => !trouble.includes('status of 40'))).toEqual([]))

test('an address opens its call, in the dark as well, and only what spends credits says so', async () => {
  const page = await openReference(browser, '/portal/api-reference?call=enterprise.place', { colorScheme: 'dark' })
  const spends = page.getByText('which spends your credits')
  await spends.waitFor()
  expect(await page.getByRole('button', { expanded: true }).filter({ hasText: enterprise.place.path }).count()).toBe(1)
  const ground = await page.evaluate('getComputedStyle(document.querySelector("h3").parentElement).backgroundColor')
  expect(ground).toBe('rgb(18, 21, 27)')
  await page.goto('/portal/api-reference?call=enterprise.count')
  await page.getByRole('button', { name: 'Execute' }).waitFor()
  expect(await spends.count()).toBe(0)
})

test('a document that cannot be had is asked for again', async () => {
  const { page } = await open()
  await signIn(page, 'enterprise')
  await page.route('**/v1/openapi.json', (route) => route.fulfill({ status: 404, json: { message: 'Not here' } }))
  await page.goto('/portal/api-reference')
  await page.getByText('The reference could not be loaded').waitFor()
  await page.unroute('**/v1/openapi.json')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
})
