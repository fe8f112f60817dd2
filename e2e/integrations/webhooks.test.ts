import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { waitForPolled } from '../support/page-idle.ts'
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts'
import { toast } from '../support/test-user.ts'
import {
  addWebhookOnScreen,
  attemptRows,
  deleteWebhook,
  readSecret,
  sendTestOnScreen,
  waitForAttempts,
} from './webhook-screens.ts'

const { open } = useBrowser()

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => {
  receiver.close()
})

const isVerified = (secret: string, { body, headers }: ReceivedRequest) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

test('a webhook is created, tested, fixed, given a new secret and deleted', async () => {
  const { page, context, pageErrors } = await open()
  await signIn(page, 'enterprise')
  const secret = await addWebhookOnScreen(page, receiver)
  await button(page, 'Send test event').click()
  await page.waitForURL((at) => /^\/portal\/webhooks\/[\da-f-]{36}$/.test(at.pathname))
  const first = await receiver.last(1)
  expect(isVerified(secret, first)).toBe(true)
  expect(isVerified('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', first)).toBe(false)
  expect(JSON.parse(first.body)).toMatchObject({ type: 'webhook.test', isTest: true })
  await waitForAttempts(page, 'Succeeded', 1)
  await waitForPolled(page, page.getByText('100% of 1'))

  receiver.answer.status = 500
  await sendTestOnScreen(page, 'order.completed')
  await waitForPolled(page, attemptRows(page, 'Failed').first().getByText('500'))
  // It is retried after five seconds, then after five minutes, so not during the resend below.
  await waitForAttempts(page, 'Failed', 2)
  await waitForPolled(page, page.getByText(/^Failing since/).first())
  await attemptRows(page, 'Failed').first().getByRole('link', { name: 'Order completed' }).click()
  await dialog(page).getByText('The endpoint answered 500.').waitFor()
  expect(new URL(page.url()).searchParams.get('attempt')).toMatch(/^[\da-f-]{36}$/)
  await page.reload()
  await dialog(page).getByText('"order.completed"').waitFor()
  receiver.answer.status = 204
  await dialog(page).getByRole('button', { name: 'Resend', exact: true }).click()
  await toast(page, '1 event queued').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await waitForAttempts(page, 'Succeeded', 2)
  const completed = receiver.received.filter(({ body }) => body.includes('"order.completed"'))
  expect(new Set(completed.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await page.getByText('Active', { exact: true }).first().waitFor()

  receiver.answer.status = 503
  await sendTestOnScreen(page, 'credits.low')
  await waitForPolled(page, attemptRows(page, 'Failed').filter({ hasText: '503' }).first())
  await button(page, 'Disable').click()
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  await page.getByText('You disabled it').waitFor()
  expect(await button(page, 'Send test event…').isDisabled()).toBe(true)
  expect(await button(page, 'Resend failed events…').isDisabled()).toBe(true)
  await button(page, 'Enable').first().click()
  await page.getByText('You disabled it').waitFor({ state: 'hidden' })
  receiver.answer.status = 204
  await button(page, 'Resend failed events…').click()
  await dialog(page).getByLabel('Failed since').selectOption({ label: 'An hour ago' })
  await dialog(page).getByRole('button', { name: 'Resend' }).dblclick()
  // Two of the three events were delivered by now.
  await toast(page, '1 event queued').last().waitFor()
  await waitForAttempts(page, 'Succeeded', 3)
  await button(page, 'Resend failed events…').click()
  await dialog(page).getByRole('button', { name: 'Resend' }).click()
  await toast(page, 'No failed events to resend').waitFor()

  await button(page, 'Regenerate…').click()
  await dialog(page).getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText(/^The old secret also signs until/).waitFor()
  const next = await readSecret(page)
  expect(next).not.toBe(secret)
  const before = receiver.received.length
  await sendTestOnScreen(page)
  const both = await receiver.last(before + 1)
  expect([isVerified(secret, both), isVerified(next, both)]).toEqual([true, true])
  expect(isVerified(next, first)).toBe(false)
  await page.reload()
  await page.getByText('The secret is hidden').waitFor()
  await button(page, 'Reveal').click()
  expect(await readSecret(page)).toBe(next)
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(next)

  await button(page, 'Delete').click()
  await dialog(page).getByRole('textbox').fill('127.0.0.1')
  await button(page, 'Delete webhook').click()
  await dialog(page).getByText(`Type ${receiver.host}`, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => dialog(page).count()).toBe(0)
  await deleteWebhook(page, receiver)
  await page.getByRole('link', { name: receiver.url }).waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await page.goBack()
  await page.getByRole('link', { name: 'Back to the webhooks' }).waitFor()
  expect(await page.getByText('Active', { exact: true }).count()).toBe(0)
  // The console logs a 404 for what is gone.
  expect(pageErrors.filter((pageError) => !pageError.includes('status of 404'))).toEqual([])
  await context.close()
})
