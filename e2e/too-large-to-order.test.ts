import type { Criteria } from '@dooryard/contract/criteria'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { away } from './pipeline.ts'
import { inDatabase } from './portal-database.ts'
import { newSaver } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(troubles).toEqual([]))

const inAddress = (criteria: Criteria) => encodeURIComponent(JSON.stringify(criteria))

/** Criteria as large as they could be saved before there was a limit. */
const large: Criteria = {
  location: { cities: Array.from({ length: 1_000 }, (_, at) => `TN:${String(at).padEnd(110, 'X')}`) },
}

test('an order from a search of everything asks for filters, and is not of what was being ordered in the tab', async () => {
  const saver = await newSaver(url)
  const { id } = await saver.save('Everything', {})
  const page = await newPage()
  await saver.signIn(page)
  await page.goto(`/portal/orders/create?criteria=${inAddress(away)}`)
  await page.getByLabel('Order name').fill('Owners who live elsewhere')
  page.once('dialog', (leaving) => void leaving.accept())
  await page.goto(`/portal/orders/create?saved=${id}`)
  await page.getByText('Choose whom to reach first').waitFor()
  expect(await page.getByLabel('Order name').count()).toBe(0)
})

test('an old search that is too large to order says so before anything is typed, alone and in a stack', async () => {
  const saver = await newSaver(url)
  const [{ id }, { id: other }] = await Promise.all([saver.save('Of before', {}), saver.save('Out of state', away)])
  await inDatabase((client) =>
    client.query('update saved_searches set criteria = $1 where id = $2', [JSON.stringify(large), id]),
  )
  const page = await newPage()
  await saver.signIn(page)
  const size = 'These filters take 117 kB, and 100 kB is the most. Draw fewer or simpler areas, or name fewer places.'
  await page.goto(`/portal/orders/create?saved=${id}`)
  await page.getByText('This audience is too large to be ordered').waitFor()
  await page.getByText(size, { exact: true }).waitFor()
  const searches = encodeURIComponent(JSON.stringify([id, other]))
  await page.goto(`/portal/pipeline-builder?searches=${searches}`)
  await page.getByText(`${size} Or remove a search from the stack: the largest is “Of before”.`).waitFor()
  await page.getByRole('button', { name: 'Remove Of before' }).click()
  await page
    .getByRole('link', { name: /^Order/ })
    .first()
    .waitFor()
})
