import { getExample } from '@dooryard/contract/api/examples'
import { ListedOrder } from '@dooryard/contract/orders/order'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { waitForPaint } from '../support/page-idle.ts'
import { usePages } from '../support/use-pages.ts'
import { changeList, createCampaign } from './screens.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

let campaignId: string
beforeAll(async () => {
  campaignId = await createCampaign(url)
})

const states = [
  { userFacingStatus: 'PENDING', internalStatus: 'QUEUED' },
  { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING' },
  { userFacingStatus: 'COMPLETED', internalStatus: 'READY' },
  { userFacingStatus: 'FAILED', internalStatus: 'FAILED' },
]
const owner = { id: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34', name: 'Casey Morvane', email: 'casey@example.com' }

/** An order of each status: 1,500 leads to call, ordered on March 5, 2025; the last one to mail. */
const sampleOrders = states.map((status, at) => ({
  ...getExample(ListedOrder),
  ...status,
  id: `b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e3${at}`,
  orderName: `Order ${at + 1}`,
  quantity: 1500,
  deliveredQuantity: 1500,
  campaignType: at === 3 ? 'MAIL_READY' : 'CALL_READY',
  createdAt: '2025-03-05T12:00:00.000Z',
  updatedAt: '2025-03-05T12:00:00.000Z',
  user: owner,
}))

const showSampleOrders = (page: Page) =>
  changeList(page, /\/campaigns(\/[^/]+)?\/orders\?/, () => ({
    items: sampleOrders.map((order) => ({ ...order, campaignId })),
    totalCount: 4,
    totalPages: 1,
  }))

const specified = ['Order Name', 'Outreach Qty', 'Campaign Type', 'Order Date', 'Expire Date', 'Order Status', 'Action']

const readTable = (page: Page) =>
  page
    .locator('table')
    .first()
    .evaluate((table) => {
      const headers = [...table.querySelectorAll('th')].map((cell) => cell.textContent)
      return [...table.querySelectorAll('tbody tr')].map((row) =>
        Object.fromEntries([...row.querySelectorAll('td')].map((cell, at) => [headers[at], cell.textContent])),
      )
    })

/** The text of each element and a property of its style. */
const readStyles = (page: Page, selector: string, property: string) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('${selector}')].map((one) => one.textContent + ' ' + getComputedStyle(one).${property})`,
  )

const readBadges = async (page: Page) => {
  const colors = await readStyles(page, 'tbody [data-status]', 'color')
  const backgrounds = await readStyles(page, 'tbody [data-status]', 'backgroundColor')
  return colors.map((color, at) => `${color} on ${backgrounds[at]?.replace(/^\w+ /, '')}`)
}

test('the orders of a campaign have seven columns, badges by status, and a file once completed', async () => {
  const page = await newPage({ colorScheme: 'light', timezoneId: 'America/Chicago' })
  await signIn(page, 'enterprise')
  await showSampleOrders(page)
  await page.goto(`/portal/campaigns/${campaignId}`)
  await page.getByText('Order 4').waitFor()
  const rows = await readTable(page)
  expect(Object.keys(rows[0] ?? {})).toEqual(specified)
  expect(rows[2]).toMatchObject({
    'Order Name': 'Order 3',
    'Outreach Qty': '1,500',
    'Campaign Type': 'Call Ready',
    'Order Date': 'Mar 5, 2025',
    'Expire Date': 'Apr 4, 2025',
    'Order Status': 'Completed',
    Action: 'Download CSV',
  })
  expect(rows[3]).toMatchObject({ 'Campaign Type': 'Mail Ready', 'Expire Date': '–' })
  const icon = page.getByRole('img', { name: 'Nothing to download' })
  expect(await icon.count()).toBe(3)
  expect(await readStyles(page, 'tbody [role=img]', 'opacity')).toEqual(Array(3).fill(' 0.5'))
  expect(await readBadges(page)).toEqual([
    'Pending rgb(255, 255, 255) on rgb(17, 24, 39)',
    'Processing rgb(255, 255, 255) on rgb(17, 24, 39)',
    'Completed rgb(20, 83, 45) on rgb(220, 252, 231)',
    'Failed rgb(153, 27, 27) on rgb(254, 226, 226)',
  ])
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForPaint(page)
  expect((await readBadges(page)).slice(0, 2)).toEqual([
    'Pending rgb(17, 24, 39) on rgb(241, 244, 248)',
    'Processing rgb(17, 24, 39) on rgb(241, 244, 248)',
  ])

  // A click on a control of a row is for the control, any other opens the order.
  const row = page.locator('tbody tr').nth(1)
  await row
    .locator('td')
    .nth(1)
    .evaluate((cell) => {
      const controls = ['<button>B</button>', '<input>', '<select></select>', '<input type="checkbox">']
      cell.insertAdjacentHTML('beforeend', controls.join(''))
    })
  const list = page.url()
  for (const control of await row.locator('button, input, select').all()) await control.click({ force: true })
  await waitForPaint(page)
  expect(page.url()).toBe(list)
  await page.route(/\/orders\/[^/?]+$/, () => {}) // these orders are only in the list
  await page.getByText('Mar 5, 2025').nth(1).click()
  await page.waitForURL(`**/portal/campaigns/${campaignId}/orders/${sampleOrders[1]?.id}`)
})

test("the administrators' lists of orders have the same columns, and open the administrator's screen", async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'admin')
  await showSampleOrders(page)
  await page.goto('/portal/enterprise-orders')
  await page.getByText('Order 4').waitFor()
  const listColumns = async () =>
    Object.keys((await readTable(page))[0] ?? {}).filter((name) => specified.includes(name))
  expect(await listColumns()).toEqual(specified)
  await page.goto(`/portal/enterprise-campaigns/${campaignId}`)
  await page.getByText('Order 4').waitFor()
  expect(await listColumns()).toEqual(specified)
  expect((await readTable(page))[2]).toMatchObject({ 'Expire Date': 'Apr 4, 2025', Action: 'Download CSV' })
  await page.route(/\/orders\/[^/?]+(\/leads.*)?$/, () => {})
  await page.getByText('Apr 4, 2025').first().click()
  await page.waitForURL(`**/portal/enterprise-campaigns/${campaignId}/orders/${sampleOrders[0]?.id}`)
})
