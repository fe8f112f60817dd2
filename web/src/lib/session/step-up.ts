import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { isUnconfirmed } from '../api/errors.ts'

/** Asks the user to confirm who they are; false if they do not want to. */
type AskToConfirm = (methods: readonly SecondFactorMethod[]) => Promise<boolean>

let ask: AskToConfirm | undefined
let asking: Promise<boolean> | undefined

/** Sets who asks, and returns a function that ends it and an open question. */
export function onStepUp(asker: AskToConfirm) {
  let end = (_isConfirmed: boolean) => {}
  const ended = new Promise<boolean>((resolve) => {
    end = resolve
  })
  const askUntilEnd: AskToConfirm = (methods) => Promise.race([asker(methods), ended])
  ask = askUntilEnd
  return () => {
    end(false)
    if (ask === askUntilEnd) ask = undefined
  }
}

/** Calls that need a proof at the same time share one question. */
async function confirm(methods: readonly SecondFactorMethod[]): Promise<boolean> {
  asking ??= (ask?.(methods) ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

/**
 * Repeats a call once that the server lets through only after the user has proved who they are. If they do not want to,
 * the call fails as it did.
 */
export async function withStepUp<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    if (!isUnconfirmed(error) || !(await confirm(error.methods))) throw error
  }
  return request()
}
