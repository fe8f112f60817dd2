import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import { adminCreditSettings, creditSettings } from '@dooryard/contract/credits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { criteria, factOf, main, newCustomer, newId } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { balance, button, dialog } from './buyer.ts'
import { whileOrdersWait } from './held-orders.ts'
import { toast } from './person.ts'
import { call } from './portal-process.ts'
import { demo, tokenOf } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(troubles).toEqual([]))

let admin: string
let mail: string
beforeAll(async () => {
  admin = await tokenOf(url, demo('admin'))
  const settings = await call(url, admin, adminCreditSettings.list, {})
  mail = settings.find(({ key }) => key === 'MAIL_READY')?.id ?? ''
})

/** Has leads to mail cost a credit again, as the other tests of this portal find them. */
const atOneCredit = (work: () => Promise<void>) =>
  work().finally(() =>
    call(url, admin, adminCreditSettings.change, { params: { id: mail }, body: { creditRequired: 1 } }),
  )

/** An administrator at the settings of credits. */
async function atSettings(): Promise<Page> {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/credit-settings')
  return page
}

const price = (page: Page) => dialog(page).getByLabel('Credits per lead')
const said = (page: Page) => dialog(page).getByRole('status')
const panelOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Mail Ready', exact: true }) })
const costs = (credits: string, before = '1') => `From the next order on a lead costs ${credits} instead of ${before}.`

/** Types another price, reads what it means, and saves it. */
async function setPrice(page: Page, credits: string, effects: (string | RegExp)[]) {
  await button(page, 'Edit Mail Ready').click()
  await price(page).fill(credits)
  for (const effect of effects) await said(page).getByText(effect).waitFor()
  await button(page, 'Save').click()
  await toast(page, 'Mail Ready is saved').last().waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Has the form of a customer say what leads to mail cost. */
async function priceTold(page: Page, leads: string, sum: string) {
  await page.goto(`/portal/orders/create?criteria=${encodeURIComponent(JSON.stringify(criteria))}`)
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  await page.getByLabel('Quantity').fill(leads)
  await page.getByRole('complementary', { name: 'Cost' }).getByText(sum).waitFor()
}

test('a price says what it bears upon before it is saved, and an order that was placed keeps its own', async () => {
  const customer = await newCustomer(url)
  const theirs = await newPage()
  await customer.signIn(theirs)
  const page = await atSettings()
  let orderId = ''
  await atOneCredit(async () => {
    await whileOrdersWait(customer.id, async () => {
      orderId = await customer.order(`Dear ${newId()}`)
      const kept = /[1-9]\d* orders? under way, with [1-9][\d,]* credits held, keeps? (its|their) price\./
      await setPrice(page, '3', [costs('3 credits'), kept])
      await panelOf(page).getByText('3 credits a lead').waitFor()
      const settings = await call(url, undefined, creditSettings.list, {})
      expect(settings.find(({ key }) => key === 'MAIL_READY')).toMatchObject({ creditRequired: 3 })
      await priceTold(theirs, '60', '60 leads × 3 credits')
    })
    // Chosen, written and paid for while other orders cost three times as much.
    await theirs.goto(`/portal/orders/${orderId}`)
    await main(theirs).getByText('Completed', { exact: true }).first().waitFor()
    expect(await factOf(theirs, 'Price').textContent()).toBe('1 credit a lead')
    expect(await factOf(theirs, 'Spent').textContent()).toBe('50')
    await expect.poll(() => balance(theirs)).toBe(customer.credits - 50)
    await setPrice(page, '1', [costs('1 credit', '3')])
    await panelOf(page).getByText('1 credit a lead').waitFor()
  })
})

/** Keeps what a change bears upon from being said until it is let go. */
async function holdEffects(page: Page) {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${creditSettingEffects.foresee.path.replace('{id}', mail)}`, async (route) => {
    await free
    await route.continue()
  })
  return () => letGo()
}

test('who saves a price before it was said what it means is told first, and saves it by asking again', async () => {
  const page = await atSettings()
  await atOneCredit(async () => {
    await button(page, 'Edit Mail Ready').click()
    const letGo = await holdEffects(page)
    const saves: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && saves.push(request.url()))
    await price(page).fill('4')
    await price(page).press('Enter')
    await said(page).getByText('Looking at what this means…').waitFor()
    await button(page, 'Save').click()
    letGo()
    await said(page).getByText(costs('4 credits')).waitFor()
    await said(page).getByText('Nothing is saved yet. Save once more to go on.').waitFor()
    expect(saves).toEqual([])
    await price(page).press('Enter')
    await toast(page, 'Mail Ready is saved').waitFor()
    await panelOf(page).getByText('4 credits a lead').waitFor()
    expect(saves).toHaveLength(1)
  })
})

test('of a price that is typed over another nothing is said that is of the other', async () => {
  const page = await atSettings()
  await button(page, 'Edit Mail Ready').click()
  await price(page).fill('2')
  await said(page).getByText(costs('2 credits')).waitFor()
  const letGo = await holdEffects(page)
  const asked = page.waitForRequest(`**${creditSettingEffects.foresee.path.replace('{id}', mail)}`)
  await price(page).fill('3')
  await asked
  expect(await said(page).textContent()).toBe('')
  letGo()
  await said(page).getByText(costs('3 credits')).waitFor()
})
