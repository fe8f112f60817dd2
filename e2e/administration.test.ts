import { account } from '@dooryard/contract/account'
import { adminBilling } from '@dooryard/contract/admin-billing'
import { adminUsers } from '@dooryard/contract/admin-users'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminAt, criteria, factOf, main, newCustomer, newId } from './administrator.ts'
import { useBrowser } from './browser.ts'
import { balance, button, dialog } from './buyer.ts'
import { whileOrdersWait } from './held-orders.ts'
import { rowsOf, saved } from './order-files.ts'
import { newPerson, password, toast } from './person.ts'
import { inDatabase } from './portal-database.ts'
import { call, newDataFolder, removeDataFolder } from './portal-process.ts'
import { demo, tokenOf } from './saver.ts'

const browser = useBrowser()
const { troubles, url } = browser

let folder: string
beforeAll(async () => {
  folder = await newDataFolder()
})
afterAll(() => removeDataFolder(folder))
afterAll(() => expect(troubles).toEqual([]))

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

/** An enterprise user with credits, and what they call with. */
async function newEnterpriseUser() {
  const email = await newPerson(url)
  const admin = await tokenOf(url, demo('admin'))
  const { user } = await call(url, await tokenOf(url, { email, password }), account.me, {})
  const role = { role: 'ENTERPRISE_USER' as const, reason: 'Runs campaigns of their own' }
  await call(url, admin, adminUsers.change, { params: { id: user.id }, body: role })
  const gift = { userId: user.id, bucket: 'ON_DEMAND' as const, amount: 500, reason: 'To begin with' }
  await call(url, admin, adminBilling.adjustCredits, { body: gift })
  return { email, token: await tokenOf(url, { email, password }) }
}

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

test('what an administrator does as a user is done under the administrator’s name, from its reason to its end', async () => {
  const id = newId()
  const reason = `Asked by phone to name a search ${id}`
  const customer = await newCustomer(browser)
  await customer.save(`Wrong ${id}`, criteria)
  const { page, context } = await adminAt(browser, '/portal/users')
  await page.getByRole('searchbox').fill(customer.email)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await button(page, 'Act as Casey Testwell…').click()
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: 'Act as Casey' }).click()
  const banner = page.getByRole('region', { name: 'Acting as another user' })
  await banner.getByText('Acting as Casey Testwell (Consumer User)').waitFor()

  await page.goto('/portal/settings/saved-searches')
  await button(page, `Edit Wrong ${id}`).click()
  await dialog(page).getByLabel('Name').fill(`Right ${id}`)
  await button(page, 'Save').click()
  await toast(page, `“Right ${id}” is saved`).waitFor()
  await customer.page.goto('/portal/settings/saved-searches')
  await row(customer.page, new RegExp(`Right ${id}`)).waitFor()

  await banner.getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/users')
  await button(page, 'Account of Ada Placeholder').waitFor()
  expect(await banner.count()).toBe(0)

  await page.goto(`/portal/audit-log?actor=${customer.id}`)
  const ofAdmin = (what: string) =>
    row(page, new RegExp(what))
      .filter({ hasText: 'admin@dooryard.test' })
      .filter({ hasText: `as ${customer.email}` })
  await ofAdmin('Began to act as a user').getByText(reason).waitFor()
  await ofAdmin('Asked for a change as a user').first().waitFor()
  await ofAdmin('Stopped acting as a user').waitFor()
  await customer.context.close()
  await context.close()
})

test('an order under way is failed for a reason its owner reads, gives back its credits, and is placed again', async () => {
  const orderName = `Stuck ${newId()}`
  const reason = 'The county of this audience has no current roll'
  const customer = await newCustomer(browser)
  const { before } = customer
  const { page, context } = await adminAt(browser, '/portal/users')
  await whileOrdersWait(customer.id, async () => {
    const orderId = await customer.order(orderName)
    await customer.page.goto(`/portal/orders/${orderId}`)
    await expect.poll(() => balance(customer.page)).toBe(before - 50)
    await openOrder(page, orderName)
    await button(page, 'Fail and refund…').click()
    await dialog(page).getByText('50 credits on hold come back to Casey Testwell.').waitFor()
    await button(page, 'Fail and give 50 credits back').click()
    await dialog(page).getByText('Please give a reason').waitFor()
    await dialog(page).getByLabel('Reason').fill(reason)
    await button(page, 'Fail and give 50 credits back').dblclick()
    await toast(page, `${orderName} has failed, and its credits are back`).waitFor()
    await main(page).getByText('Failed', { exact: true }).first().waitFor()
    await main(customer.page).getByText(`${reason}. 50 credits came back to you.`).waitFor()
    await expect.poll(() => balance(customer.page)).toBe(before)
  })

  const failed = page.url()
  await button(page, 'Retry…').click()
  await dialog(page).getByText('50 credits of theirs are held (50 × 1 credit)').waitFor()
  await dialog(page).getByLabel('Reason').fill('The roll has come')
  await button(page, 'Place it again').dblclick()
  await toast(page, `${orderName} is placed again`).waitFor()
  await page.waitForURL((at) => at.pathname.startsWith('/portal/orders/') && at.href !== failed)
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
  await expect.poll(() => balance(customer.page)).toBe(before - 50)
  await page.getByRole('link', { name: 'The order that failed' }).click()
  await page.waitForURL(failed)
  await page.getByRole('link', { name: 'The order in its place' }).waitFor()
  expect(await button(page, 'Retry…').count()).toBe(0)

  await page.goto(`/portal/audit-log?object=${failed.split('/').at(-1)}`)
  await row(page, /Order ended as failed by an administrator/)
    .getByText(reason)
    .waitFor()
  await customer.context.close()
  await context.close()
})

