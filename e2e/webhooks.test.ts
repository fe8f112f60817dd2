import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button, dialog } from './buyer.ts'
import { toast } from './person.ts'
import { openReceiver, type Received } from './receiver.ts'
import { comesBy } from './still.ts'
import { ended, makeWebhook, remove, rows, secretOn, sendTest } from './webhook-screens.ts'

const { open } = useBrowser()

let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => {
  receiver.close()
})

const verifies = (secret: string, { body, headers }: Received) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

test('a webhook is made, tested, mended, given a new secret and deleted', async () => {
  const { page, context, troubles } = await open()
  await signIn(page, 'enterprise')
  const secret = await makeWebhook(page, receiver)
  await button(page, 'Send test event').click()
  await page.waitForURL((at) => /^\/portal\/webhooks\/[\da-f-]{36}$/.test(at.pathname))
  const first = await receiver.last(1)
  expect(verifies(secret, first)).toBe(true)
  expect(verifies('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', first)).toBe(false)
  expect(JSON.parse(first.body)).toMatchObject({ type: 'webhook.test', isTest: true })
  await ended(page, 'Succeeded', 1)
  await comesBy(page, page.getByText('100% of 1'))

  receiver.answer.status = 500
  await sendTest(page, 'order.completed')
  await comesBy(page, rows(page, 'Failed').first().getByText('500'))
  // It is sent again by itself after five seconds, then only after five minutes: not while it is sent again below.
  await ended(page, 'Failed', 2)
  await comesBy(page, page.getByText(/^Failing since/).first())
  await rows(page, 'Failed').first().getByRole('link', { name: 'Order completed' }).click()
  await dialog(page).getByText('The endpoint answered 500.').waitFor()
  expect(new URL(page.url()).searchParams.get('attempt')).toMatch(/^[\da-f-]{36}$/)
  await page.reload()
  await dialog(page).getByText('"order.completed"').waitFor()
  receiver.answer.status = 204
  await dialog(page).getByRole('button', { name: 'Send again', exact: true }).click()
  await toast(page, '1 event is sent again').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await ended(page, 'Succeeded', 2)
  const completed = receiver.received.filter(({ body }) => body.includes('"order.completed"'))
  expect(new Set(completed.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await page.getByText('Active', { exact: true }).first().waitFor()

  receiver.answer.status = 503
  await sendTest(page, 'credits.low')
  await comesBy(page, rows(page, 'Failed').filter({ hasText: '503' }).first())
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
  await ended(page, 'Succeeded', 3)
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
  await remove(page, receiver)
  await page.getByRole('link', { name: receiver.url }).waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
  await page.goBack()
  await page.getByRole('link', { name: 'Back to the webhooks' }).waitFor()
  expect(await page.getByText('Active', { exact: true }).count()).toBe(0)
  // The console says of what is gone that it was not found.
  expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([])
  await context.close()
})
