import { hash, verify } from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { createPasswords, passwordConcurrency } from './passwords.ts'

afterEach(() => vi.useRealTimers())

const maxWaiting = 300
const busyError = {
  code: 'UNAVAILABLE',
  message: 'Too many people are signing in. Please try again in a moment.',
}

/** Passwords for one test, computed as usual and counted. */
function createCountedPasswords() {
  const argon2 = { hash: vi.fn(hash), verify: vi.fn(verify) }
  return { ...argon2, ...createPasswords(argon2) }
}

test('an unknown email is verified again after the decoy hash could not be computed', async () => {
  const { verifyPassword, hash } = createCountedPasswords()
  hash.mockRejectedValueOnce(new Error('out of memory'))
  await expect(verifyPassword(undefined, 'correct-horse-battery')).rejects.toThrow('out of memory')
  expect(await verifyPassword(undefined, 'correct-horse-battery')).toBe(false)
})

test('an unknown email costs the same as a known one: one comparison and no hash', async () => {
  const { verifyPassword, hash, verify } = createCountedPasswords()
  const known = await hash('correct-horse-battery')
  await verifyPassword(undefined, 'not it')
  for (const passwordHash of [known, undefined]) {
    vi.clearAllMocks()
    expect(await verifyPassword(passwordHash, 'not it')).toBe(false)
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([0, 1])
  }
})

test.each([
  ['blanks around it', 'two words'],
  ['another case', ' Two Words '],
  ['one blank less', ' two words'],
  ['letters composed otherwise', ' two words \u00e9'],
  ['its end', `${'x'.repeat(72)}z`],
])('a password is compared exactly: it does not match without %s', async (_, typed) => {
  const { hashPassword, verifyPassword } = createCountedPasswords()
  for (const chosen of [' two words ', ' two words e\u0301', `${'x'.repeat(72)}y`]) {
    const kept = await hashPassword(chosen)
    expect(await verifyPassword(kept, chosen)).toBe(true)
    expect(await verifyPassword(kept, typed)).toBe(false)
  }
})

test('nothing is computed for a client that disconnected, before or while it waits', async () => {
  const { hashPassword, verifyPassword, ...argon2 } = createCountedPasswords()
  const gone = new AbortController()
  const expensive = await hash('correct-horse-battery', { memoryCost: 65_536, timeCost: 2 })
  const before = Array.from({ length: passwordConcurrency }, () => verifyPassword(expensive, 'correct-horse-battery'))
  const counts = () => [argon2.hash.mock.calls.length, argon2.verify.mock.calls.length]
  const maxWaiting = [
    verifyPassword(expensive, 'correct-horse-battery', gone.signal),
    hashPassword('correct-horse-battery', gone.signal),
  ]
  gone.abort(new Error('gone'))
  maxWaiting.push(verifyPassword(expensive, 'correct-horse-battery', gone.signal))
  for (const one of maxWaiting) await expect(one).rejects.toThrow('gone')
  await Promise.all(before)
  const done = counts()
  // Their turn would have come by now.
  expect(await verifyPassword(expensive, 'correct-horse-battery')).toBe(true)
  expect(counts()).toEqual([done[0], (done[1] ?? 0) + 1])
})

test('300 sign-ins wait in the queue, and the rest are asked to retry', async () => {
  const { verifyPassword } = createCountedPasswords()
  const cheap = await hash('correct-horse-battery', { memoryCost: 8, timeCost: 1 })
  const answers = await Promise.allSettled(
    Array.from({ length: passwordConcurrency + maxWaiting + 20 }, () => verifyPassword(cheap, 'correct-horse-battery')),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(answers.slice(0, passwordConcurrency + maxWaiting)).toEqual(
    Array(passwordConcurrency + maxWaiting).fill({ status: 'fulfilled', value: true }),
  )
  expect(refused).toHaveLength(20)
  for (const refusal of refused) expect(refusal).toMatchObject({ reason: busyError })
  expect(await verifyPassword(cheap, 'not it')).toBe(false)
})

test('nobody waits longer than 15 seconds', async () => {
  const { verifyPassword } = createCountedPasswords()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const expensive = await hash('correct-horse-battery', { memoryCost: 65_536, timeCost: 2 })
  const first = Array.from({ length: passwordConcurrency }, () => verifyPassword(expensive, 'correct-horse-battery'))
  const last = expect(verifyPassword(expensive, 'correct-horse-battery')).rejects.toMatchObject(busyError)
  vi.advanceTimersByTime(15_000)
  await last
  expect(await Promise.all(first)).toEqual(first.map(() => true))
})