/** Sets the job of an order as a worker would leave it. */
const setJob = (orderId: string, columns: string) =>
  inDatabase((client) =>
    client.query(`update graphile_worker._private_jobs set ${columns} where key = $1`, [`order:${orderId}`]),
  )

test('an order whose try fails while an administrator looks at it can be tried again at once', async () => {
  const orderName = `Worn out ${newId()}`
  const customer = await newCustomer(browser)
  const { page, context } = await adminAt(browser, '/portal/users')
  await whileOrdersWait(customer.id, async () => {
    const orderId = await customer.order(orderName)
    await setJob(orderId, `attempts = 3, locked_at = now(), locked_by = 'e2e'`)
    await openOrder(page, orderName)
    await factOf(page, 'Next try').getByText('Running since').waitFor()
    expect(await button(page, 'Retry…').count()).toBe(0)
    const later = `run_at = now() + interval '1 hour'`
    await setJob(orderId, `locked_at = null, locked_by = null, last_error = 'The county is away', ${later}`)
    await main(page).getByText('The county is away').waitFor()
    expect(await factOf(page, 'Next try').textContent()).not.toContain('Running')
    expect(await factOf(page, 'Tries').textContent()).toContain('3 of ')
    await button(page, 'Retry…').click()
    await dialog(page).getByLabel('Reason').fill('The county is back')
    await button(page, 'Try again now').click()
    await toast(page, `${orderName} is tried again`).waitFor()
  })
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
  await customer.context.close()
  await context.close()
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
  const { page, context } = await adminAt(browser, '/portal/operations?state=FAILED')
  const retry = (id: string) => button(page, new RegExp(`^Retry .*, job ${id}$`))
  const retryAll = button(page, /^Retry all failed: /)
  const retryAllOf = (count: number) => retryAll.filter({ hasText: `(${count})` })
  const hasFocus = (what: Locator) => what.evaluate((element) => element.matches(':focus'))
  const first = await wornOut(user.id)
  await retryAllOf(1).waitFor()
  await retry(first).focus()
  const second = await wornOut(user.id)
  await retryAllOf(2).waitFor()
  expect(await hasFocus(retry(first))).toBe(true)
  // A click that begins before the list is looked at again, and ends after it.
  await retry(first).hover()
  await page.mouse.down()
  const third = await wornOut(user.id)
  await retryAllOf(3).waitFor()
  await page.mouse.up()
  await toast(page, 'tried again now').waitFor()
  await retry(first).waitFor({ state: 'detached' })
  const heading = page.getByRole('heading', { level: 2, name: 'Jobs' })
  expect(await hasFocus(heading)).toBe(true)

  await retryAll.focus()
  await forget([second, third])
  await retryAll.waitFor({ state: 'detached' })
  expect(await hasFocus(heading)).toBe(true)
  await context.close()
})

test('everybody’s campaigns are found by their owner, saved as they are filtered, and opened with their orders', async () => {
  const id = newId()
  const { email, token } = await newEnterpriseUser()
  const create = (name: string) =>
    call(url, token, campaigns.create, { body: { name, campaignType: 'MAIL_READY', criteria } })
  await create(`Idle ${id}`)
  const { id: campaignId } = await create(`Ordered ${id}`)
  const body = { orderName: `Mailing ${id}`, quantity: 50 }
  const { id: orderId } = await call(url, token, orders.place, { params: { campaignId }, body })

  const { page, context } = await adminAt(browser, '/portal/enterprise-campaigns')
  await page.getByRole('searchbox').fill(email)
  await page.getByText('Showing 1 to 2 of 2 results').waitFor()
  await row(page, new RegExp(`Ordered ${id}`))
    .getByText('Casey Testwell')
    .waitFor()
  const all = await rowsOf(await saved(page, folder, 'Export CSV'))
  expect(all.map((line) => Object.values(line).some((cell) => cell === email))).toEqual([true, true])
  await page.getByRole('searchbox').fill(`Ordered ${id}`)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  const [only, ...others] = await rowsOf(await saved(page, folder, 'Export CSV'))
  expect(others).toEqual([])
  expect(Object.values(only ?? {})).toEqual(expect.arrayContaining([`Ordered ${id}`, email, campaignId]))

  await page.getByRole('link', { name: `Ordered ${id}` }).click()
  await page.waitForURL((at) => at.pathname === `/portal/enterprise-campaigns/${campaignId}`)
  await expect.poll(() => page.title()).toBe(`Dooryard | Ordered ${id}`)
  await page.getByRole('link', { name: `Mailing ${id}` }).click()
  await page.waitForURL((at) => at.pathname === `/portal/enterprise-campaigns/${campaignId}/orders/${orderId}`)
  await expect.poll(() => page.title()).toBe('Dooryard | Order Details')
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
  await factOf(page, 'Owner').getByText('Casey Testwell').waitFor()
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: `Ordered ${id}` })
    .click()
  const order = row(page, new RegExp(`Mailing ${id}`))
  await order.getByText('Completed', { exact: true }).waitFor()
  expect(await rowsOf(await saved(page, folder, `Download CSV of Mailing ${id}`))).not.toEqual([])
  await context.close()
})
