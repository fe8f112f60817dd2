import { minuteMs } from '@dooryard/contract/api/time'
import { auth } from '@dooryard/contract/identity/auth'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { anonymousCaller, type TestUser, testPassword } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { showCode } from './authenticator-app.fixture.ts'

export type App = {
  secret: string
  recoveryCodes: string[]
  /** The code that the app shows, or one of some steps later or earlier. */
  getCode: (steps?: number) => string
}

const periodMs = 30_000

/** Sets up an authenticator app, and waits until its first code is over. */
export async function setUpApp(portal: Portal, { as }: Pick<TestUser, 'as'>): Promise<App> {
  const started = await as.call(secondFactor.startTotp, { body: { password: testPassword } })
  if (started.status !== 200) throw new Error(`no app could be set up: ${JSON.stringify(started.body)}`)
  const { secret } = started.body
  const getCode = (steps = 0) => showCode(secret, new Date(portal.clock.now().getTime() + steps * periodMs))
  const { status, body } = await as.call(secondFactor.confirmTotp, { body: { code: getCode() } })
  if (status !== 200) throw new Error(`the app could not be confirmed: ${JSON.stringify(body)}`)
  portal.clock.advance(periodMs)
  return { secret, recoveryCodes: body.recoveryCodes, getCode }
}

export const signInWith = (portal: Portal, email: string, { password = testPassword, cookie = '' } = {}) =>
  anonymousCaller(portal).call(auth.login, { body: { email, password }, ...(cookie && { headers: { cookie } }) })

/** Passes the first step, and returns the challenge of the second. */
export async function startSignIn(portal: Portal, email: string): Promise<string> {
  const { status, body } = await signInWith(portal, email)
  const { challenge } = body as { challenge?: string }
  if (status !== 403 || challenge === undefined) throw new Error(`no second step: ${status} ${JSON.stringify(body)}`)
  return challenge
}

type Proof = { method: 'TOTP' | 'RECOVERY_CODE'; code: string }

export const completeSignIn = (portal: Portal, challenge: string, proof: Proof, rememberDevice = false) =>
  anonymousCaller(portal).call(secondFactor.complete, { body: { challenge, rememberDevice, ...proof } })

export async function signInWithApp(portal: Portal, email: string, app: App) {
  const challenge = await startSignIn(portal, email)
  const { status, body } = await completeSignIn(portal, challenge, { method: 'TOTP', code: app.getCode() })
  if (status !== 200) throw new Error(`the second step failed: ${JSON.stringify(body)}`)
  return { ...body, as: createCaller(portal.url, body.accessToken) }
}

/** Signs in on a device that is remembered, and returns its cookie. */
export async function rememberDevice(portal: Portal, { email, app }: Pick<TestUser, 'email'> & { app: App }) {
  const proof = { method: 'TOTP' as const, code: app.getCode() }
  const { status, body, headers } = await completeSignIn(portal, await startSignIn(portal, email), proof, true)
  if (status !== 200) throw new Error(`the second step failed: ${JSON.stringify(body)}`)
  portal.clock.advance(minuteMs)
  const setCookie = headers.get('set-cookie') ?? ''
  return { setCookie, cookie: setCookie.split(';')[0] ?? '' }
}
