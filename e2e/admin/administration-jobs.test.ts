import { operations } from '@dooryard/contract/admin/operations'
import { account } from '@dooryard/contract/identity/account'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog, readBalance, removeMocks } from '../support/buyer.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { createFundedConsumer, factValue, main, newId } from '../support/impersonation.ts'
import { withDatabase } from '../support/portal-database.ts'
import { call } from '../support/portal-process.ts'
import { withOrdersQueued } from '../support/queued-orders.ts'
import { toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

afterAll(() => expect(pageErrors).toEqual([]))

/** Advances the clock by the interval at which an open screen refreshes. */
const refreshNow = (page: Page) => page.clock.fastForward(5_000)

/** Finds an order by its name among all orders and opens it. */
async function openOrder(page: Page, orderName: string) {
  await page.goto('/portal/orders')
  await page.getByRole('searchbox').fill(orderName)
  // If it is the only order, the list looks the same before the search.
  await page.waitForURL((at) => at.searchParams.get('search') === orderName)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('link', { name: orderName }).click()
  await page.getByRole('heading', { level: 1, name: orderName }).waitFor()
}

test('an order in progress is failed with a reason its owner sees, refunded, and placed again', async () => {
  const orderName = `Stuck ${newId()}`
  const reason = 'No current county data for this audience'
  const customer = await createFundedConsumer(url)
  const owner = await newPage()
  await customer.signIn(owner)
  await owner.goto('/portal/settings/profile')
  const page = await newPage()
  await signIn(page, 'admin')
  await withOrdersQueued(customer.id, async () => {
    const orderId = await customer.order(orderName)
    await owner.goto(`/portal/orders/${orderId}`)
    await expect.poll(() => readBalance(owner)).toBe(customer.credits - 50)
    await openOrder(page, orderName)
    await button(page, 'Fail order…').click()
    await dialog(page).getByText('50 credits on hold are released to Casey Morvane.').waitFor()
    await button(page, 'Fail and release 50 credits').click()
    await dialog(page).getByText('Please give a reason').waitFor()
    await dialog(page).getByLabel('Reason').fill(reason)
    await button(page, 'Fail and release 50 credits').dblclick()
    await toast(page, `${orderName} failed and its credits were released`).waitFor()
    await main(page).getByText('Failed', { exact: true }).first().waitFor()
    await main(owner).getByText(`${reason}. 50 credits were released to you.`).waitFor()
    await expect.poll(() => readBalance(owner)).toBe(customer.credits)
  })

  const failed = page.url()
  await button(page, 'Retry…').click()
  await dialog(page).getByText('50 credits of theirs are held (50 × 1 credit)').waitFor()
  await dialog(page).getByLabel('Reason').fill('The roll has come')
  await button(page, 'Place again').dblclick()
  await toast(page, `${orderName} placed again`).waitFor()
  await page.waitForURL((at) => at.pathname.startsWith('/portal/orders/') && at.href !== failed)
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
  await expect.poll(() => readBalance(owner)).toBe(customer.credits - 50)
  await page.getByRole('link', { name: 'The failed order' }).click()
  await page.waitForURL(failed)
  await page.getByRole('link', { name: 'The new order' }).waitFor()
  expect(await button(page, 'Retry…').count()).toBe(0)

  await page.goto(`/portal/audit-log?object=${failed.split('/').at(-1)}`)
  await page
    .getByRole('row', { name: /Order ended as failed by an administrator/ })
    .getByText(reason)
    .waitFor()
})

/** Sets the job of an order as a worker would leave it. */
const updateJob = (orderId: string, columns: string) =>
  withDatabase((client) =>
    client.query(`update graphile_worker._private_jobs set ${columns} where key = $1`, [`order:${orderId}`]),
  )

test('an order whose attempt fails while an administrator has it open can be retried at once', async () => {
  const orderName = `Worn out ${newId()}`
  const customer = await createFundedConsumer(url)
  const page = await newPage()
  await page.clock.install()
  await signIn(page, 'admin')
  await withOrdersQueued(customer.id, async () => {
    const orderId = await customer.order(orderName)
    // Locked in the future: a lock of an unlisted worker is released after twenty seconds.
    await updateJob(orderId, `attempts = 3, locked_at = now() + interval '1 hour', locked_by = 'e2e'`)
    await openOrder(page, orderName)
    await factValue(page, 'Next try').getByText('Running since').waitFor()
    expect(await button(page, 'Retry…').count()).toBe(0)
    const later = `run_at = now() + interval '1 hour'`
    await updateJob(orderId, `locked_at = null, locked_by = null, last_error = 'The county is away', ${later}`)
    await refreshNow(page)
    await main(page).getByText('The county is away').waitFor()
    expect(await factValue(page, 'Next try').textContent()).not.toContain('Running')
    expect(await factValue(page, 'Tries').textContent()).toContain('3 of ')
    await button(page, 'Retry…').click()
    await dialog(page).getByLabel('Reason').fill('The county is back')
    await button(page, 'Try again now').click()
    await toast(page, `Retrying ${orderName}`).waitFor()
  })
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
})

/** Creates a permanently failed job of a user, which no worker would cause soon; returns its id. */
const exhaustJobs = (userId: string) =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from graphile_worker.add_job('recount-searches', payload => json_build_object('userId', $1::text),
        run_at => now() + interval '1 hour')`,
      [userId],
    )
    const [{ id = '' } = {}] = rows
    await client.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [id])
    return id
  })

/** Deletes jobs, as if other administrators had retried them. */
const deleteJobs = (ids: string[]) =>
  withDatabase((client) => client.query('delete from graphile_worker._private_jobs where id = any($1)', [ids]))

test('retrying jobs keeps the position in the list while it refreshes', async () => {
  const { user } = await call(url, await getToken(url, demoAccount('admin')), account.me, {})
  const page = await newPage()
  await page.clock.install()
  await signIn(page, 'admin')
  // A notice that appears or disappears, such as a slow store, moves the list below it under the mouse.
  await page.route(`**${operations.get.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), notices: [] } })
  })
  await page.goto('/portal/operations?state=FAILED')
  await page.getByRole('heading', { level: 2, name: 'Jobs' }).waitFor()
  const retry = (id: string) => button(page, new RegExp(`^Retry .*, job ${id}$`))
  // A job of another task may fail meanwhile and have such a button too.
  const retryAll = button(page, /^Retry all failed: Count the saved searches of a user /)
  const getRetryAllButton = (count: number) => retryAll.filter({ hasText: `(${count})` })
  const hasFocus = (what: Locator) => what.evaluate((element) => element.matches(':focus'))
  const first = await exhaustJobs(user.id)
  await refreshNow(page)
  await getRetryAllButton(1).waitFor()
  await retry(first).focus()
  const second = await exhaustJobs(user.id)
  await refreshNow(page)
  await getRetryAllButton(2).waitFor()
  expect(await hasFocus(retry(first))).toBe(true)
  // The click starts before the list refreshes and ends after it.
  await retry(first).hover()
  await page.mouse.down()
  const third = await exhaustJobs(user.id)
  await refreshNow(page)
  await getRetryAllButton(3).waitFor()
  await page.mouse.up()
  await toast(page, 'Retrying ').waitFor()
  await retry(first).waitFor({ state: 'detached' })
  const heading = page.getByRole('heading', { level: 2, name: 'Jobs' })
  expect(await hasFocus(heading)).toBe(true)

  await retryAll.focus()
  await deleteJobs([second, third])
  await refreshNow(page)
  await retryAll.waitFor({ state: 'detached' })
  expect(await hasFocus(heading)).toBe(true)
  await removeMocks(page)
})
