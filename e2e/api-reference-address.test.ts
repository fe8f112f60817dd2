import { enterprise } from '@dooryard/contract/enterprise'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { call, openReference } from './reference.ts'

const browser = useBrowser()
const { troubles, url } = browser

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
    await page.getByText('with the same Idempotency-Key').waitFor({ state: 'hidden' })
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

test('a call that is closed by mistake keeps what was typed', async () => {
  const page = await openReference(browser)
  const { path } = enterprise.count
  const toggle = () => call(page, 'POST', path).getByRole('button').click()
  const body = page.getByLabel('Request body')
  await toggle()
  await body.fill('{"filters":{}}')
  await toggle()
  await body.waitFor({ state: 'hidden' })
  await toggle()
  expect(await body.inputValue()).toBe('{"filters":{}}')
})

test('a link to the last event opens it at the top, and one to a call that does not exist opens nothing', async () => {
  const page = await openReference(browser, '/portal/api-reference?call=events.webhook.test')
  const opened = page.locator('h3 [aria-expanded=true]')
  await expect.poll(async () => (await opened.boundingBox())?.y).toBeLessThan(200)
  await page.goto('/portal/api-reference?call=orders.paint')
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
  expect(await opened.count()).toBe(0)
})
