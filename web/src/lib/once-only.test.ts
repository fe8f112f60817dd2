import { keyUsedOtherwise } from '@dooryard/contract/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { DoneBefore, inBrowser, onceOnly } from './once-only.ts'

afterEach(() => vi.unstubAllGlobals())

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

test('what is kept in the browser is done once, though the screen was loaded anew before its answer came', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, key: string) => kept.set(name, key),
    removeItem: (name: string) => kept.delete(name),
  })
  const { done, ask } = server(1)
  await expect(onceOnly(inBrowser('order-key'))(ask('100 leads'))).rejects.toThrow(NetworkError)
  expect(await onceOnly(inBrowser('order-key'))(ask('100 leads'))).toBe('100 leads')
  expect(done()).toEqual(['100 leads'])
  await onceOnly(inBrowser('order-key'))(ask('100 leads'))
  expect(done()).toEqual(['100 leads', '100 leads'])
})

test('without storage a key is still kept for as long as the screen is there', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { done, ask } = server(1)
  const once = onceOnly(inBrowser('order-key'))
  await expect(once(ask('100 leads'))).rejects.toThrow(NetworkError)
  await once(ask('100 leads'))
  expect(done()).toEqual(['100 leads'])
})
