import { paymentEvents } from '@dooryard/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { signatureHeader, signEvent } from './sandbox/sign-event.ts'

let sandbox: Portal
beforeAll(async () => {
  sandbox = await testPortal()
})
afterAll(() => sandbox.close())

let count = 0

const send = (text: string, headers: Record<string, string>) =>
  nobody(sandbox).call(paymentEvents.receive, { body: text, headers })

const stored = async () => {
  const { events } = await sandbox.db
    .selectFrom('paymentEvents')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  return events
}

/** As the sandbox sends it, at an instant of its clock. */
function signedBySandbox(aheadSeconds = 0) {
  count += 1
  const object = { kind: 'PAYMENT', id: 'py_none' }
  const text = JSON.stringify({
    id: `evt_${count}`,
    type: 'it.changed',
    created: new Date().toISOString(),
    data: { object },
  })
  const now = () => new Date(sandbox.clock.now().getTime() + aheadSeconds * 1000)
  return { text, signature: signEvent({ ...sandbox.services, clock: { now } }, text) }
}

test.each([
  { is: '301 s old', by: -301, status: 400 },
  // A second more, since the time goes on before it arrives.
  { is: '301 s ahead', by: 302, status: 400 },
  { is: '295 s old', by: -295, status: 200 },
  { is: '295 s ahead', by: 295, status: 200 },
])('an event that is $is is answered with $status', async ({ by, status }) => {
  const before = await stored()
  const { text, signature } = signedBySandbox(by)
  const reply = await send(text, { [signatureHeader]: signature })
  expect(reply.status).toBe(status)
  expect(await stored()).toBe(before + (status === 200 ? 1 : 0))
})

test('an event of which one letter was changed is refused, and nothing is kept', async () => {
  const before = await stored()
  const { text, signature } = signedBySandbox()
  const { status } = await send(text.replace('py_none', 'py_nine'), { [signatureHeader]: signature })
  expect(status).toBe(400)
  expect(await stored()).toBe(before)
})
