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

/**
 * Sends requests under one key until one of them is known to be done. Where an answer is lost, the next request, be it the
 * same or another, takes that key along: the server carries out one of them, and says so. A request that is refused leaves
 * its key free.
 */
export function onceOnly() {
  let key: string | undefined
  return async <Answer>(send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    key ??= randomId()
    try {
      const answer = await send(key)
      key = undefined
      return answer
    } catch (error) {
      if (!isTaken(error)) throw error
      key = undefined
      throw new DoneBefore()
    }
  }
}

/** The same, for as long as a part of the screen is there. */
export const useOnceOnly = () => useState(onceOnly)[0]
