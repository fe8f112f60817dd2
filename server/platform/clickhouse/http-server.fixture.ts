import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Session } from 'chdb'
import { turnstile } from '../turnstile.ts'
import { literal } from './params.ts'

// Settings of the protocol, which the engine itself does not know.
const protocolOnly = new Set([
  'query',
  'query_id',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
  'database',
])

/**
 * ClickHouse's HTTP interface in front of the embedded engine, as far as a client needs it: the statement in the body or,
 * before data to insert, in the URL; settings in the URL, `param_…` there or in a form with the statement; errors as the engine
 * words them; and a query is stopped whose client has gone and asked for that.
 */
export async function startClickHouseHttp() {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-http-'))
  const opened = () => new Session(join(folder, 'store'))
  const keeper = opened()
  // Each holds a thread, and one more must be left to stop them.
  const requestsAtOnce = turnstile({ size: 8, heavy: 0, waiting: 64 }, 'Too many requests.')
  let requests = 0
  const answering = new Set<Promise<void>>()

  async function handle(request: IncomingMessage, response: ServerResponse) {
    requests += 1
    const tag = `request-${requests}`
    const answer = requestsAtOnce.pass({}, () => answerWith(opened(), request, folder, tag))
    const stop = () => keeper.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${tag}' ASYNC`)
    if (request.url?.includes('cancel_http_readonly_queries_on_client_close=1'))
      response.once('close', () => void stopUntil(answer, stop))
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

async function stopUntil(answer: Promise<unknown>, stop: () => Promise<unknown>) {
  let isRunning = true
  const ended = answer.then(
    () => (isRunning = false),
    () => (isRunning = false),
  )
  for (await Promise.race([ended, sleep(1)]); isRunning; await sleep(10)) await stop()
}

// A connection keeps its settings and a request must not inherit them, so each request has a connection of its own.
async function answerWith(session: Session, request: IncomingMessage, folder: string, tag: string): Promise<Buffer> {
  try {
    await session.queryAsync(`SET log_comment = '${tag}'`)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/ping') return Buffer.from('Ok.\n')
    const sent = await buffer(request)
    const form = await formOf(request, sent)
    const body = form.get('query') ?? sent.toString()
    const settings = [...searchParams, ...form].filter(([name]) => !protocolOnly.has(name))
    // `readonly` comes last: once it holds, it cannot be set.
    settings.sort(([a], [b]) => Number(a === 'readonly') - Number(b === 'readonly'))
    for (const [name, value] of settings) await session.queryAsync(`SET ${name} = ${literal(value)}`)
    const statement = searchParams.get('query')
    const format = searchParams.get('default_format') ?? 'TabSeparated'
    if (statement === null) return Buffer.from((await session.queryAsync(body, { format })).bytes())
    const upload = join(folder, `upload-${tag}`)
    await writeFile(upload, sent)
    return Buffer.from((await session.queryAsync(insertFrom(statement, upload))).bytes())
  } finally {
    session.close()
  }
}

/** The statement and parameters of a request that sends them as a form; empty for any other. */
async function formOf({ headers }: IncomingMessage, body: Buffer): Promise<Map<string, string>> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return new Map()
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return new Map([...form].map(([name, value]) => [name, String(value)]))
}

const insertFrom = (statement: string, upload: string) =>
  statement.replace(/FORMAT (\w+)\s*$/, (_, format) => `FROM INFILE ${literal(upload)} FORMAT ${format}`)
