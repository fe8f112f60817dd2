import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { completeSignIn, setUpApp, startSignIn } from './second-factor.fixture.ts'

const portal = await testPortal({ limits: true })
afterAll(portal.close)

test('a right password that is asked for a second factor is no failed attempt, and at most twenty challenges are kept', async () => {
  const owner = await user(portal)
  const app = await setUpApp(portal, owner)
  const oldest = await startSignIn(portal, owner.email)
  for (let count = 0; count < 20; count++) {
    portal.clock.advance(1_000)
    await startSignIn(portal, owner.email)
  }
  const proof = { method: 'TOTP' as const, code: app.getCode() }
  expect((await completeSignIn(portal, oldest, proof)).status).toBe(401)
  const { count } = await portal.db
    .selectFrom('signInChallenges')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', owner.id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(20)
})

test('twenty wrong codes of an account in an hour end the guessing, at sign-in and step-up together', async () => {
  const owner = await user(portal)
  const app = await setUpApp(portal, owner)
  const getWrong = (attempt: number) => ({ method: 'TOTP' as const, code: app.getCode(100 + attempt) })
  for (let start = 0; start < 3; start++) {
    const challenge = await startSignIn(portal, owner.email)
    for (let attempt = 1; attempt <= 5; attempt++)
      expect((await completeSignIn(portal, challenge, getWrong(5 * start + attempt))).status).toBe(422)
  }
  for (let attempt = 16; attempt <= 20; attempt++)
    expect((await owner.as.call(secondFactor.stepUp, { body: getWrong(attempt) })).status).toBe(422)
  const right = { method: 'TOTP' as const, code: app.getCode() }
  expect(await owner.as.call(secondFactor.stepUp, { body: right })).toMatchObject({ status: 429 })
  expect(await completeSignIn(portal, await startSignIn(portal, owner.email), right)).toMatchObject({ status: 429 })
})
