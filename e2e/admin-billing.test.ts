import { adminBilling } from '@dooryard/contract/admin-billing'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { buyerOf } from './buyer.ts'
import { findings } from './findings.ts'
import { newPerson, toast } from './person.ts'
import { call } from './portal-process.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)

// A refund that is refused stands on the console of the browser.
afterAll(() => expect(troubles.filter((trouble) => !trouble.includes('409 (Conflict)'))).toEqual([]))

const smallPack = '00000000-0000-7000-8000-000000000201'

/** A new account that has bought the smallest pack, with a coupon where one is said; gives its email. */
async function buyer(couponCode?: string): Promise<string> {
  const email = await newPerson(url)
  const { begin, buy } = await buyerOf(url, email)
  await buy(await begin({ packId: smallPack, couponCode }))
  return email
}

/** An administrator at one screen of the portal. */
async function adminAt(path: string): Promise<Page> {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto(path)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name })
const closed = (page: Page, name: string | RegExp) => dialog(page, name).waitFor({ state: 'hidden' })

/** The row of something in a table. */
const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

/** What has the focus, as it is called or as it reads. */
const focused = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") || document.activeElement.innerText')

test('a coupon is made, redeemed, stopped and archived, and its affiliate sees what was bought with it', async () => {
  const code = `ADMIN-${Date.now().toString(36)}`.toUpperCase()
  const page = await adminAt('/portal/coupons')
  await button(page, 'Make a coupon').first().click()
  await dialog(page).getByLabel('Code').fill(code.toLowerCase())
  await dialog(page).getByLabel('Percent', { exact: true }).fill('20')
  // A click beside the dialog does not throw away what was typed.
  await page.mouse.click(5, 450)
  await dialog(page).getByLabel('In all at most').fill('10')
  await dialog(page).getByRole('combobox', { name: 'Affiliate' }).click()
  await page.getByRole('option', { name: 'affiliate@dooryard.test' }).click()
  await button(page, 'Save').click()
  await toast(page, `${code} is saved`).waitFor()
  await closed(page, 'Make a coupon')
  await expect.poll(() => focused(page)).toBe('Make a coupon')

  const email = await buyer(code)
  await page.goto(`/portal/coupons?search=${code}`)
  await rowOf(page, code).getByText('1 of 10').waitFor()
  await page.getByRole('link', { name: code }).click()
  await dialog(page).getByRole('row', { name: email }).getByText('$7.00').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(code)

  const affiliate = await newPage()
  await signIn(affiliate, 'affiliate')
  await affiliate.goto('/portal')
  const own = affiliate.getByRole('listitem').filter({ hasText: code })
  await own.getByRole('button', { name: `1 redemption of ${code}` }).click()
  const redemption = dialog(affiliate).getByRole('row', { name: /^Credits/ })
  await redemption.getByText('$7.00').waitFor()
  expect(await affiliate.getByText(email).count()).toBe(0)
  await affiliate.keyboard.press('Escape')
  await closed(affiliate, 'Redemptions')

  await button(page, `Stop ${code}`).click()
  await dialog(page).getByText('used 1 of').or(dialog(page).getByText('used 1 time')).waitFor()
  await dialog(page)
    .getByRole('button', { name: `Stop ${code}` })
    .click()
  await rowOf(page, code).getByText('Stopped').waitFor()
  await button(page, `Archive ${code}`).click()
  await dialog(page)
    .getByRole('button', { name: `Archive ${code}` })
    .click()
  await toast(page, `${code} is archived`).waitFor()
  await page.getByText('No results.').waitFor()
  await affiliate.reload()
  await own.getByText('Archived').waitFor()
  await own.getByRole('button', { name: `1 redemption of ${code}` }).waitFor()
})

test('a plan and a credit setting are edited, and the clock asks before it moves', async () => {
  const page = await adminAt('/portal/plans')
  const setPrice = async (price: string) => {
    await button(page, 'Edit Scale').click()
    await dialog(page).getByLabel('Price a month').fill(price)
    await button(page, 'Save').click()
    await toast(page, 'Scale is saved').last().waitFor()
    await closed(page, 'Edit Scale')
    await rowOf(page, 'Scale')
      .getByText(`$${Number(price).toFixed(2)}`)
      .waitFor()
  }
  await setPrice('489.50')
  await setPrice('499')
  await button(page, '31 days on').click()
  await dialog(page).getByText('Everybody whose payment falls due by then is charged.').waitFor()
  await button(page, 'Cancel').click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await page.getByText(/ahead\.$/).count()).toBe(0)

  await page.goto('/portal/credit-settings')
  const setSmallest = async (leads: string) => {
    await button(page, 'Edit Mail Ready').click()
    await dialog(page).getByLabel('Smallest order').fill(leads)
    // What it means is said first.
    await dialog(page).getByRole('status').getByRole('listitem').first().waitFor()
    await button(page, 'Save').click()
    await closed(page, 'Edit Mail Ready')
    await page.getByText(`${leads} leads`).first().waitFor()
  }
  await setSmallest('60')
  await setSmallest('50')
})

