import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser, demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'
import { absenteeOutOfState } from './pipeline.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const buildFormUrl = (criteria: Criteria) =>
  `/portal/orders/create?type=MAIL_READY&criteria=${encodeURIComponent(JSON.stringify(criteria))}`
const nobody: Criteria = { owner: { name: 'NOBODY IS CALLED THIS' } }

test('a consumer orders from one lead on, and too few credits lead to buying or to a smaller order', async () => {
  const buyer = await createFundedUser(url)
  const page = await newPage()
  await buyer.signIn(page)
  await page.goto(buildFormUrl(absenteeOutOfState))
  const quantity = page.getByLabel('Quantity')
  await expect.poll(() => quantity.inputValue()).toBe('100')
  expect(await page.getByLabel('Order name').inputValue()).toBe('Tennessee · Absentee, out of state')
  await quantity.fill('1')
  await button(page, 'Order this lead').waitFor()
  for (const [typed, problem] of [
    ['-1', 'The smallest order of Mail Ready is 1 lead'],
    ['1.5', 'Quantity must be a whole number'],
    ['100001', 'Quantity must be 100,000 or less'],
    ['', 'Quantity is required'],
  ] as const) {
    await quantity.fill(typed)
    await page.getByText(problem, { exact: true }).waitFor()
    expect(await page.getByRole('complementary', { name: 'Cost' }).getByRole('strong').first().textContent()).toBe('–')
  }
  await page.getByLabel('Order name').fill('Letters')
  await quantity.fill('501')
  await button(page, 'Order the 500 leads your balance covers').waitFor()
  expect(await button(page, 'Place order').count()).toBe(0)
  await page.getByRole('link', { name: 'Buy 1 missing credit', exact: true }).click()
  await page.getByText('Your order needs 1 more credit.').waitFor()
  await page.goto(new URL(page.url()).searchParams.get('back') ?? '')
  await expect.poll(() => page.getByLabel('Order name').inputValue()).toBe('Letters')
  expect(await quantity.inputValue()).toBe('501')
  await button(page, 'Order the 500 leads your balance covers').click()
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await page.getByText('Letters').first().waitFor()
})

test('what was typed for one audience does not show up at another', async () => {
  const buyer = await createFundedUser(url)
  const page = await newPage()
  await buyer.signIn(page)
  await page.goto(buildFormUrl(absenteeOutOfState))
  await page.getByLabel('Order name').fill('Letters')
  await page.getByLabel('Quantity').fill('7')
  page.once('dialog', (leaving) => void leaving.accept())
  await page.goto(buildFormUrl({ location: { zips: ['37203'] } }))
  await expect.poll(() => page.getByLabel('Quantity').inputValue()).toBe('100')
  expect(await page.getByLabel('Order name').inputValue()).toBe('37203')
})

test('an audience without leads cannot be ordered, and the screens say what to do', async () => {
  const buyer = await createFundedUser(url)
  const page = await newPage()
  await buyer.signIn(page)
  await page.goto(buildFormUrl(nobody))
  const reason = 'Nothing matches these filters. Loosen them to find leads.'
  await page.getByText(reason).waitFor()
  expect(await button(page, 'Place order').isDisabled()).toBe(true)

  const body = { name: `Nobody ${Date.now().toString(36)}`, criteria: nobody }
  const search = await call(url, await getToken(url, demoAccount('enterprise')), savedSearches.create, { body })
  const wizard = await newPage()
  await signIn(wizard, 'enterprise')
  await wizard.goto(`/portal/campaigns/create?saved=${search.id}`)
  await wizard.getByRole('radio', { name: /Mail Ready/ }).check()
  await button(wizard, 'Continue').click()
  for (const step of ['Suppression', 'Review']) {
    await wizard.getByText(reason).waitFor()
    await button(wizard, 'Continue').click()
    await wizard.locator('[aria-current="step"]', { hasText: step }).waitFor()
  }
  await wizard.getByText(reason).waitFor()
  expect(await wizard.getByLabel('Campaign name').inputValue()).toBe(body.name)
  expect(await button(wizard, /^Create campaign and order/).isDisabled()).toBe(true)
})
