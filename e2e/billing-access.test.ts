import { afterAll, expect, test } from 'vitest'
import { actAsNewPerson } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { atCheckout, balance, button, pretend, pretendNoMore } from './buyer.ts'
import { findings } from './findings.ts'
import { newPerson, openSettings, toast } from './person.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)

// A refusal that a test asks for stands on the console too.
afterAll(() => expect(troubles.filter((trouble) => !/status of (404|422)/.test(trouble))).toEqual([]))

test('a purchase made by itself needs a card, and is set within its limits', async () => {
  const page = await openSettings(await newPage(), await newPerson(url), 'pay-as-you-go')
  const automatic = page.getByRole('checkbox', { name: 'Buy a pack automatically when credits run low' })
  await automatic.waitFor()
  expect(await automatic.isDisabled()).toBe(true)
  await button(page, 'Add a card').click()
  await atCheckout(page)
  await button(page, 'Save card').click()
  await page.getByText('Your new card is on file').waitFor()
  await page.goto('/portal/settings/pay-as-you-go')
  await automatic.check()
  await page.getByText('You have 0 credits to spend, fewer than that, so saving buys 500 credits').waitFor()
  await page.getByLabel('Up to').fill('20')
  await button(page, 'Save').click()
  await page.getByText('One pack costs $35.00, so a month needs that much').waitFor()
  await page.getByLabel('Up to').fill('50')
  // The purchase may show before the answer that it follows from.
  await page.route('**/v1/billing/auto-top-up', async (route) => {
    const response = await route.fetch()
    await page.getByText('Spent this month: $35.00 of $50.00').waitFor()
    await route.fulfill({ response })
  })
  await button(page, 'Save').click()
  await toast(page, 'Automatic top-up is on').waitFor()
  await page.unroute('**/v1/billing/auto-top-up')
  await expect.poll(() => balance(page)).toBe(500)
  await page.getByText('Spent this month: $35.00 of $50.00').waitFor()
  await page.goto('/portal/settings/billing')
  await page.getByText(/^Automatic top-up is on: it buys a pack when fewer than 100 credits/).waitFor()
  expect(await page.getByText('Nothing is charged by itself').count()).toBe(0)

  await page.goto('/portal/settings/pay-as-you-go')
  await automatic.uncheck()
  await button(page, 'Save').click()
  await toast(page, 'Automatic top-up is off').waitFor()
  await page.reload()
  await automatic.waitFor()
  expect(await automatic.isChecked()).toBe(false)
})

test('whoever acts as a user is told that money is not theirs to move', async () => {
  const page = await newPage()
  await actAsNewPerson(page, url, 'Asked by phone about a payment')
  await page.goto('/portal/settings/pay-as-you-go')
  await page.getByText('Their plan, their card and their purchases are theirs alone to change.').waitFor()
  expect(await findings(page)).toEqual([])
  expect(await button(page, /^Buy 500 credits/).isDisabled()).toBe(true)
})

test('where nobody takes payments the screens say so and offer no dead buttons', async () => {
  const page = await openSettings(await newPage(), await newPerson(url), 'profile')
  await pretend(page, () => ({ payments: 'OFF' }))
  for (const screen of ['Billing', 'Subscription', 'Pay as you go']) {
    const tab = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: screen, exact: true })
    await tab.click()
    await tab.and(page.locator('[aria-current=page]')).waitFor()
    await page.getByText(/^Payments are switched off on this server/).waitFor()
    const ways = /^(Buy|Subscribe|Add a card|Change|Choose|Keep)/
    expect(await button(page, ways).count()).toBe(0)
    expect(await page.getByRole('main').getByRole('link', { name: ways }).count()).toBe(0)
  }
  await pretendNoMore(page)
})

test('who has nothing to spend credits on is not led to where they are bought', async () => {
  const page = await newPage()
  await signIn(page, 'affiliate')
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await page.goto('/portal/settings/profile')
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['Profile', 'Account'])
  await page.goto('/portal/settings/billing')
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['Profile', 'Account', 'Billing'])
})
