import { hash, verify } from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { hashPassword, passwordFits, passwordsAtOnce } from './passwords.ts'

// As ever, but for what a test says, and counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

afterEach(() => vi.useRealTimers())

const waiting = 300
const busy = {
  code: 'UNAVAILABLE',
  message: 'Too many people are signing in. Please try again in a moment.',
}

test('an unknown email is looked at again after the hash that it is compared with could not be made', async () => {
  vi.mocked(hash).mockRejectedValueOnce(new Error('out of memory'))
  await expect(passwordFits(undefined, 'correct-horse-battery')).rejects.toThrow('out of memory')
  expect(await passwordFits(undefined, 'correct-horse-battery')).toBe(false)
})

test('nothing is computed for who has gone, before or while they wait', async () => {
  const gone = new AbortController()
  const dear = await hash('correct-horse-battery', { memoryCost: 65_536, timeCost: 2 })
  const before = Array.from({ length: passwordsAtOnce }, () => passwordFits(dear, 'correct-horse-battery'))
  const counts = () => [vi.mocked(hash).mock.calls.length, vi.mocked(verify).mock.calls.length]
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const dear = await hash('correct-horse-battery', { memoryCost: 65_536, timeCost: 2 })
  const first = Array.from({ length: passwordsAtOnce }, () => passwordFits(dear, 'correct-horse-battery'))
  const last = expect(passwordFits(dear, 'correct-horse-battery')).rejects.toMatchObject(busy)
  vi.advanceTimersByTime(15_000)
  await last
  expect(await Promise.all(first)).toEqual(first.map(() => true))
})
