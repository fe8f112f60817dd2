import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Session } from 'chdb'
import { createSemaphore } from '../util/semaphore.ts'
import { quoteLiteral } from './params.ts'

// Settings of the HTTP protocol, unknown to the engine itself.
const protocolSettings = new Set([
  'query',
  'query_id',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
  'database',
])

/**
 * ClickHouse's HTTP interface in front of the embedded engine, as far as a client needs it: the statement in the body
 * or, with data to insert, in the URL; settings in the URL, and `param_…` there or in a form with the statement;
 * errors as the engine words them. A query is stopped when its client has gone and asked for that.
 */
export async function startClickHouseHttp() {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-http-'))
  const opened = () => new Session(join(folder, 'store'))
  const keeper = opened()
  // Each request occupies a thread, and one more must stay free to stop them.
  const requestsAtOnce = createSemaphore({ size: 8, heavy: 0, waiting: 64 }, 'Too many requests.')
  let requests = 0
  const answering = new Set<Promise<void>>()

  async function handle(request: IncomingMessage, response: ServerResponse) {
    requests += 1
    const tag = `request-${requests}`
    const answer = requestsAtOnce.pass({}, () => runRequest(opened(), request, folder, tag))
    const stop = () => keeper.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${tag}' ASYNC`)
    if (request.url?.includes('cancel_http_readonly_queries_on_client_close=1'))
      response.once('close', () => void stopUntilAnswered(answer, stop))
    try {
      const bytes = await answer
      response.writeHead(200, { 'content-type': 'text/plain' }).end(bytes)
    } catch (error) {
      const message = (error as Error).message
      const code = /^Code: (\d+)/.exec(message)?.[1] ?? '1000'
      response.writeHead(code === '516' ? 403 : 500, { 'x-clickhouse-exception-code': code }).end(`${message}\n`)
    }
  }

  const server = createServer((request, response) => {
    const handling = handle(request, response)
    answering.add(handling)
    void handling.finally(() => answering.delete(handling))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(answering)
      keeper.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function stopUntilAnswered(answer: Promise<unknown>, stop: () => Promise<unknown>) {
  let isRunning = true
  const ended = answer.then(
    () => (isRunning = false),
    () => (isRunning = false),
  )
  for (await Promise.race([ended, sleep(1)]); isRunning; await sleep(10)) await stop()
}

// A connection keeps its settings, which the next request must not inherit, so each request has its own connection.
async function runRequest(session: Session, request: IncomingMessage, folder: string, tag: string): Promise<Buffer> {
  try {
    await session.queryAsync(`SET log_comment = '${tag}'`)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/ping') return Buffer.from('Ok.\n')
    const sent = await buffer(request)
    const form = await parseForm(request, sent)
    const body = form.get('query') ?? sent.toString()
    const settings = [...searchParams, ...form].filter(([name]) => !protocolSettings.has(name))
    // `readonly` comes last: once it is set, no other setting can be.
    settings.sort(([a], [b]) => Number(a === 'readonly') - Number(b === 'readonly'))
    for (const [name, value] of settings) await session.queryAsync(`SET ${name} = ${quoteLiteral(value)}`)
    const statement = searchParams.get('query')
    const format = searchParams.get('default_format') ?? 'TabSeparated'
    if (statement === null) return Buffer.from((await session.queryAsync(body, { format })).bytes())
    const upload = join(folder, `upload-${tag}`)
    await writeFile(upload, sent)
    return Buffer.from((await session.queryAsync(toInsertFromFile(statement, upload))).bytes())
  } finally {
    session.close()
  }
}

/** Returns the statement and parameters of a form request; empty for any other. */
async function parseForm({ headers }: IncomingMessage, body: Buffer): Promise<Map<string, string>> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return new Map()
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return new Map([...form].map(([name, value]) => [name, String(value)]))
}

const toInsertFromFile = (statement: string, upload: string) =>
  statement.replace(/FORMAT (\w+)\s*$/, (_, format) => `FROM INFILE ${quoteLiteral(upload)} FORMAT ${format}`)
