import { about } from '@dooryard/contract/about'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { button } from '../../support/buyer.ts'
import { createFundedUser, importRoll, row, runDailySearchMails } from '../../support/funded-user.ts'
import { call } from '../../support/portal-process.ts'
import { usePages } from '../../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

test('new and removed matches of a new dataset show on the screens and by mail', async () => {
  const [saver] = await Promise.all([createFundedUser(url), importRoll(url, '56043', { from: 1, to: 20 })])
  const { id } = await saver.save('One county', { location: { counties: ['56043'] } }, true)
  await importRoll(url, '56043', { from: 13, to: 25 })
  await runDailySearchMails(saver.email)
  expect(await saver.getSearch(id)).toMatchObject({ lastCount: 13, changes: { entered: 5, left: 12 } })

  const subjects = async () => {
    const { items } = await call(url, undefined, about.outbox, { query: { to: saver.email } })
    return items.map(({ subject }) => subject).join()
  }
  await expect.poll(subjects, { timeout: 120_000 }).toContain('One county')
  const page = await newPage()
  await saver.signIn(page)
  await page.goto('/portal')
  const changes = page.locator('section', { has: page.getByRole('heading', { name: 'Saved search updates' }) })
  await changes.getByText('5 entered, 12 left').waitFor()
  // It comes later, and moves the link.
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await changes.getByRole('link', { name: 'One county' }).click()
  const drawer = page.getByRole('dialog', { name: 'Changes' })
  const listed = drawer.getByRole('list', { name: 'Properties' }).getByRole('listitem')
  await drawer.getByRole('link', { name: 'New (5)' }).and(page.locator('[aria-current=page]')).waitFor()
  await expect.poll(() => listed.count()).toBe(5)
  await listed
    .getByText(/Example Orchard Ln/i)
    .first()
    .waitFor()
  await drawer.getByRole('link', { name: 'Removed (12)' }).click()
  await expect.poll(() => listed.count()).toBe(10)
  await drawer.getByText('Showing 1 to 10 of 12 results').waitFor()
  await page.reload()
  await drawer.getByText('Showing 1 to 10 of 12 results').waitFor()
  await button(page, 'Mark as seen').click()
  await drawer.waitFor({ state: 'hidden' })
  await row(page, 'One county')
    .getByText(/^None since/)
    .waitFor()
  expect(await saver.getSearch(id)).toMatchObject({ changes: { entered: 0, left: 0 } })
})
