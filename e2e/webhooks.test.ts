import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button, dialog } from './buyer.ts'
import { toast } from './person.ts'
import { openReceiver, type Received } from './receiver.ts'

const { open, troubles } = useBrowser()

let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => {
  receiver.close()
  expect(troubles).toEqual([])
})

const verifies = (secret: string, { body, headers }: Received) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

const secretOn = async (page: Page) => (await page.getByText(/^whsec_[A-Za-z0-9+/=]+$/).textContent()) ?? ''

/** The rows of the log that say how an attempt ended. */
const rows = (page: Page, status: string) => page.getByRole('row').filter({ hasText: status })

async function sendTest(page: Page, kind = 'webhook.test') {
  await button(page, 'Send test event…').click()
  await dialog(page).getByLabel('Event').selectOption(kind)
  await dialog(page).getByRole('button', { name: 'Send' }).dblclick()
  await dialog(page).waitFor({ state: 'hidden' })
}

async function makeWebhook(page: Page): Promise<string> {
  await page.goto('/portal/webhooks')
  await button(page, 'Add a webhook').first().click()
  await button(page, 'Add webhook').click()
  await dialog(page).getByText('URL is required').waitFor()
  await dialog(page).getByText('Choose at least one event').waitFor()
  await dialog(page).getByLabel('URL').fill(receiver.url)
  await dialog(page).getByLabel('Description').fill('Orders into the CRM')
  await dialog(page).getByRole('group', { name: 'Orders' }).getByLabel('Select all').check()
  await button(page, 'Add webhook').click()
  await dialog(page).getByText('Your webhook is ready').waitFor()
  return secretOn(page)
}

test('a webhook is made, tested, mended, given a new secret and deleted', { timeout: 300_000 }, async () => {
  const { page } = await open()
  await signIn(page, 'enterprise')

  const secret = await makeWebhook(page)
  await button(page, 'Send test event').click()
  await page.waitForURL((at) => /^\/portal\/webhooks\/[\da-f-]{36}$/.test(at.pathname))
  const first = await receiver.last(1)
  expect(verifies(secret, first)).toBe(true)
  expect(verifies('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', first)).toBe(false)
  expect(JSON.parse(first.body)).toMatchObject({ type: 'webhook.test', isTest: true })
  await rows(page, 'Succeeded').first().waitFor()
  await page.getByText('100% of 1').waitFor()

  receiver.answer.status = 500
  await sendTest(page, 'order.completed')
  await rows(page, 'Failed').first().getByText('500').waitFor()
  await page
    .getByText(/^Failing since/)
    .first()
    .waitFor()
  receiver.answer.status = 204
  await rows(page, 'Failed').first().getByRole('link', { name: 'Order completed' }).click()
  await dialog(page).getByText('The endpoint answered 500.').waitFor()
  expect(new URL(page.url()).searchParams.get('attempt')).toMatch(/^[\da-f-]{36}$/)
  await page.reload()
  await dialog(page).getByText('"order.completed"').waitFor()
  await dialog(page).getByRole('button', { name: 'Send again', exact: true }).click()
  await toast(page, '1 event is sent again').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => rows(page, 'Succeeded').count()).toBe(2)
  const completed = receiver.received.filter(({ body }) => body.includes('"order.completed"'))
  expect(new Set(completed.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await page.getByText('Active', { exact: true }).first().waitFor()

  receiver.answer.status = 503
  await sendTest(page, 'credits.low')
  await rows(page, 'Failed').filter({ hasText: '503' }).first().waitFor()
  await button(page, 'Disable').click()
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  await page.getByText('You disabled it').waitFor()
  expect(await button(page, 'Send test event…').isDisabled()).toBe(true)
  expect(await button(page, 'Send again what failed…').isDisabled()).toBe(true)
  await button(page, 'Enable').first().click()
  await page.getByText('You disabled it').waitFor({ state: 'hidden' })
  receiver.answer.status = 204
  await button(page, 'Send again what failed…').click()
  await dialog(page).getByLabel('What failed since').selectOption({ label: 'An hour ago' })
  await dialog(page).getByRole('button', { name: 'Send again' }).dblclick()
  // Of the three events two were taken by now.
  await toast(page, '1 event is sent again').last().waitFor()
  await expect.poll(() => rows(page, 'Succeeded').count()).toBe(3)
  await button(page, 'Send again what failed…').click()
  await dialog(page).getByRole('button', { name: 'Send again' }).click()
  await toast(page, 'There is nothing to send again').waitFor()

  await button(page, 'Regenerate…').click()
  await dialog(page).getByRole('button', { name: 'Make a new secret' }).click()
  await page.getByText(/^The old secret also signs until/).waitFor()
  const next = await secretOn(page)
  expect(next).not.toBe(secret)
  const before = receiver.received.length
  await sendTest(page)
  const both = await receiver.last(before + 1)
  expect([verifies(secret, both), verifies(next, both)]).toEqual([true, true])
  expect(verifies(next, first)).toBe(false)
  await page.reload()
  await page.getByText('The secret is hidden').waitFor()
  await button(page, 'Reveal').click()
  expect(await secretOn(page)).toBe(next)
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(next)

  await button(page, 'Delete').click()
  await dialog(page).getByRole('textbox').fill('127.0.0.1')
  await button(page, 'Delete webhook').click()
  await dialog(page).getByText(`Type ${receiver.host}`, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => dialog(page).count()).toBe(0)
  await remove(page)
  await page.getByRole('link', { name: receiver.url }).waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
  await page.goBack()
  await page.getByRole('link', { name: 'Back to the webhooks' }).waitFor()
  expect(await page.getByText('Active', { exact: true }).count()).toBe(0)
  // The console says of what is gone that it was not found.
  expect(troubles.splice(0).every((trouble) => trouble.includes('404'))).toBe(true)
})

/** Deletes the webhook that is shown. */
async function remove(page: Page) {
  await button(page, 'Delete').click()
  await dialog(page).getByRole('textbox').fill(receiver.host)
  await button(page, 'Delete webhook').click()
  await page.waitForURL((at) => at.pathname === '/portal/webhooks')
}

/** Opens the webhook that was just made. */
async function openMade(page: Page) {
  await button(page, 'Done').last().click()
  await page.getByRole('link', { name: receiver.url }).first().click()
  await page.getByText('Nothing sent yet').waitFor()
}

test('a secret that another tab replaces is shown no longer', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  const secret = await makeWebhook(page)
  await openMade(page)
  await button(page, 'Reveal').click()
  expect(await secretOn(page)).toBe(secret)
  const other = await context.newPage()
  await other.goto(page.url())
  await button(other, 'Regenerate…').click()
  await dialog(other).getByRole('button', { name: 'Make a new secret' }).click()
  await other.getByText(/^The old secret also signs until/).waitFor()
  const next = await secretOn(other)
  await page.getByText('The secret is hidden').waitFor()
  await button(page, 'Reveal').click()
  expect(await secretOn(page)).toBe(next)
  await remove(page)
  await context.close()
})

