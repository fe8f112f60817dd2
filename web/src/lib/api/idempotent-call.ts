import { idempotencyKeyReusedMessage } from '@dooryard/contract/api/errors'
import { useState } from 'react'
import { randomId } from '../ids.ts'
import { ApiError } from './errors.ts'

/** The earlier request was processed although its response was lost; the current one was not. */
export class AlreadyProcessedError extends ApiError {
  constructor() {
    const message =
      'Your previous request was processed; this one was not. Check the result, and send this again if it is still ' +
      'needed.'
    super(409, { message, code: 'CONFLICT' })
  }
}

/** The server processed a different request with this key. */
const isKeyReused = (error: unknown) => error instanceof ApiError && error.message === idempotencyKeyReusedMessage

/** Stores a key until its request is known to be processed. */
type KeyStore = { read: () => string | undefined; write: (key: string | undefined) => void }

function createMemoryKeyStore(): KeyStore {
  let storedKey: string | undefined
  return {
    read: () => storedKey,
    write: (key) => {
      storedKey = key
    },
  }
}

/** Stores a key in local storage, shared by reloads and tabs; in memory when storage is unavailable. */
export function createBrowserKeyStore(name: string): KeyStore {
  const memory = createMemoryKeyStore()
  return {
    read: () => {
      try {
        return localStorage.getItem(name) ?? memory.read()
      } catch {
        return memory.read()
      }
    },
    write: (key) => {
      memory.write(key)
      try {
        if (key === undefined) localStorage.removeItem(name)
        else localStorage.setItem(name, key)
      } catch {
        // Without storage the key lives as long as the screen.
      }
    },
  }
}

/**
 * Sends requests with one idempotency key until one of them is known to be processed. When a response is lost, the
 * next request, whether the same or a different one, reuses the key; the server processes only one of them and says
 * which. A rejected request leaves its key unused. A request that was agreed to earlier brings the key it got then, in
 * place of the stored one.
 */
export const createIdempotentCall =
  (store: KeyStore = createMemoryKeyStore()) =>
  async <Answer>(send: (idempotencyKey: string) => Promise<Answer>, agreedKey?: string): Promise<Answer> => {
    const key = agreedKey ?? store.read() ?? randomId()
    store.write(key)
    try {
      const answer = await send(key)
      store.write(undefined)
      return answer
    } catch (error) {
      if (!isKeyReused(error)) throw error
      store.write(undefined)
      throw new AlreadyProcessedError()
    }
  }

/**
 * The key for a request of that name that is agreed to now and sent later: that of an earlier request whose response was
 * lost, if there is one, so that only one of the two is processed.
 */
export const chooseAgreedKey = (name: string, newKey = randomId()): string =>
  createBrowserKeyStore(name).read() ?? newKey

/** An idempotent call for the lifetime of a component; with a `name`, until it is processed in this browser. */
export const useIdempotentCall = (name?: string) =>
  useState(() => createIdempotentCall(name === undefined ? undefined : createBrowserKeyStore(name)))[0]
