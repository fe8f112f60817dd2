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
