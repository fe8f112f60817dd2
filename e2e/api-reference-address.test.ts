import { enterprise } from '@dooryard/contract/enterprise'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { call, openReference } from './reference.ts'

const browser = useBrowser()
const { troubles, open, url } = browser

// What is refused is an error on the console, whoever asked for it.
afterAll(() => expect(troubles.filter((trouble) => !trouble.includes('status of 40'))).toEqual([]))

test('an order that is tried has an Idempotency-Key of its own, and another when it is opened again', async () => {
  const page = await openReference(browser)
  const place = call(page, 'POST', enterprise.place.path).getByRole('button')
  const given: string[] = []
  for (const _ of ['once', 'again']) {
    await place.click()
    await page.getByText('with the same Idempotency-Key').waitFor()
    given.push(await page.getByRole('row', { name: 'Idempotency-Key' }).getByRole('textbox').inputValue())
    await place.click()
    await page.getByText('with the same Idempotency-Key').waitFor({ state: 'detached' })
  }
  for (const key of given) expect(key).toMatch(/^[0-9a-f-]{36}$/)
  const document = await (await fetch(`${url}/v1/openapi.json`)).text()
  expect(given.filter((key) => document.includes(key))).toEqual([])
  expect(new Set(given).size).toBe(2)
})

test('the address names the call that was opened last, of those that are open', async () => {
  const page = await openReference(browser)
  const named = () => new URL(page.url()).searchParams.get('call')
  const toggle = (path: string) => call(page, 'POST', path).getByRole('button').click()
  await toggle(enterprise.count.path)
  await expect.poll(named).toBe('enterprise.count')
  await toggle(enterprise.place.path)
  await expect.poll(named).toBe('enterprise.place')
  await toggle(enterprise.place.path)
  await expect.poll(named).toBe('enterprise.count')
  await toggle(enterprise.count.path)
  await expect.poll(named).toBeNull()
})

test('an address opens its call, in the dark as well, and only what spends credits says so', async () => {
  const page = await openReference(browser, '/portal/api-reference?call=enterprise.place', { colorScheme: 'dark' })
  const spends = page.getByText('which spends your credits')
  await spends.waitFor()
  expect(await page.getByRole('button', { expanded: true }).filter({ hasText: enterprise.place.path }).count()).toBe(1)
  const ground = await page.evaluate('getComputedStyle(document.querySelector(".opblock")).backgroundColor')
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
