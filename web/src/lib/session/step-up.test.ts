import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { onStepUp, withStepUp } from './step-up.ts'

const refused = () => new ApiError(403, { code: 'STEP_UP_REQUIRED', message: 'Please confirm', methods: ['TOTP'] })

/** A call that is refused until the user has confirmed, and how often it was made. */
function createCall(state: { isConfirmed: boolean }) {
  const call = { count: 0, send: async () => 'done' }
  call.send = async () => {
    call.count += 1
    if (!state.isConfirmed) throw refused()
    return 'done'
  }
  return call
}

describe('a call that needs a fresh proof', () => {
  test('is repeated once the user has given it', async () => {
    const state = { isConfirmed: false }
    const asked: unknown[] = []
    const stop = onStepUp(async (methods) => {
      asked.push(methods)
      state.isConfirmed = true
      return true
    })
    const call = createCall(state)
    expect(await withStepUp(call.send)).toBe('done')
    expect({ count: call.count, asked }).toEqual({ count: 2, asked: [['TOTP']] })
    stop()
  })

  test('fails as it did when the user does not want to, and is not repeated', async () => {
    const stop = onStepUp(async () => false)
    const call = createCall({ isConfirmed: false })
    await expect(withStepUp(call.send)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(call.count).toBe(1)
    stop()
  })

  test('is repeated once only', async () => {
    const stop = onStepUp(async () => true)
    const call = createCall({ isConfirmed: false })
    await expect(withStepUp(call.send)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(call.count).toBe(2)
    stop()
  })

  test('shares the question with others made meanwhile', async () => {
    const state = { isConfirmed: false }
    let questions = 0
    let answer = (_: boolean) => {}
    const stop = onStepUp((_) => {
      questions += 1
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    const answers = [createCall(state), createCall(state)].map((call) => withStepUp(call.send))
    await expect.poll(() => questions).toBe(1)
    state.isConfirmed = true
    answer(true)
    expect(await Promise.all(answers)).toEqual(['done', 'done'])
    expect(questions).toBe(1)
    stop()
  })

  test('fails as it did when the screen that asks goes away before the answer, and the next asks anew', async () => {
    const state = { isConfirmed: false }
    const call = createCall(state)
    const stop = onStepUp(() => new Promise(() => {}))
    const answer = withStepUp(call.send)
    await expect.poll(() => call.count).toBe(1)
    stop()
    await expect(answer).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    const stopNext = onStepUp(async () => {
      state.isConfirmed = true
      return true
    })
    expect(await withStepUp(call.send)).toBe('done')
    stopNext()
  })

  test('fails where nobody can ask, and any other refusal is passed on', async () => {
    const call = createCall({ isConfirmed: false })
    await expect(withStepUp(call.send)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    const forbidden = new ApiError(403, { code: 'FORBIDDEN', message: 'No' })
    await expect(withStepUp(() => Promise.reject(forbidden))).rejects.toBe(forbidden)
  })
})
