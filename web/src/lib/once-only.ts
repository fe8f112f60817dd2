import { keyUsedOtherwise } from '@dooryard/contract/errors'
import { useState } from 'react'
import { ApiError } from './errors.ts'
import { randomId } from './ids.ts'

/** What was asked for before had been done, though nobody heard of it; what was asked for now was not. */
export class DoneBefore extends ApiError {
  constructor() {
    const message =
      'What you sent before went through, though its answer was lost, so this was not done as well. Look at what came ' +
      'of it, and send this again if it is still needed.'
    super(409, { message, code: 'CONFLICT' })
  }
}

/** The server carried out another request under the key. */
const isTaken = (error: unknown) => error instanceof ApiError && error.message === keyUsedOtherwise

/** Where a key is kept until a request under it is known to be done. */
type Place = { read: () => string | undefined; write: (key: string | undefined) => void }

function inMemory(): Place {
  let kept: string | undefined
  return {
    read: () => kept,
    write: (key) => {
      kept = key
    },
  }
}

/** Keeps a key in the browser, so that neither a reload nor another tab begins anew; without storage in memory. */
export function inBrowser(name: string): Place {
  const memory = inMemory()
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
        // Then it lives as long as the screen.
      }
    },
  }
}

/**
 * Sends requests under one key until one of them is known to be done. Where an answer is lost, the next request, be it the
 * same or another, takes that key along: the server carries out one of them, and says so. A request that is refused leaves
 * its key free.
 */
export const onceOnly =
  (place: Place = inMemory()) =>
  async <Answer>(send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const key = place.read() ?? randomId()
    place.write(key)
    try {
      const answer = await send(key)
      place.write(undefined)
      return answer
    } catch (error) {
      if (!isTaken(error)) throw error
      place.write(undefined)
      throw new DoneBefore()
    }
  }

/** The same, for as long as a part of the screen is there; or with a `name` until it is done, in this browser. */
export const useOnceOnly = (name?: string) =>
  useState(() => onceOnly(name === undefined ? undefined : inBrowser(name)))[0]
