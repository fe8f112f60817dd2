import { auth } from '@dooryard/contract/identity/auth'
import type { Registration } from '@dooryard/contract/identity/credentials'
import { vi } from 'vitest'
import type { QueuedMail } from '../../../platform/mail/mail.ts'
import { newId } from '../../../platform/util/ids.ts'
import { anonymousCaller, testPassword } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'

export const newEmail = () => `${newId()}@example.com`

export const buildRegistration = (change: Partial<Registration> = {}): Registration => ({
  email: newEmail(),
  password: testPassword,
  confirmPassword: change.password ?? testPassword,
  phone: '615-555-0122',
  firstName: 'Tess',
  lastName: 'Newcomer',
  ...change,
})

/** Waits until no job or mail is due within a minute, skipping the random delays of jobs. */
export async function waitForJobs({ pool }: Portal): Promise<void> {
  const runNowSql = `update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at between now() and now() + interval '1 minute'`
  const dueJobsSql = `select from graphile_worker.jobs where run_at < now() + interval '1 minute'`
  const isDone = async () => {
    if ((await pool.query(dueJobsSql)).rowCount === 0) return true
    // Repeated, because a failed job is rescheduled.
    await pool.query(runNowSql)
    await pool.query(`select pg_notify('jobs:insert', '{"count":4}')`)
    return false
  }
  await vi.waitUntil(isDone, { timeout: 60_000 })
}

/** Lists the mails to an address, once all pending ones have arrived. */
export async function listMailsTo(portal: Portal, email: string): Promise<QueuedMail[]> {
  await waitForJobs(portal)
  return portal.mails.filter(({ to }) => to === email)
}

export const extractCode = (mail: QueuedMail | undefined): string => /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? ''

/** Returns a different code. */
export const getWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Returns the code of the newest mail to an address. */
export const getNewestCode = async (portal: Portal, email: string) =>
  extractCode((await listMailsTo(portal, email)).at(-1))

/** Registers a user without verifying the email, and returns the code that was sent. */
export async function registerUser(portal: Portal, change: Partial<Registration> = {}) {
  const body = buildRegistration(change)
  const { status } = await anonymousCaller(portal).call(auth.register, { body })
  if (status !== 201) throw new Error(`${body.email} could not register: ${status}`)
  return { ...body, code: await getNewestCode(portal, body.email) }
}

/** Requests a reset code and returns it. */
export async function requestResetCode(portal: Portal, email: string): Promise<string> {
  await anonymousCaller(portal).call(auth.forgotPassword, { body: { email } })
  return getNewestCode(portal, email)
}
