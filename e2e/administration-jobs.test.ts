import { account } from '@dooryard/contract/account'
import { operations } from '@dooryard/contract/operations'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { factOf, main, newCustomer, newId } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { balance, button, dialog, pretendNoMore } from './buyer.ts'
import { whileOrdersWait } from './held-orders.ts'
import { toast } from './person.ts'
import { inDatabase } from './portal-database.ts'
import { call } from './portal-process.ts'
import { demo, tokenOf } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)

afterAll(() => expect(troubles).toEqual([]))

/** Lets the time pass after which an open screen asks again. */
const lookAgain = (page: Page) => page.clock.fastForward(5_000)

/** Finds an order by its name among everybody's, and opens it. */
async function openOrder(page: Page, orderName: string) {
  await page.goto('/portal/orders')
  await page.getByRole('searchbox').fill(orderName)
  // Where it is the only order there is, the list looks the same before the search.
  await page.waitForURL((at) => at.searchParams.get('search') === orderName)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('link', { name: orderName }).click()
  await page.getByRole('heading', { level: 1, name: orderName }).waitFor()
}

test('an order under way is failed for a reason its owner reads, gives back its credits, and is placed again', async () => {
  const orderName = `Stuck ${newId()}`
  const reason = 'The county of this audience has no current roll'
  const customer = await newCustomer(url)
  const owner = await newPage()
  await customer.signIn(owner)
  await owner.goto('/portal/settings/profile')
  const page = await newPage()
  await signIn(page, 'admin')
  await whileOrdersWait(customer.id, async () => {
    const orderId = await customer.order(orderName)
    await owner.goto(`/portal/orders/${orderId}`)
    await expect.poll(() => balance(owner)).toBe(customer.credits - 50)
    await openOrder(page, orderName)
    await button(page, 'Fail and refund…').click()
    await dialog(page).getByText('50 credits on hold come back to Casey Testwell.').waitFor()
    await button(page, 'Fail and give 50 credits back').click()
    await dialog(page).getByText('Please give a reason').waitFor()
    await dialog(page).getByLabel('Reason').fill(reason)
    await button(page, 'Fail and give 50 credits back').dblclick()
    await toast(page, `${orderName} has failed, and its credits are back`).waitFor()
    await main(page).getByText('Failed', { exact: true }).first().waitFor()
    await main(owner).getByText(`${reason}. 50 credits came back to you.`).waitFor()
    await expect.poll(() => balance(owner)).toBe(customer.credits)
  })

  const failed = page.url()
  await button(page, 'Retry…').click()
  await dialog(page).getByText('50 credits of theirs are held (50 × 1 credit)').waitFor()
  await dialog(page).getByLabel('Reason').fill('The roll has come')
  await button(page, 'Place it again').dblclick()
  await toast(page, `${orderName} is placed again`).waitFor()
  await page.waitForURL((at) => at.pathname.startsWith('/portal/orders/') && at.href !== failed)
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
  await expect.poll(() => balance(owner)).toBe(customer.credits - 50)
  await page.getByRole('link', { name: 'The order that failed' }).click()
  await page.waitForURL(failed)
  await page.getByRole('link', { name: 'The order in its place' }).waitFor()
  expect(await button(page, 'Retry…').count()).toBe(0)

  await page.goto(`/portal/audit-log?object=${failed.split('/').at(-1)}`)
  await page
    .getByRole('row', { name: /Order ended as failed by an administrator/ })
    .getByText(reason)
    .waitFor()
})

/** Sets the job of an order as a worker would leave it. */
const setJob = (orderId: string, columns: string) =>
  inDatabase((client) =>
    client.query(`update graphile_worker._private_jobs set ${columns} where key = $1`, [`order:${orderId}`]),
  )

test('an order whose try fails while an administrator looks at it can be tried again at once', async () => {
  const orderName = `Worn out ${newId()}`
  const customer = await newCustomer(url)
  const page = await newPage()
  await page.clock.install()
  await signIn(page, 'admin')
  await whileOrdersWait(customer.id, async () => {
    const orderId = await customer.order(orderName)
    // Locked in the future: a lock of a worker that is not listed is released after twenty seconds.
    await setJob(orderId, `attempts = 3, locked_at = now() + interval '1 hour', locked_by = 'e2e'`)
    await openOrder(page, orderName)
    await factOf(page, 'Next try').getByText('Running since').waitFor()
    expect(await button(page, 'Retry…').count()).toBe(0)
    const later = `run_at = now() + interval '1 hour'`
    await setJob(orderId, `locked_at = null, locked_by = null, last_error = 'The county is away', ${later}`)
    await lookAgain(page)
    await main(page).getByText('The county is away').waitFor()
    expect(await factOf(page, 'Next try').textContent()).not.toContain('Running')
    expect(await factOf(page, 'Tries').textContent()).toContain('3 of ')
    await button(page, 'Retry…').click()
    await dialog(page).getByLabel('Reason').fill('The county is back')
    await button(page, 'Try again now').click()
    await toast(page, `${orderName} is tried again`).waitFor()
  })
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
})

/** Leaves a job of somebody that has failed for good, as no worker would bring about soon; gives its id. */
const wornOut = (userId: string) =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from graphile_worker.add_job('recount-searches', payload => json_build_object('userId', $1::text),
        run_at => now() + interval '1 hour')`,
      [userId],
    )
    const [{ id = '' } = {}] = rows
    await client.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [id])
    return id
  })

/** Takes jobs away, as if others had had them tried again. */
const forget = (ids: string[]) =>
  inDatabase((client) => client.query('delete from graphile_worker._private_jobs where id = any($1)', [ids]))

test('who has jobs tried again keeps their place while the list is looked at again and again', async () => {
  const { user } = await call(url, await tokenOf(url, demo('admin')), account.me, {})
  const page = await newPage()
  await page.clock.install()
  await signIn(page, 'admin')
  // A notice that comes or goes, as that a store was slow just now, moves the list below it under the mouse.
  await page.route(`**${operations.get.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), notices: [] } })
  })
  await page.goto('/portal/operations?state=FAILED')
  await page.getByRole('heading', { level: 2, name: 'Jobs' }).waitFor()
  const retry = (id: string) => button(page, new RegExp(`^Retry .*, job ${id}$`))
  // A job of another kind may fail meanwhile and have such a button, too.
  const retryAll = button(page, /^Retry all failed: Count the saved searches of a user /)
  const retryAllOf = (count: number) => retryAll.filter({ hasText: `(${count})` })
  const hasFocus = (what: Locator) => what.evaluate((element) => element.matches(':focus'))
  const first = await wornOut(user.id)
  await lookAgain(page)
  await retryAllOf(1).waitFor()
  await retry(first).focus()
  const second = await wornOut(user.id)
  await lookAgain(page)
  await retryAllOf(2).waitFor()
  expect(await hasFocus(retry(first))).toBe(true)
  // A click that begins before the list is looked at again, and ends after it.
  await retry(first).hover()
  await page.mouse.down()
  const third = await wornOut(user.id)
  await lookAgain(page)
  await retryAllOf(3).waitFor()
  await page.mouse.up()
  await toast(page, 'tried again now').waitFor()
  await retry(first).waitFor({ state: 'detached' })
  const heading = page.getByRole('heading', { level: 2, name: 'Jobs' })
  expect(await hasFocus(heading)).toBe(true)

  await retryAll.focus()
  await forget([second, third])
  await lookAgain(page)
  await retryAll.waitFor({ state: 'detached' })
  expect(await hasFocus(heading)).toBe(true)
  await pretendNoMore(page)
})
