import { expect, test } from 'vitest'
import { readReply } from '../../test/requests.ts'
import { listen } from './listen.ts'

const getPort = ({ server }: Awaited<ReturnType<typeof listen>>) => {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('until the application is ready, callers are told to retry', async () => {
  const listening = await listen(0, '127.0.0.1')
  const ask = async () => readReply(await fetch(`http://127.0.0.1:${getPort(listening)}/v1/anything`))
  const early = await ask()
  expect(early).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE', message: expect.stringContaining('starting') },
  })
  expect(early.headers.get('retry-after')).toBe('2')
  listening.serve(() => Response.json({ hello: 'there' }))
  expect(await ask()).toMatchObject({ status: 200, body: { hello: 'there' } })
  await listening.close()
})

test('a port in use is reported in one sentence, and its owner keeps it', async () => {
  const first = await listen(0, '127.0.0.1')
  const port = getPort(first)
  await expect(listen(port, '127.0.0.1')).rejects.toThrow(
    new Error(`Port ${port} is in use. Stop what uses it, or choose another with PORT.`),
  )
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503)
  await first.close()
})

test('a URL with a search by drawn areas is answered, one beyond the limit is not', async () => {
  const listening = await listen(0, '127.0.0.1')
  listening.serve((request) => Response.json({ letters: new URL(request.url).search.length }))
  const ask = (letters: number) =>
    fetch(`http://127.0.0.1:${getPort(listening)}/portal/lead-finder?${'x'.repeat(letters - 1)}`)
  const long = await ask(410_000)
  expect({ status: long.status, body: await long.json() }).toEqual({ status: 200, body: { letters: 410_000 } })
  expect((await ask(540_000)).status).toBe(431)
  await listening.close()
})
