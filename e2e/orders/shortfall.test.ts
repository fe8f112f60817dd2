import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { account } from '@dooryard/contract/identity/account'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { signIn, startSession, useBrowser } from '../support/browser.ts'
import { button, readBalance, waitForCheckout } from '../support/buyer.ts'
import { createFundedUser, demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { withOrdersQueued } from '../support/queued-orders.ts'
import { toast } from '../support/test-user.ts'
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
    ['-1', 'The minimum Mail Ready order is 1 lead'],
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
  const repeat = page.getByLabel('Repeat this order')
  await repeat.check()
  await page.getByRole('link', { name: 'Buy 1 missing credit', exact: true }).click()
  await page.getByText('Your order needs 1 more credit.').waitFor()
  await page.goto(new URL(page.url()).searchParams.get('back') ?? '')
  await expect.poll(() => page.getByLabel('Order name').inputValue()).toBe('Letters')
  expect(await quantity.inputValue()).toBe('501')
  expect(await repeat.isChecked()).toBe(true)
  await repeat.uncheck()
  await button(page, 'Order the 500 leads your balance covers').click()
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await page.getByText('Letters').first().waitFor()
})

test('an order is placed once its missing credits are bought, if the buyer agreed, and not after a cancelled payment', async () => {
  const buyer = await createFundedUser(url)
  const page = await newPage()
  await buyer.signIn(page)
  await page.goto(buildFormUrl(absenteeOutOfState))
  await page.getByLabel('Order name').fill('Letters')
  await page.getByLabel('Quantity').fill('501')
  const choice = page.getByLabel('Place the order once the credits are here')
  expect(await choice.isChecked()).toBe(false)
  await choice.check()
  const buyPack = async () => {
    await page.getByRole('link', { name: 'Buy 1 missing credit', exact: true }).click()
    await page.getByText('Your order needs 1 more credit. We place it as soon as you have them.').waitFor()
    await button(page, /^Buy 500 credits/).click()
    await waitForCheckout(page)
  }
  await buyPack()
  await button(page, 'Cancel and go back').click()
  await page.getByText('Nothing was charged.').waitFor()
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await page.getByText('You left before paying, so the order was not placed.').waitFor()
  await choice.check()
  await buyPack()
  await button(page, /^Pay \$/).click()
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await toast(page, 'Credits added and Letters placed').waitFor()
  // Neither going back nor the form places it again.
  await page.goBack()
  await page.goto('/portal/orders/create')
  await page.goto('/portal')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
})

test('a campaign is created with its first order once the credits are bought, as agreed in the wizard', async () => {
  const credentials = demoAccount('enterprise')
  const token = await getToken(url, credentials)
  const { user } = await call(url, token, account.me, {})
  const body = { name: `Agreed ${Date.now().toString(36)}`, criteria: { location: { states: ['TN'] } } }
  const search = await call(url, token, savedSearches.create, { body })
  const page = await newPage()
  await startSession(page, credentials)
  await page.goto(`/portal/campaigns/create?saved=${search.id}`)
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  for (const step of ['Audience', 'Suppression', 'Review']) {
    await button(page, 'Continue').click()
    await page.locator('[aria-current="step"]', { hasText: step }).waitFor()
  }
  const leads = (await readBalance(page)) + 1
  await page.getByLabel('Quantity').fill(String(leads))
  await page.getByLabel('Deliver first').selectOption('Equity, highest first')
  await page.getByLabel('Place the order once the credits are here').check()
  await page.getByRole('link', { name: 'Buy 1 missing credit', exact: true }).click()
  await button(page, /^Buy 500 credits/).click()
  await waitForCheckout(page)
  // The other tests need the credits of this user.
  await withOrdersQueued(user.id, async () => {
    await button(page, /^Pay \$/).click()
    await page.waitForURL(/\/portal\/campaigns\/[0-9a-f-]{36}\/orders\/[0-9a-f-]{36}$/)
    const [campaignId = '', , orderId = ''] = page.url().split('/').slice(-3)
    const params = { campaignId, orderId }
    const order = await call(url, token, orders.change, { params, body: { cancel: true } })
    expect(order).toMatchObject({ quantity: leads, sort: { by: 'equityAmount', order: 'desc' }, onePerOwner: true })
  })
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
