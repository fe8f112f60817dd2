import { creditSettingEffects } from '@dooryard/contract/billing/admin/credit-setting-effect'
import { adminCreditSettings, creditSettings } from '@dooryard/contract/billing/credits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog, readBalance } from '../support/buyer.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { createFundedConsumer, criteria, factValue, main, newId } from '../support/impersonation.ts'
import { call } from '../support/portal-process.ts'
import { withOrdersQueued } from '../support/queued-orders.ts'
import { toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

let admin: string
let mail: string
beforeAll(async () => {
  admin = await getToken(url, demoAccount('admin'))
  const settings = await call(url, admin, adminCreditSettings.list, {})
  mail = settings.find(({ key }) => key === 'MAIL_READY')?.id ?? ''
})

/** Restores the Mail Ready price of one credit, which the other tests of this portal expect. */
const restorePriceAfter = (work: () => Promise<void>) =>
  work().finally(() =>
    call(url, admin, adminCreditSettings.change, { params: { id: mail }, body: { creditRequired: 1 } }),
  )

/** Opens the credit settings as an administrator. */
async function openSettings(): Promise<Page> {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/credit-settings')
  return page
}

const priceField = (page: Page) => dialog(page).getByLabel('Credit required')
const effectText = (page: Page) => dialog(page).getByRole('status')
const mailReadyPanel = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Mail Ready', exact: true }) })
const formatCostMessage = (credits: string, before = '1') => `New orders cost ${credits} instead of ${before} per lead.`

/** Enters another price, reads its effects and saves it. */
async function setPrice(page: Page, credits: string, effects: (string | RegExp)[]) {
  await button(page, 'Edit Mail Ready').click()
  await priceField(page).fill(credits)
  for (const effect of effects) await effectText(page).getByText(effect).waitFor()
  await button(page, 'Save').click()
  await toast(page, 'Mail Ready saved').last().waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Expects the order form of a customer to show the price of mail leads. */
async function expectOrderPrice(page: Page, leads: string, sum: string) {
  await page.goto(`/portal/orders/create?criteria=${encodeURIComponent(JSON.stringify(criteria))}`)
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  await page.getByLabel('Quantity').fill(leads)
  await page.getByRole('complementary', { name: 'Cost' }).getByText(sum).waitFor()
}

test('a price shows its effects before it is saved, and placed orders keep their price', async () => {
  const customer = await createFundedConsumer(url)
  const otherUser = await newPage()
  await customer.signIn(otherUser)
  const page = await openSettings()
  let orderId = ''
  await restorePriceAfter(async () => {
    await withOrdersQueued(customer.id, async () => {
      orderId = await customer.order(`Dear ${newId()}`)
      const keepsPrice = /[1-9]\d* orders? in progress, with [1-9][\d,]* credits on hold, keeps? (its|their) price\./
      await setPrice(page, '3', [formatCostMessage('3 credits'), keepsPrice])
      await mailReadyPanel(page).getByText('3 credits', { exact: true }).waitFor()
      const settings = await call(url, undefined, creditSettings.list, {})
      expect(settings.find(({ key }) => key === 'MAIL_READY')).toMatchObject({ creditRequired: 3 })
      await expectOrderPrice(otherUser, '60', '60 leads × 3 credits')
    })
    // Selected, written and paid for while other orders cost three times as much.
    await otherUser.goto(`/portal/orders/${orderId}`)
    await main(otherUser).getByText('Completed', { exact: true }).first().waitFor()
    expect(await factValue(otherUser, 'Price').textContent()).toBe('1 credit per lead')
    expect(await factValue(otherUser, 'Spent').textContent()).toBe('50')
    await expect.poll(() => readBalance(otherUser)).toBe(customer.credits - 50)
    await setPrice(page, '1', [formatCostMessage('1 credit', '3')])
    await mailReadyPanel(page).getByText('1 credit', { exact: true }).waitFor()
  })
})

/** Delays the response with the effects until it is released. */
async function delayEffects(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${creditSettingEffects.foresee.path.replace('{id}', mail)}`, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('saving a price before its effects are shown shows them first, and saves on the second click', async () => {
  const page = await openSettings()
  await restorePriceAfter(async () => {
    await button(page, 'Edit Mail Ready').click()
    const release = await delayEffects(page)
    const saves: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && saves.push(request.url()))
    await priceField(page).fill('4')
    await priceField(page).press('Enter')
    await effectText(page).getByText('Calculating the effect…').waitFor()
    await button(page, 'Save').click()
    release()
    await effectText(page).getByText(formatCostMessage('4 credits')).waitFor()
    await effectText(page).getByText('Not saved yet. Save again to confirm.').waitFor()
    expect(saves).toEqual([])
    await priceField(page).press('Enter')
    await toast(page, 'Mail Ready saved').waitFor()
    await mailReadyPanel(page).getByText('4 credits', { exact: true }).waitFor()
    expect(saves).toHaveLength(1)
  })
})

test('a replaced price never shows the effects of the previous one', async () => {
  const page = await openSettings()
  await button(page, 'Edit Mail Ready').click()
  await priceField(page).fill('2')
  await effectText(page).getByText(formatCostMessage('2 credits')).waitFor()
  const release = await delayEffects(page)
  const requested = page.waitForRequest(`**${creditSettingEffects.foresee.path.replace('{id}', mail)}`)
  await priceField(page).fill('3')
  await requested
  expect(await effectText(page).textContent()).toBe('')
  release()
  await effectText(page).getByText(formatCostMessage('3 credits')).waitFor()
})
