import { auth } from '@dooryard/contract/auth'
import type { Registration } from '@dooryard/contract/credentials'
import { vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { QueuedMail } from '../../platform/mail/mail.ts'
import { nobody, testPassword } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'

export const newEmail = () => `${newId()}@example.com`

export const registration = (change: Partial<Registration> = {}): Registration => ({
  email: newEmail(),
  password: testPassword,
  confirmPassword: change.password ?? testPassword,
  phone: '615-555-0122',
  firstName: 'Tess',
  lastName: 'Newcomer',
  ...change,
})

/** Waits until nothing is left to be done or sent within a minute, without the pauses that jobs are begun after. */
export async function allDone({ pool }: Portal): Promise<void> {
  const hurried = `update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at between now() and now() + interval '1 minute'`
  const waiting = `select from graphile_worker.jobs where run_at < now() + interval '1 minute'`
  const isDone = async () => {
    if ((await pool.query(waiting)).rowCount === 0) return true
    // Each time, for one that fails is put off.
    await pool.query(hurried)
    await pool.query(`select pg_notify('jobs:insert', '{"count":4}')`)
    return false
  }
  await vi.waitUntil(isDone, { timeout: 60_000 })
}

/** The mails to somebody, once all that are under way have arrived. */
export async function mailsTo(portal: Portal, email: string): Promise<QueuedMail[]> {
  await allDone(portal)
  return portal.mails.filter(({ to }) => to === email)
}

export const codeIn = (mail: QueuedMail | undefined): string => /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? ''

/** A code that is not this one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The code of the newest mail to somebody. */
export const newestCode = async (portal: Portal, email: string) => codeIn((await mailsTo(portal, email)).at(-1))

/** Somebody who has registered and not verified their email, with the code that they were sent. */
export async function registered(portal: Portal, change: Partial<Registration> = {}) {
  const body = registration(change)
  const { status } = await nobody(portal).call(auth.register, { body })
  if (status !== 201) throw new Error(`${body.email} could not register: ${status}`)
  return { ...body, code: await newestCode(portal, body.email) }
}

/** Somebody who has asked for a code that allows a new password. */
export async function resetCode(portal: Portal, email: string): Promise<string> {
  await nobody(portal).call(auth.forgotPassword, { body: { email } })
  return newestCode(portal, email)
}