test('whoever acts as a user sees the webhooks and changes none', async () => {
  const { page: own, context: first } = await open()
  await signIn(own, 'enterprise')
  await makeWebhook(own)
  await openMade(own)
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto('/portal/users?search=enterprise@dooryard.test')
  await button(page, /^Act as /).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Asked by phone about a webhook')
  await dialog(page)
    .getByRole('button', { name: /^Act as / })
    .click()
  await page.getByRole('region', { name: 'Acting as another user' }).waitFor()
  await page.goto('/portal/webhooks')
  await page.getByText('You are acting as').first().waitFor()
  expect(await button(page, 'Add a webhook').first().isDisabled()).toBe(true)
  await page.goto(own.url())
  await button(page, 'Send test event…').waitFor()
  for (const act of ['Edit', 'Disable', 'Delete', 'Reveal', 'Regenerate…'])
    expect([act, await button(page, act).isDisabled()]).toEqual([act, true])
  await context.close()
  await remove(own)
  await first.close()
})

test('the log is filtered by its address, and says when nothing matches', { timeout: 120_000 }, async () => {
  const { page } = await open()
  await signIn(page, 'enterprise')
  await makeWebhook(page)
  await openMade(page)
  await sendTest(page, 'credits.low')
  await sendTest(page, 'order.failed')
  await expect.poll(() => rows(page, 'Succeeded').count()).toBe(2)
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption('credits.low')
  await expect.poll(() => rows(page, 'Succeeded').count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('eventType')).toBe('credits.low')
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('FAILED')
  await page.getByText('No results.').waitFor()
  await button(page, 'Clear filters').click()
  await expect.poll(() => rows(page, 'Succeeded').count()).toBe(2)
  await page.getByPlaceholder('Search by event id...').fill('no-such-id')
  await page.getByText('No results.').waitFor()
  await button(page, 'Send again what failed…').click()
  await dialog(page).getByLabel('What failed since').selectOption('moment')
  await dialog(page).getByRole('button', { name: 'Send again' }).click()
  await dialog(page).getByText('Enter a day and a time').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('datetime-local')
  await button(page, 'Cancel').last().click()
  await remove(page)
})
