import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startLimitedServer } from '../limits/limited-server.fixture.ts'
import { notes } from '../notes.fixture.ts'
import { startNotesServer } from '../notes-server.fixture.ts'

const server = await startNotesServer({ bodyMs: 400 })
const doors = await startLimitedServer({ bodyMs: 400 })
afterAll(async () => {
  await doors.close()
  await server.close()
})

/** Sends the beginning of a body, and waits for the response. */
const startRequest = (url: string, headers: Record<string, string>, beginning: string) =>
  new Promise<{ status: number | undefined; connection: string | undefined; text: string }>((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers }, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('')
      resolve({ status: response.statusCode, connection: response.headers.connection, text })
    })
    sending.on('error', reject)
    sending.write(beginning)
  })

const timedOutReply = {
  status: 400,
  connection: 'close',
  text: expect.stringContaining('The request took too long to arrive.'),
}

const lengths: Record<string, string>[] = [{}, { 'content-length': '100' }]

test.concurrent.each(lengths)(
  'a request that never ends gets an error message, and its connection is closed: %o',
  async (length) => {
    const { token } = await server.signIn()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...length }
    expect(await startRequest(`${server.url}/v1/notes`, headers, '{"text": "to be')).toEqual(timedOutReply)
  },
)

test.concurrent('a form that never ends is treated alike', async () => {
  const { token } = doors.signIn()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  expect(await startRequest(`${doors.url}/v1/frame`, headers, '--x')).toEqual(timedOutReply)
})

test.concurrent('a request that has arrived may take longer to be answered', async () => {
  const { call } = await server.signIn()
  expect(await call(notes.add, { body: { text: 'think of it' } })).toMatchObject({
    status: 201,
    body: { text: 'think of it' },
  })
})
