import { getExample } from '@dooryard/contract/api/examples'
import { ListedOrder } from '@dooryard/contract/orders/order'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { waitForPaint, waitUntilIdle } from '../support/page-idle.ts'
import { usePages } from '../support/use-pages.ts'
import { createCampaign, visit } from './screens.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

let campaignId: string
beforeAll(async () => {
  campaignId = await createCampaign(url)
})

type ListBody = { items: object[]; totalCount: number; totalPages: number }

/** Changes the answers of a list before the screen sees them. */
const changeList = (page: Page, path: RegExp, change: (body: ListBody, query: URLSearchParams) => Partial<ListBody>) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, ...change(body, new URL(route.request().url()).searchParams) } })
  })

const usersPath = /\/v1\/admin\/users\?/
const pageButtons = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages of Users' }).evaluate((pages) =>
    [...pages.children]
      .map((child) => child.textContent)
      .join(' ')
      .trim(),
  )

test('a list says which rows it shows, has strict page numbers, and starts anew with another page size', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await changeList(page, usersPath, (_, query) => ({
    totalCount: 241,
    totalPages: Math.ceil(241 / Number(query.get('limit'))),
  }))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(usersPath, async (route) => {
    await held
    await route.fallback()
  })
  await page.goto('/portal/users')
  await page.getByRole('table', { name: 'Users, loading' }).waitFor()
  // Rows without cells to read, as many as a page has.
  const loadingRows = page.locator('tbody tr')
  expect({ rows: await loadingRows.count(), text: await loadingRows.allTextContents() }).toEqual({
    rows: 10,
    text: Array(10).fill(''),
  })
  release()
  await page.getByText('Showing 1 to 10 of 241 results').waitFor()
  const size = page.getByLabel('Rows per page')
  expect(await size.inputValue()).toBe('10')
  expect(await size.locator('option').allTextContents()).toEqual(['10', '25', '50'])
  expect(await pageButtons(page)).toBe('1 2 3 … 25')
  for (const [button, numbers, shown] of [
    ['Page 3', '1 2 3 4 5 … 25', '21 to 30'],
    ['Page 5', '1 … 3 4 5 6 7 … 25', '41 to 50'],
    ['Next page', '1 … 4 5 6 7 8 … 25', '51 to 60'],
    ['Last page', '1 … 23 24 25', '241 to 241'],
    ['Previous page', '1 … 22 23 24 25', '231 to 240'],
    ['First page', '1 2 3 … 25', '1 to 10'],
    ['Page 2', '1 2 3 4 … 25', '11 to 20'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(`Showing ${shown} of 241 results`).waitFor()
    expect(await pageButtons(page)).toBe(numbers)
  }
  await size.selectOption('25')
  await page.getByText('Showing 1 to 25 of 241 results').waitFor()
  expect(new URL(page.url()).search).toBe('?limit=25')
  await page.getByLabel('Search by name, email or company...').waitFor()
})

const states = [
  { userFacingStatus: 'PENDING', internalStatus: 'QUEUED' },
  { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING' },
  { userFacingStatus: 'COMPLETED', internalStatus: 'READY' },
  { userFacingStatus: 'FAILED', internalStatus: 'FAILED' },
]
const owner = { id: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34', name: 'Casey Testwell', email: 'casey@example.com' }

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
  page.locator('table').evaluate((table) => {
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

const paged = { page: '1', limit: '10' }
const newestFirst = { ...paged, sort: 'createdAt', order: 'desc' }
const wrongPage = 'page=0&limit=101'
const wrongSort = `${wrongPage}&sort=nothing&order=up`
const wrongFilters = `${wrongSort}&userId=me&campaignType=LOST&fromDate=never&toDate=never`

test.each([
  [
    'admin',
    [
      ['/portal/users', '/v1/admin/users', newestFirst, `${wrongSort}&roles=KING`],
      ['/portal/enterprise-campaigns', '/v1/admin/campaigns', newestFirst, `${wrongFilters}&tab=nowhere`],
      ['/portal/orders', '/v1/admin/orders', newestFirst, `${wrongFilters}&kind=LOST&status=LOST`],
      ['/portal/enterprise-orders', '/v1/admin/campaigns/orders', newestFirst, `${wrongFilters}&internalStatus=LOST`],
      ['/portal/coupons', '/v1/coupons', paged, `${wrongPage}&state=LOST`],
      ['/portal/webhooks', '/v1/admin/webhooks', paged, `${wrongPage}&state=LOST&userId=me`],
      ['/portal/data', '/v1/admin/rolls', paged, wrongPage],
    ],
  ],
  [
    'enterprise',
    [
      [
        '/portal/campaigns',
        '/v1/enterprise-private/campaigns/orders',
        newestFirst,
        `${wrongSort}&status=LOST&campaignType=LOST&from=never&to=never&tab=nowhere`,
      ],
      ['/portal/webhooks', '/v1/webhooks', paged, wrongPage],
      ['/portal/settings/saved-searches', '/v1/save-search', paged, wrongPage],
    ],
  ],
] as const)('lists of %s ask with their defaults, and for values that are none as well', async (role, lists) => {
  const page = await newPage()
  await signIn(page, role)
  await page.goto('/portal/settings/profile')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  const openList = async (path: string, api: string) => {
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === api)
    await visit(page, path)
    const request = await asked
    // Left before its answer, it would be an error of the page.
    await request.response()
    return Object.fromEntries(new URL(request.url()).searchParams)
  }
  for (const isWrong of [false, true])
    for (const [path, api, query, wrong] of lists) {
      // Which list it is, is in the path.
      const { kind: _, tab: _tab, ...asked } = await openList(isWrong ? `${path}?${wrong}` : path, api)
      expect({ path, ...asked }).toEqual({ path, ...query })
    }
})

test('an empty list says so above its hint, with and without a filter', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await changeList(page, /\/v1\/coupons\?/, () => ({ items: [], totalCount: 0, totalPages: 0 }))
  await page.goto('/portal/coupons')
  const list = page.getByRole('region', { name: 'Coupons' })
  await list.getByText('No results.', { exact: true }).waitFor()
  expect(await list.textContent()).toMatch(/^No results\.\S/)
  await page.goto('/portal/coupons?search=nothing')
  await list.getByText('Nothing matches the filters').waitFor()
  await list.getByText('No results.', { exact: true }).waitFor()
  await list.getByRole('button', { name: 'Clear filters' }).click()
  await waitUntilIdle(page)
  expect(new URL(page.url()).search).toBe('')
})
