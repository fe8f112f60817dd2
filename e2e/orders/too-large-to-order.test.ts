import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { withDatabase } from '../support/portal-database.ts'
import { usePages } from '../support/use-pages.ts'
import { absenteeOutOfState } from './pipeline.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const encodeCriteria = (criteria: Criteria) => encodeURIComponent(JSON.stringify(criteria))

/** Criteria as large as could be saved before there was a limit. */
const largeCriteria: Criteria = {
  location: { cities: Array.from({ length: 1_000 }, (_, at) => `TN:${String(at).padEnd(110, 'X')}`) },
}

test('an order from an unfiltered search asks for filters, and ignores a previous order of the tab', async () => {
  const saver = await createFundedUser(url)
  const { id } = await saver.save('Everything', {})
  const page = await newPage()
  await saver.signIn(page)
  await page.goto(`/portal/orders/create?criteria=${encodeCriteria(absenteeOutOfState)}`)
  await page.getByLabel('Order name').fill('Owners who live elsewhere')
  page.once('dialog', (leaving) => void leaving.accept())
  await page.goto(`/portal/orders/create?saved=${id}`)
  await page.getByText('Choose an audience').waitFor()
  expect(await page.getByLabel('Order name').count()).toBe(0)
})

test('an old search that is too large to order says so before any input, alone and combined', async () => {
  const saver = await createFundedUser(url)
  const [{ id }, { id: other }] = await Promise.all([
    saver.save('Of before', {}),
    saver.save('Out of state', absenteeOutOfState),
  ])
  await withDatabase((client) =>
    client.query('update saved_searches set criteria = $1 where id = $2', [JSON.stringify(largeCriteria), id]),
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
