import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { buildFinderUrl, chips, grid, parseCount } from '../finders/finder.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser, demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const criteria: Criteria = { location: { zips: ['37205'] } }
const part = (page: Page, name: RegExp) => page.getByRole('button', { name })

const expectRows = (page: Page, count: number) =>
  expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount')) - 1).toBe(count)

/** The number in a line of a breakdown, without the minus sign. */
const readLine = async (page: Page, label: string) =>
  parseCount(
    await page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${label}`) })
      .locator(':scope > span')
      .last()
      .textContent(),
  )

/** The number of leads whose phones the order's page offers to add, and their price. */
async function readOffer(page: Page): Promise<{ phones: number; credits: number }> {
  const text = await page.getByText(/^Phones for /).textContent()
  const [, phones, credits] = text?.match(/^Phones for (\d+) of these 50 leads · (\d+) credits$/) ?? []
  return { phones: Number(phones), credits: Number(credits) }
}

test('a consumer sees what was purchased, filters by it, and adds phones at the difference', async () => {
  const buyer = await createFundedUser(url)
  const orderId = await buyer.order('First mailing', criteria)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await buyer.signIn(page)
  await page.goto(buildFinderUrl({ criteria }))
  const fresh = parseCount(await part(page, /^[\d,]+ new$/).textContent())
  await part(page, /^50 already purchased$/).waitFor()
  await part(page, /^50 mail$/).click()
  await chips(page).getByText('purchased for mail').waitFor()
  await expectRows(page, 50)

  await page.goto(`/portal/orders/create?type=CALL_READY&criteria=${encodeURIComponent(JSON.stringify(criteria))}`)
  const addPhones = page.getByRole('switch', { name: 'Add phones' })
  await addPhones.waitFor()
  expect(await readLine(page, 'Purchased for mail')).toBe(50)
  const before = await readLine(page, 'Deliverable leads')

  await page.goto(`/portal/orders/${orderId}`)
  const { phones, credits } = await readOffer(page)
  expect(credits).toBe(2 * phones)
  await page.getByRole('link', { name: 'Add phones to these leads' }).click()
  await expect.poll(() => page.getByLabel('Quantity').inputValue()).toBe(String(phones))
  expect(await page.getByLabel('Order name').inputValue()).toBe('Phones for First mailing')
  await page.getByText(`${phones} leads × 2 credits`).waitFor()
  await button(page, 'Place order').click()
  await page.getByText('Still available').waitFor()
  expect(await readLine(page, 'Delivered')).toBe(phones)

  await page.goto(`/portal/orders/create?type=CALL_READY&criteria=${encodeURIComponent(JSON.stringify(criteria))}`)
  await page.getByText('Already purchased with phones').waitFor()
  expect(await readLine(page, 'Purchased for mail')).toBe(50 - phones)
  expect(await readLine(page, 'Deliverable leads')).toBe(before)

  await page.goto(`/portal/orders/${orderId}`)
  await page.getByText('Order breakdown').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('link', { name: 'Add phones to these leads' }).count()).toBe(0)
  await page.goto(buildFinderUrl({ criteria }))
  await part(page, new RegExp(`^${phones} both$`)).click()
  await expectRows(page, phones)
  await part(page, /^[\d,]+ new$/).click()
  await expectRows(page, fresh)
})

test('an enterprise user adds phones to a delivered order by a campaign of its own', async () => {
  const token = await getToken(url, demoAccount('enterprise'))
  const name = `Mailing ${Date.now().toString(36)}`
  const body = { name, campaignType: 'MAIL_READY' as const, criteria: { location: { zips: ['37204'] } } }
  const { id: campaignId } = await call(url, token, campaigns.create, { body })
  const order = { orderName: name, quantity: 50 }
  const { id: orderId } = await call(url, token, orders.place, { params: { campaignId }, body: order })
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.goto(`/portal/campaigns/${campaignId}/orders/${orderId}`)
  const { phones, credits } = await readOffer(page)
  await page.getByRole('link', { name: 'Add phones to these leads' }).click()
  await page.locator('[aria-current="step"]', { hasText: 'Review' }).waitFor()
  expect(await page.getByLabel('Campaign name').inputValue()).toBe(`Phones for ${name}`)
  await page.getByText(`${phones} × 2 credits`, { exact: true }).waitFor()
  // Fewer than the smallest order of a campaign may be left to add.
  await button(page, `Create campaign and order ${phones} leads`).click()
  await page.getByText('Still available').waitFor()
  expect(await readLine(page, 'Delivered')).toBe(phones)
  const spent = page.getByRole('term').filter({ hasText: 'Spent' }).locator('xpath=following-sibling::dd')
  expect(parseCount(await spent.textContent())).toBe(credits)
})
