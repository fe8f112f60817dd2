import { idempotencyKeyReusedMessage } from '@dooryard/contract/api/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import {
  AlreadyProcessedError,
  chooseAgreedKey,
  createBrowserKeyStore,
  createIdempotentCall,
} from './idempotent-call.ts'

afterEach(() => vi.unstubAllGlobals())

/** A fake server that processes each key once and loses the given number of responses. */
function server(lost: number) {
  const done = new Map<string, string>()
  const ask = (request: string) => async (key: string) => {
    const before = done.get(key)
    if (before && before !== request)
      throw new ApiError(409, { message: idempotencyKeyReusedMessage, code: 'CONFLICT' })
    done.set(key, request)
    if (lost-- > 0) throw new NetworkError('cut off')
    return request
  }
  return { done: () => [...done.values()], ask }
}

function stubStorage() {
  const storedKey = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storedKey.get(name) ?? null,
    setItem: (name: string, key: string) => storedKey.set(name, key),
    removeItem: (name: string) => storedKey.delete(name),
  })
}

test('a request repeated after a lost response is processed once', async () => {
  const { done, ask } = server(2)
  const once = createIdempotentCall()
  await expect(once(ask('100 credits'))).rejects.toThrow(NetworkError)
  await expect(once(ask('100 credits'))).rejects.toThrow(NetworkError)
  expect(await once(ask('100 credits'))).toBe('100 credits')
  expect(done()).toEqual(['100 credits'])
})

test('a request changed after a lost response is first rejected, and processed when it is sent again', async () => {
  const { done, ask } = server(1)
  const once = createIdempotentCall()
  await expect(once(ask('100 credits, bakc'))).rejects.toThrow(NetworkError)
  await expect(once(ask('100 credits, back'))).rejects.toThrow(AlreadyProcessedError)
  expect(done()).toEqual(['100 credits, bakc'])
  await once(ask('100 credits, back'))
  expect(done()).toEqual(['100 credits, bakc', '100 credits, back'])
})

test('a request that never arrived is processed in its latest form', async () => {
  const { done, ask } = server(0)
  const once = createIdempotentCall()
  await expect(once(() => Promise.reject(new NetworkError('cut off')))).rejects.toThrow(NetworkError)
  await once(ask('50 credits'))
  expect(done()).toEqual(['50 credits'])
})

test('after a received response the next request is a new one', async () => {
  const { done, ask } = server(0)
  const once = createIdempotentCall()
  await once(ask('100 credits'))
  await once(ask('100 credits'))
  expect(done()).toEqual(['100 credits', '100 credits'])
})

test('a request that was agreed to is processed once with the key it got then, also in a copied tab', async () => {
  const { done, ask } = server(1)
  const [tab, copy] = [createIdempotentCall(), createIdempotentCall()]
  await expect(tab(ask('100 credits'), 'agreed')).rejects.toThrow(NetworkError)
  // Sent again by the user, who does not know the key.
  expect(await tab(ask('100 credits'))).toBe('100 credits')
  expect(await copy(ask('100 credits'), 'agreed')).toBe('100 credits')
  expect(done()).toEqual(['100 credits'])
})

test('an order agreed to after a lost response is placed once', async () => {
  stubStorage()
  const { done, ask } = server(1)
  const once = createIdempotentCall(createBrowserKeyStore('order-key'))
  await expect(once(ask('100 leads'))).rejects.toThrow(NetworkError)
  const agreedKey = chooseAgreedKey('order-key', 'new')
  // Also when the user places it by hand before the agreement does.
  await once(ask('100 leads'))
  expect(await once(ask('100 leads'), agreedKey)).toBe('100 leads')
  expect(done()).toEqual(['100 leads'])
})

test('an order changed before it is agreed to is not placed beside the one whose response was lost', async () => {
  stubStorage()
  const { done, ask } = server(1)
  const once = createIdempotentCall(createBrowserKeyStore('order-key'))
  await expect(once(ask('100 leads'))).rejects.toThrow(NetworkError)
  await expect(once(ask('90 leads'), chooseAgreedKey('order-key'))).rejects.toThrow(AlreadyProcessedError)
  expect(done()).toEqual(['100 leads'])
})

test('an order agreed to when no earlier one is unresolved gets a key of its own', async () => {
  stubStorage()
  const { ask } = server(0)
  await createIdempotentCall(createBrowserKeyStore('order-key'))(ask('100 leads'))
  expect(chooseAgreedKey('order-key', 'new')).toBe('new')
  expect(chooseAgreedKey('order-key')).not.toBe(chooseAgreedKey('order-key'))
})

test('a key stored in the browser survives a reload before the response, and the request is processed once', async () => {
  stubStorage()
  const { done, ask } = server(1)
  await expect(createIdempotentCall(createBrowserKeyStore('order-key'))(ask('100 leads'))).rejects.toThrow(NetworkError)
  expect(await createIdempotentCall(createBrowserKeyStore('order-key'))(ask('100 leads'))).toBe('100 leads')
  expect(done()).toEqual(['100 leads'])
  await createIdempotentCall(createBrowserKeyStore('order-key'))(ask('100 leads'))
  expect(done()).toEqual(['100 leads', '100 leads'])
})

test('without storage a key lives as long as the screen', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { done, ask } = server(1)
  const once = createIdempotentCall(createBrowserKeyStore('order-key'))
  await expect(once(ask('100 leads'))).rejects.toThrow(NetworkError)
  await once(ask('100 leads'))
  expect(done()).toEqual(['100 leads'])
})
