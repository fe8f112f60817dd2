import type { AnyEndpoint, Call, Output } from '@dooryard/contract/endpoint'
import type { Caller } from '../requests.ts'

/** With the example of its body in the document unless another is given. */
export async function succeed<E extends AnyEndpoint>(
  as: Caller,
  endpoint: E,
  given: Partial<Call<E>> = {},
): Promise<Output<E>> {
  const example = endpoint.body?.meta()?.example
  // What a call needs beside its body is given by whoever makes it.
  const { status, body } = await as.call<E>(endpoint, { ...(example ? { body: example } : {}), ...given } as never)
  if (status !== (endpoint.status ?? 200))
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export async function until<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await ask()
    if (isThere(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to be')
}
