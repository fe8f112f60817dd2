import { auth } from '@dooryard/contract/auth'
import { type AnyEndpoint, pathOf } from '@dooryard/contract/endpoint'
import { composeTasks } from '../../compose.ts'
import { startWorker } from '../../platform/jobs.ts'
import { nobody, testPassword, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { allDone, newEmail, registration } from './codes.fixture.ts'

/** A call that takes an email from anybody. */
export type EmailCall = {
  endpoint: AnyEndpoint
  body: (email: string) => object
  /** Which email nobody may tell from the known one. */
  other: string
}

/** Runs jobs in this very process, as a portal does unless told otherwise, while something is done. */
export async function withWorker<Result>({ services, pool, billing }: Portal, use: () => Promise<Result>) {
  const deliver = async () => undefined
  const worker = await startWorker({ pool, tasks: composeTasks(services, { deliver, billing }), log: services.log })
  return use().finally(worker.stop)
}

/**
 * Every call that takes an email from anybody, with one that has an account. The portal has no worker of its own: what
 * jobs do is done at another time.
 */
export async function emailCalls(portal: Portal) {
  const { id: knownId, email: known } = await user(portal)
  const other = newEmail()
  // A code of each purpose has been sent to the known one, and may be guessed at for as long as this takes.
  const expiresAt = new Date(Date.now() + 3_600_000)
  const code = { userId: knownId, codeHash: Buffer.alloc(32), guesses: -1_000_000, expiresAt }
  for (const purpose of ['VERIFY_EMAIL', 'RESET_PASSWORD'])
    await portal.db
      .insertInto('emailCodes')
      .values({ ...code, purpose })
      .execute()

  // Whoever asks has registered both addresses with a password of their own. One of them had no account.
  const ownPassword = 'asking-horse-battery'
  const registeredNow = newEmail()
  await withWorker(portal, async () => {
    for (const email of [known, registeredNow])
      await nobody(portal).call(auth.register, { body: registration({ email, password: ownPassword }) })
    await allDone(portal)
  })

  const calls = {
    login: { endpoint: auth.login, body: (email: string) => ({ email, password: 'not their password' }), other },
    'login after registering': {
      endpoint: auth.login,
      body: (email: string) => ({ email, password: ownPassword }),
      other: registeredNow,
    },
    register: { endpoint: auth.register, body: (email: string) => registration({ email }), other },
    'forgot-password': { endpoint: auth.forgotPassword, body: (email: string) => ({ email }), other },
    'verify-email': { endpoint: auth.verifyEmail, body: (email: string) => ({ email, code: '271828' }), other },
    'reset-password': {
      endpoint: auth.resetPassword,
      body: (email: string) => ({ email, code: '314159', password: testPassword, confirmPassword: testPassword }),
      other,
    },
    'resend-verification': { endpoint: auth.resendVerification, body: (email: string) => ({ email }), other },
  } satisfies Record<string, EmailCall>

  const ask = ({ endpoint, body }: EmailCall, email: string) =>
    fetch(portal.url + pathOf(endpoint, {}), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(email)),
    })

  /** Lets every caller begin anew with their limits. */
  const forgetCounts = () => portal.pool.query('delete from rate_limits')

  return { known, calls, ask, forgetCounts }
}
