import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { usePages } from '../support/use-pages.ts'
import { changeList, createCampaign, visit } from './screens.ts'

const browser = useBrowser()
const { pageErrors } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const usersPath = /\/v1\/admin\/users\?/
const pageButtons = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages of Users' }).evaluate((pages) =>
    [...pages.children]
      .map((child) => child.textContent)
      .join(' ')
      .trim(),
  )

/** Holds requests until the returned function is called. */
async function hold(page: Page, path: RegExp) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    await held
    await route.fallback()
  })
  return release
}

test('while the code of a screen loads, rows of a table without text take its place', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The screen of users shares its name with chunks that the frame needs. `data-table` is none of these.
  const release = await hold(page, /\/assets\/data-(?!table)[^/]*\.js$/)
  await visit(page, '/portal/data')
  const skeleton = page.getByRole('status', { name: 'Loading', exact: true })
  await skeleton.waitFor()
  // The header and ten rows.
  expect({ rows: await skeleton.locator('.mantine-Group-root').count(), text: await skeleton.textContent() }).toEqual({
    rows: 11,
    text: '',
  })
  release()
  await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor()
  await skeleton.waitFor({ state: 'detached' })
})

test('a list says which rows it shows, has strict page numbers, and starts anew with another page size', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await changeList(page, usersPath, (_, query) => ({
    totalCount: 241,
    totalPages: Math.ceil(241 / Number(query.get('limit'))),
  }))
  const release = await hold(page, usersPath)
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
      // Not next to the other list of its screen, which would stay open.
      ['/portal/data', '/v1/admin/datasets/history', paged, 'importPage=0&importLimit=101'],
      ['/portal/orders', '/v1/admin/orders', newestFirst, `${wrongFilters}&kind=LOST&status=LOST`],
      ['/portal/enterprise-orders', '/v1/admin/campaigns/orders', newestFirst, `${wrongFilters}&internalStatus=LOST`],
      ['/portal/coupons', '/v1/coupons', paged, `${wrongPage}&state=LOST`],
      ['/portal/affiliates', '/v1/admin/affiliates', paged, wrongPage],
      ['/portal/webhooks', '/v1/admin/webhooks', paged, `${wrongPage}&state=LOST&userId=me`],
      ['/portal/data', '/v1/admin/datasets', paged, wrongPage],
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
      ['/portal/lists', '/v1/property-lists', paged, wrongPage],
      ['/portal/settings/suppression-lists', '/v1/suppression-lists', paged, wrongPage],
    ],
  ],
] as const)('lists of %s ask with their defaults, and for values that are none as well', async (role, lists) => {
  // Without any campaign their screen has no list.
  if (role === 'enterprise') await createCampaign(browser.url)
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
