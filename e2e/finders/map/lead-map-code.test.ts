import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../../support/browser.ts'
import { waitUntilIdle } from '../../support/page-idle.ts'
import { usePages } from '../../support/use-pages.ts'
import {
  buildFinderUrl,
  createFinderApi,
  davidson,
  expectAllCounts,
  expectTableCount,
  type FinderApi,
  readCount,
} from '../finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

const mapCode = /\/assets\/(property-map|places-map|use-map|maplibre)/

test('the code of the map loads when a map is shown, and not before', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await page.goto(buildFinderUrl({ criteria: davidson, view: 'table' }))
  await expect.poll(() => readCount(page)).toBe(await api.count(davidson))
  await waitUntilIdle(page)
  expect(loaded).toEqual([])
  await page.getByRole('radio', { name: 'Map and table' }).check({ force: true })
  await expectAllCounts(page, await api.count(davidson))
  expect(loaded.length).toBeGreaterThan(1)
})

test('a browser that cannot draw a map says so, and shows everything in the table', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await page.goto(buildFinderUrl({ criteria: davidson }))
  await page.getByText('This browser cannot show the map').waitFor()
  await expectTableCount(page, await api.count(davidson))
  expect(loaded).toEqual([])
})
