import { coupons } from '@dooryard/contract/billing/coupons'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'

const { open, pageErrors, url } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

// A list that never had an item shows no filters.
beforeAll(async () => {
  const body = { code: `FILTERS-${Date.now()}`, kind: 'PERCENT', value: 10, appliesTo: 'ANY' } as const
  await call(url, await getToken(url, demoAccount('admin')), coupons.create, { body })
})

test('a list has a search box that says by what, and selects that Clear resets', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto('/portal/coupons')
  const search = page.getByRole('searchbox', { name: 'Search by code...', exact: true })
  expect(await search.getAttribute('placeholder')).toBe('Search by code...')
  const state = page.getByRole('combobox', { name: 'State', exact: true })
  const clear = page.getByRole('button', { name: 'Clear', exact: true })
  expect(await clear.count()).toBe(0)
  await state.selectOption('ARCHIVED')
  await page.waitForURL((at) => at.search === '?state=ARCHIVED')
  await clear.click()
  await page.waitForURL((at) => at.search === '')
  expect(await state.inputValue()).toBe('')
  expect(await clear.count()).toBe(0)
  await context.close()
})
