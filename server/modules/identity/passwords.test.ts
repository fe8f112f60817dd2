import { hash, verify } from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { createPasswords, passwordsAtOnce } from './passwords.ts'

afterEach(() => vi.useRealTimers())

const waiting = 300
const busy = {
  code: 'UNAVAILABLE',
  message: 'Too many people are signing in. Please try again in a moment.',
}

/** Passwords of a test's own, computed as ever and counted. */
function counted() {
  const argon2 = { hash: vi.fn(hash), verify: vi.fn(verify) }
  return { ...argon2, ...createPasswords(argon2) }
}

test('an unknown email is looked at again after the hash that it is compared with could not be made', async () => {
  const { passwordFits, hash } = counted()
  hash.mockRejectedValueOnce(new Error('out of memory'))
  await expect(passwordFits(undefined, 'correct-horse-battery')).rejects.toThrow('out of memory')
  expect(await passwordFits(undefined, 'correct-horse-battery')).toBe(false)
})

test('an unknown email costs what a known one does: one comparison, and nothing is hashed', async () => {
  const { passwordFits, hash, verify } = counted()
  const known = await hash('correct-horse-battery')
  await passwordFits(undefined, 'not it')
  for (const passwordHash of [known, undefined]) {
    vi.clearAllMocks()
    expect(await passwordFits(passwordHash, 'not it')).toBe(false)
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([0, 1])
  }
})

test.each([
  ['blanks around it', 'two words'],
  ['another case', ' Two Words '],
  ['one blank less', ' two words'],
  ['letters composed otherwise', ' two words \u00e9'],
  ['its end', `${'x'.repeat(72)}z`],
])('a password is compared to the letter: it does not fit without %s', async (_, typed) => {
  const { hashPassword, passwordFits } = counted()
  for (const chosen of [' two words ', ' two words e\u0301', `${'x'.repeat(72)}y`]) {
    const kept = await hashPassword(chosen)
    expect(await passwordFits(kept, chosen)).toBe(true)
    expect(await passwordFits(kept, typed)).toBe(false)
  }
})

test('nothing is computed for who has gone, before or while they wait', async () => {
  const { hashPassword, passwordFits, ...argon2 } = counted()
  const gone = new AbortController()
  const dear = await hash('correct-horse-battery', { memoryCost: 65_536, timeCost: 2 })
  const before = Array.from({ length: passwordsAtOnce }, () => passwordFits(dear, 'correct-horse-battery'))
  const counts = () => [argon2.hash.mock.calls.length, argon2.verify.mock.calls.length]
  const waiting = [
    passwordFits(dear, 'correct-horse-battery', gone.signal),
    hashPassword('correct-horse-battery', gone.signal),
  ]
  gone.abort(new Error('gone'))
  waiting.push(passwordFits(dear, 'correct-horse-battery', gone.signal))
  for (const one of waiting) await expect(one).rejects.toThrow('gone')
  await Promise.all(before)
  const done = counts()
  // Their turn would have come by now.
  expect(await passwordFits(dear, 'correct-horse-battery')).toBe(true)
  expect(counts()).toEqual([done[0], (done[1] ?? 0) + 1])
})

test('300 sign-ins wait for their turn, and those beyond are asked to come again', async () => {
  const { passwordFits } = counted()
  const cheap = await hash('correct-horse-battery', { memoryCost: 8, timeCost: 1 })
  const answers = await Promise.allSettled(
    Array.from({ length: passwordsAtOnce + waiting + 20 }, () => passwordFits(cheap, 'correct-horse-battery')),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(answers.slice(0, passwordsAtOnce + waiting)).toEqual(
    Array(passwordsAtOnce + waiting).fill({ status: 'fulfilled', value: true }),
  )
  expect(refused).toHaveLength(20)
  for (const refusal of refused) expect(refusal).toMatchObject({ reason: busy })
  expect(await passwordFits(cheap, 'not it')).toBe(false)
})

test('nobody waits longer than 15 seconds', async () => {
  const { passwordFits } = counted()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const dear = await hash('correct-horse-battery', { memoryCost: 65_536, timeCost: 2 })
  const first = Array.from({ length: passwordsAtOnce }, () => passwordFits(dear, 'correct-horse-battery'))
  const last = expect(passwordFits(dear, 'correct-horse-battery')).rejects.toMatchObject(busy)
  vi.advanceTimersByTime(15_000)
  await last
  expect(await Promise.all(first)).toEqual(first.map(() => true))
})
