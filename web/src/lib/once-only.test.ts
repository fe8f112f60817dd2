import { keyUsedOtherwise } from '@dooryard/contract/errors'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { DoneBefore, onceOnly } from './once-only.ts'

/** A server that does each key once, and whose answers get lost on the way as often as it is told. */
function server(lost: number) {
  const done = new Map<string, string>()
  const ask = (request: string) => async (key: string) => {
    const before = done.get(key)
    if (before && before !== request) throw new ApiError(409, { message: keyUsedOtherwise, code: 'CONFLICT' })
    done.set(key, request)
    if (lost-- > 0) throw new NetworkError('cut off')
    return request
  }
  return { done: () => [...done.values()], ask }
}

test('what is asked again after its answer was lost is done once', async () => {
  const { done, ask } = server(2)
  const once = onceOnly()
  await expect(once(ask('100 credits'))).rejects.toThrow(NetworkError)
  await expect(once(ask('100 credits'))).rejects.toThrow(NetworkError)
  expect(await once(ask('100 credits'))).toBe('100 credits')
  expect(done()).toEqual(['100 credits'])
})

test('what is changed after its answer was lost is not done as well, until it is asked for once more', async () => {
  const { done, ask } = server(1)
  const once = onceOnly()
  await expect(once(ask('100 credits, bakc'))).rejects.toThrow(NetworkError)
  await expect(once(ask('100 credits, back'))).rejects.toThrow(DoneBefore)
  expect(done()).toEqual(['100 credits, bakc'])
  await once(ask('100 credits, back'))
  expect(done()).toEqual(['100 credits, bakc', '100 credits, back'])
})

test('what never got there is done as it is asked for by then', async () => {
  const { done, ask } = server(0)
  const once = onceOnly()
  await expect(once(() => Promise.reject(new NetworkError('cut off')))).rejects.toThrow(NetworkError)
  await once(ask('50 credits'))
  expect(done()).toEqual(['50 credits'])
})

test('what was done and heard of is another request the next time', async () => {
  const { done, ask } = server(0)
  const once = onceOnly()
  await once(ask('100 credits'))
  await once(ask('100 credits'))
  expect(done()).toEqual(['100 credits', '100 credits'])
})
