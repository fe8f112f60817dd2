import { minuteMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { listMailsTo } from '../codes/codes.fixture.ts'
import { completeSignIn, setUpApp, signInWith, signInWithApp, startSignIn } from './second-factor.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

async function userWithApp() {
  const owner = await user(portal)
  return { ...owner, app: await setUpApp(portal, owner) }
}

const wrongCode = { status: 422, body: { code: 'UNPROCESSABLE', issues: [{ path: 'code' }] } }
const ended = { status: 401, body: { message: 'This sign-in has expired. Please start again.' } }

describe('signing in to an account with an authenticator app', () => {
  test('takes the password and the code of the app', async () => {
    const { id, email, app } = await userWithApp()
    const first = await signInWith(portal, email)
    expect(first).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED', methods: ['TOTP', 'RECOVERY_CODE'], challenge: expect.any(String) },
    })
    expect(first.body).not.toHaveProperty('accessToken')
    const { challenge, expiresAt } = first.body as unknown as { challenge: string; expiresAt: string }
    expect(Date.parse(expiresAt) - portal.clock.now().getTime()).toBeLessThanOrEqual(10 * minuteMs)
    const second = await completeSignIn(portal, challenge, { method: 'TOTP', code: app.getCode() })
    expect(second).toMatchObject({ status: 200, body: { user: { id }, refreshToken: expect.any(String) } })
    const { status } = await createCaller(portal.url, second.body.accessToken).call(account.me)
    expect(status).toBe(200)
  })

  test('tells nothing of the second step to a caller who gives a wrong password', async () => {
    const { email } = await userWithApp()
    const refused = await signInWith(portal, email, { password: 'not-this-one' })
    const unknown = await signInWith(portal, 'nobody@example.com')
    const { requestId: _, ...body } = refused.body as unknown as { requestId: string }
    expect(refused.status).toBe(401)
    expect(unknown.body).toMatchObject(body)
  })

  test('accepts a clock that is half a minute off, and no more', async () => {
    const { email, app } = await userWithApp()
    portal.clock.advance(2 * minuteMs)
    for (const steps of [-2, 2]) {
      const challenge = await startSignIn(portal, email)
      expect(await completeSignIn(portal, challenge, { method: 'TOTP', code: app.getCode(steps) })).toMatchObject(
        wrongCode,
      )
    }
    for (const steps of [-1, 1]) {
      const challenge = await startSignIn(portal, email)
      expect((await completeSignIn(portal, challenge, { method: 'TOTP', code: app.getCode(steps) })).status).toBe(200)
    }
  })

  test('accepts a code once, and none older than the last one', async () => {
    const { email, app } = await userWithApp()
    portal.clock.advance(2 * minuteMs)
    const [present, earlier] = [app.getCode(), app.getCode(-1)]
    expect(
      (await completeSignIn(portal, await startSignIn(portal, email), { method: 'TOTP', code: present })).status,
    ).toBe(200)
    for (const code of [present, earlier])
      expect(await completeSignIn(portal, await startSignIn(portal, email), { method: 'TOTP', code })).toMatchObject(
        wrongCode,
      )
  })

  test('accepts each recovery code once, however it is typed', async () => {
    const { email, app } = await userWithApp()
    const [code = '', other = ''] = app.recoveryCodes
    const signInBy = async (typed: string) =>
      (await completeSignIn(portal, await startSignIn(portal, email), { method: 'RECOVERY_CODE', code: typed })).status
    expect(await signInBy(code)).toBe(200)
    expect(await signInBy(code)).toBe(422)
    expect(await signInBy(other.toLowerCase().replace('-', ' '))).toBe(200)
    const mails = await listMailsTo(portal, email)
    const sent = mails.filter(({ subject }) => subject === 'A recovery code of your Dooryard account was used')
    expect(sent.map(({ text }) => /(\d+) recovery codes are left/.exec(text)?.[1]).sort()).toEqual(['8', '9'])
  })

  test('completes a challenge once, within ten minutes and five attempts', async () => {
    const { email, app } = await userWithApp()
    const codeNow = () => ({ method: 'TOTP' as const, code: app.getCode() })
    const used = await startSignIn(portal, email)
    expect((await completeSignIn(portal, used, codeNow())).status).toBe(200)
    portal.clock.advance(minuteMs)
    expect(await completeSignIn(portal, used, codeNow())).toMatchObject(ended)

    const late = await startSignIn(portal, email)
    portal.clock.advance(10 * minuteMs)
    expect(await completeSignIn(portal, late, codeNow())).toMatchObject(ended)

    const guessed = await startSignIn(portal, email)
    for (let attempt = 1; attempt <= 5; attempt++)
      expect(await completeSignIn(portal, guessed, { method: 'TOTP', code: app.getCode(100 + attempt) })).toMatchObject(
        wrongCode,
      )
    expect(await completeSignIn(portal, guessed, codeNow())).toMatchObject(ended)
    expect(await completeSignIn(portal, 'unknown', codeNow())).toMatchObject(ended)
  })

  test("does not accept the code of another user's app", async () => {
    const [owner, thief] = [await userWithApp(), await userWithApp()]
    const challenge = await startSignIn(portal, owner.email)
    const proofs = [
      { method: 'TOTP' as const, code: thief.app.getCode() },
      { method: 'RECOVERY_CODE' as const, code: thief.app.recoveryCodes[0] ?? '' },
    ]
    for (const proof of proofs) expect(await completeSignIn(portal, challenge, proof)).toMatchObject(wrongCode)
  })

  test('ends with a new password, which leaves the second factor as it was', async () => {
    const { email, app, as } = await userWithApp()
    const challenge = await startSignIn(portal, email)
    const { currentPassword, newPassword } = {
      currentPassword: 'correct-horse-battery',
      newPassword: 'staple-horse-battery',
    }
    const body = { currentPassword, newPassword, confirmPassword: newPassword }
    expect((await as.call(account.updatePassword, { body })).status).toBe(204)
    expect(await completeSignIn(portal, challenge, { method: 'TOTP', code: app.getCode() })).toMatchObject(ended)
    expect((await signInWith(portal, email, { password: newPassword })).body).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
    })
  })
})

test('of two uses of one code at the same moment, one signs in', async () => {
  const { email, app } = await userWithApp()
  const challenges = [await startSignIn(portal, email), await startSignIn(portal, email)]
  const proof = { method: 'TOTP' as const, code: app.getCode() }
  const replies = await Promise.all(challenges.map((challenge) => completeSignIn(portal, challenge, proof)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('an account without a second factor signs in with the password alone', async () => {
  const { email } = await user(portal)
  expect((await signInWith(portal, email)).status).toBe(200)
})

test('a session that began with a second factor is refreshed without one', async () => {
  const { email, app } = await userWithApp()
  const { refreshToken } = await signInWithApp(portal, email, app)
  expect((await anonymousCaller(portal).call(auth.refresh, { body: { refreshToken } })).status).toBe(200)
})