/** Takes credits from somebody while another administrator looks at something. */
async function takeCredits(email: string, amount: number) {
  const admin = { email: 'admin@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body: admin })
  const { items } = await call(url, accessToken, adminUsers.list, { query: { search: email } })
  const body = { userId: items[0]?.id ?? '', amount: -amount, reason: 'Settled by phone' }
  await call(url, accessToken, adminBilling.adjustCredits, { body: { ...body, bucket: 'ON_DEMAND' } })
}

test('credits are given to the one who is named and nobody else, and a payment is refunded', async () => {
  const email = await buyer()
  const page = await adminAt(`/portal/users?search=${encodeURIComponent(email)}`)
  const drawer = dialog(page, 'User')
  await page.getByRole('link', { name: 'Casey Testwell', exact: true }).click()
  await drawer.getByText(email).waitFor()
  await button(page, 'Adjust credits…').click()
  await dialog(page, 'Adjust the credits of Casey Testwell').waitFor()
  // Back leaves the question behind, and it is not asked of whoever comes next.
  await page.goBack()
  await closed(page, /^Adjust/)
  await page.getByRole('link', { name: 'Casey Testwell', exact: true }).click()
  await drawer.getByText(email).waitFor()
  expect(await dialog(page, /^Adjust/).count()).toBe(0)

  await button(page, 'Adjust credits…').click()
  await page.keyboard.press('Escape')
  await closed(page, /^Adjust/)
  expect(await drawer.isVisible()).toBe(true)
  await expect.poll(() => focused(page)).toBe('Adjust credits…')

  await button(page, 'Adjust credits…').click()
  const outcome = dialog(page, /^Adjust/).getByRole('status')
  await outcome.getByText('500 on-demand credits to spend now', { exact: true }).waitFor()
  await page.getByLabel('How many').fill('-501')
  await dialog(page, /^Adjust/)
    .getByText('Casey has 500 on-demand credits to spend', { exact: true })
    .waitFor()
  await page.getByLabel('Reason').fill('For the order that came back short')
  await button(page, 'Take 501 credits from Casey').click()
  await expect.poll(() => page.getByLabel('How many').and(page.locator(':focus')).count()).toBe(1)
  expect(await outcome.textContent()).not.toContain('after')
  await dialog(page, /^Adjust/)
    .getByRole('combobox', { name: 'Which credits' })
    .click()
  await page.getByRole('option', { name: /^Subscription/ }).click()
  await outcome.getByText('Casey has no subscription').waitFor()
  await dialog(page, /^Adjust/)
    .getByRole('combobox', { name: 'Which credits' })
    .click()
  await page.getByRole('option', { name: /^On demand/ }).click()
  await page.getByLabel('How many').fill('250')
  await outcome.getByText(', 750 after').waitFor()
  await page.getByLabel('Reason').fill('For the order that came back short')
  await button(page, 'Give 250 credits to Casey').dblclick()
  await toast(page, 'Casey Testwell has 250 credits more').waitFor()
  const given = drawer.getByRole('row', { name: /For the order that came back short/ })
  await given.getByText('+250').waitFor()
  expect(await given.count()).toBe(1)

  await button(page, /^Refund DY-/).click()
  await dialog(page, /^Refund DY-\d+ of Casey Testwell$/).waitFor()
  const effects = dialog(page, /^Refund/).getByRole('list', { name: 'What becomes of the credits' })
  await effects.getByText('500 of the 500 credits it brought are taken back now.').waitFor()
  await page.getByLabel('Reason').fill('Bought twice by mistake')
  await takeCredits(email, 700)
  await button(page, 'Refund $35.00 to Casey').click()
  await dialog(page, /^Refund/)
    .getByText('Nothing was refunded. Check the new numbers')
    .waitFor()
  await effects.getByText('50 of the 500 credits it brought are taken back now.').waitFor()
  await effects.getByText('450 are no longer on the account: spent, expired or taken off.').waitFor()
  await button(page, 'Refund $35.00 to Casey').click()
  await toast(page, '$35.00 is refunded to Casey Testwell').waitFor()
  await drawer.getByText('Refunded', { exact: true }).waitFor()
  const [note] = await Promise.all([page.waitForEvent('download'), button(page, /^Download credit note/).click()])
  expect(note.suggestedFilename()).toMatch(/^credit-note-DY-CN-\d{6}\.pdf$/)

  // As another tab has it that has not heard of the refund.
  await page.route(/user-transactions/, async (route) => {
    const answer = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'application/json', body: answer.replaceAll('"REFUNDED"', '"PAID"') })
  })
  await page.reload()
  await button(page, /^Refund DY-/).click()
  await dialog(page, /^Refund/)
    .getByText('Refunded already: nothing is left to pay back.')
    .waitFor()
  expect(await button(page, /^Refund \$/).count()).toBe(0)
})

test('an adjustment that is slow says when it is done, though nobody waits at it any more', async () => {
  const email = await newPerson(url)
  const page = await adminAt(`/portal/users?search=${encodeURIComponent(email)}`)
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/adjust-credits', async (route) => {
    await free
    await route.continue()
  })
  await page.getByRole('link', { name: 'Casey Testwell', exact: true }).click()
  await button(page, 'Adjust credits…').click()
  await page.getByLabel('How many').fill('40')
  await page.getByLabel('Reason').fill('For waiting so patiently')
  await button(page, 'Give 40 credits to Casey').click()
  await page.keyboard.press('Escape')
  await dialog(page, /^Adjust/).waitFor()
  await page.goBack()
  await closed(page, /^Adjust/)
  letGo()
  await toast(page, 'Casey Testwell has 40 credits more').waitFor()
})
