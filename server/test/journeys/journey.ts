import type { AnyEndpoint, EndpointOutput, EndpointRequest } from '@dooryard/contract/api/endpoint'
import type { Caller } from '../requests.ts'

/** Uses the documented example as the body unless another is given. */
export async function callOk<E extends AnyEndpoint>(
  as: Caller,
  endpoint: E,
  input: Partial<EndpointRequest<E>> = {},
): Promise<EndpointOutput<E>> {
  const example = endpoint.body?.meta()?.example
  // The caller passes everything a call needs besides its body.
  const { status, body } = await as.call<E>(endpoint, { ...(example ? { body: example } : {}), ...input } as never)
  if (status !== (endpoint.status ?? 200))
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export async function pollUntil<T>(read: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await read()
    if (isDone(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to be')
}
