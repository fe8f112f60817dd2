import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { type Asker, agrees, askerOf, countOn, davidson, finderAt, lists } from './finder.ts'
import { stands } from './still.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(url)
})
afterAll(() => expect(troubles).toEqual([]))

const mapCode = /\/assets\/(property-map|places-map|use-map|maplibre)/

test('the code of the map comes when a map is shown, and not before', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await page.goto(finderAt({ criteria: davidson, view: 'table' }))
  await expect.poll(() => countOn(page)).toBe(await ask.count(davidson))
  await stands(page)
  expect(loaded).toEqual([])
  await page.getByRole('radio', { name: 'Map and table' }).check({ force: true })
  await agrees(page, await ask.count(davidson))
  expect(loaded.length).toBeGreaterThan(1)
})

test('a browser that cannot draw a map says so, and shows everything in the table', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await page.goto(finderAt({ criteria: davidson }))
  await page.getByText('This browser cannot show the map').waitFor()
  await lists(page, await ask.count(davidson))
  expect(loaded).toEqual([])
})
