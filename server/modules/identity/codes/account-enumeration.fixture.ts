import { type AnyEndpoint, buildPath } from '@dooryard/contract/api/endpoint'
import { auth } from '@dooryard/contract/identity/auth'
import { composeTasks } from '../../../compose/jobs.ts'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { anonymousCaller, testPassword, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { buildRegistration, newEmail, waitForJobs } from './codes.fixture.ts'

/** An endpoint that takes an email from anyone. */
export type EmailEndpointCase = {
  endpoint: AnyEndpoint
  body: (email: string) => object
  /** The email that must be indistinguishable from the known one. */
  other: string
}

/** Runs jobs in this process, as a portal does by default, during `use`. */
export async function runWithWorker<Result>({ services, pool, billing }: Portal, use: () => Promise<Result>) {
  const deliver = async () => undefined
  const worker = await startWorker({ pool, tasks: composeTasks(services, { deliver, billing }), log: services.log })
  return use().finally(worker.stop)
}

/**
 * Every endpoint that takes an email from anyone, with one that has an account. The portal has no worker of its own:
 * jobs run separately.
 */
export async function createEmailCases(portal: Portal) {
  const { id: knownId, email: known } = await user(portal)
  const other = newEmail()
  // The known email has a code of each purpose, which can be tried as often as this test needs.
  const expiresAt = new Date(Date.now() + 3_600_000)
  const code = { userId: knownId, codeHash: Buffer.alloc(32), guesses: -1_000_000, expiresAt }
  for (const purpose of ['VERIFY_EMAIL', 'RESET_PASSWORD'])
    await portal.db
      .insertInto('emailCodes')
      .values({ ...code, purpose })
      .execute()

  // Both addresses were registered with the caller's own password. One of them had no account.
  const chosenPassword = 'asking-horse-battery'
  const newlyRegistered = newEmail()
  await runWithWorker(portal, async () => {
    for (const email of [known, newlyRegistered])
      await anonymousCaller(portal).call(auth.register, {
        body: buildRegistration({ email, password: chosenPassword }),
      })
    await waitForJobs(portal)
  })

  const calls = {
    login: { endpoint: auth.login, body: (email: string) => ({ email, password: 'not their password' }), other },
    'login after registering': {
      endpoint: auth.login,
      body: (email: string) => ({ email, password: chosenPassword }),
      other: newlyRegistered,
    },
    register: { endpoint: auth.register, body: (email: string) => buildRegistration({ email }), other },
    'forgot-password': { endpoint: auth.forgotPassword, body: (email: string) => ({ email }), other },
    'verify-email': { endpoint: auth.verifyEmail, body: (email: string) => ({ email, code: '271828' }), other },
    'reset-password': {
      endpoint: auth.resetPassword,
      body: (email: string) => ({ email, code: '314159', password: testPassword, confirmPassword: testPassword }),
      other,
    },
    'resend-verification': { endpoint: auth.resendVerification, body: (email: string) => ({ email }), other },
  } satisfies Record<string, EmailEndpointCase>

  const sendRequest = ({ endpoint, body }: EmailEndpointCase, email: string) =>
    fetch(portal.url + buildPath(endpoint, {}), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(email)),
    })

  /** Resets the rate limits of every caller. */
  const resetRateLimits = () => portal.pool.query('delete from rate_limits')

  return { known, calls, sendRequest, resetRateLimits }
}
