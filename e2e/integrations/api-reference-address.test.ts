import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { openReference, operationHeading } from './api-reference.ts'

const browser = useBrowser()
const { pageErrors, url } = browser

// Every rejected request is logged as an error to the console.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('status of 40'))).toEqual([]))

test('an order that is tried has its own Idempotency-Key, and another one when it is opened again', async () => {
  const page = await openReference(browser)
  const place = operationHeading(page, 'POST', enterprise.place.path).getByRole('button')
  const shownKeys: string[] = []
  for (const _ of ['once', 'again']) {
    await place.click()
    await page.getByText('The same Idempotency-Key returns').waitFor()
    shownKeys.push(await page.getByRole('row', { name: 'Idempotency-Key' }).getByRole('textbox').inputValue())
    await place.click()
    await page.getByText('The same Idempotency-Key returns').waitFor({ state: 'hidden' })
  }
  for (const key of shownKeys) expect(key).toMatch(/^[0-9a-f-]{36}$/)
  const document = await (await fetch(`${url}/v1/openapi.json`)).text()
  expect(shownKeys.filter((key) => document.includes(key))).toEqual([])
  expect(new Set(shownKeys).size).toBe(2)
})

test('the URL names the endpoint that was opened last, of those that are open', async () => {
  const page = await openReference(browser)
  const named = () => new URL(page.url()).searchParams.get('call')
  const toggle = (path: string) => operationHeading(page, 'POST', path).getByRole('button').click()
  await toggle(enterprise.count.path)
  await expect.poll(named).toBe('enterprise.count')
  await toggle(enterprise.place.path)
  await expect.poll(named).toBe('enterprise.place')
  await toggle(enterprise.place.path)
  await expect.poll(named).toBe('enterprise.count')
  await toggle(enterprise.count.path)
  await expect.poll(named).toBeNull()
})

test('an endpoint that is closed by mistake keeps its input', async () => {
  const page = await openReference(browser)
  const { path } = enterprise.count
  const toggle = () => operationHeading(page, 'POST', path).getByRole('button').click()
  const body = page.getByLabel('Request body')
  await toggle()
  await body.fill('{"filters":{}}')
  await toggle()
  await body.waitFor({ state: 'hidden' })
  await toggle()
  expect(await body.inputValue()).toBe('{"filters":{}}')
})

test('a link to the last event opens it at the top, and one to an unknown endpoint opens nothing', async () => {
  const page = await openReference(browser, '/portal/api-reference?call=events.webhook.test')
  const opened = page.locator('h3 [aria-expanded=true]')
  await expect.poll(async () => (await opened.boundingBox())?.y).toBeLessThan(200)
  await page.goto('/portal/api-reference?call=orders.paint')
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
  expect(await opened.count()).toBe(0)
})
