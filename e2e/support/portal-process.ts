import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyEndpoint, buildPath, type EndpointOutput, type EndpointRequest } from '@dooryard/contract/api/endpoint'

const root = join(import.meta.dirname, '../..')

export type PortalProcess = {
  url: string
  folder: string
  /** The process id, for inspection from outside. */
  pid: number
  /** The output of both streams. */
  output: () => string
  kill: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export const newDataFolder = () => mkdtemp(join(tmpdir(), 'dooryard-e2e-'))

/** Copies the data folder of a portal that does not run. */
export async function copyFolder(from: string): Promise<string> {
  const folder = await newDataFolder()
  await cp(from, folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

export const removeDataFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Returns a free port below those that systems assign to connections: Linux from 32,768 on. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768)
  const server = createServer().listen(port)
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isFree ? port : freePort()
}

type Environment = Record<string, string>

/** Runs the server program as `npm start` does, without waiting for it. */
export function spawnPortal(environment: Environment): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    // Without the year of a new demo, which would be written while the tests run.
    env: { UV_THREADPOOL_SIZE: '16', DEMO_HISTORY: 'none', ...process.env, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
  return { child, output: () => output }
}

/** Starts a separate portal and waits until it is ready. */
export async function startPortal(folder: string, environment: Environment = {}): Promise<PortalProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { child, output } = spawnPortal({
    ...{ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn' },
    // Browsers connect from this machine, even if a test acts as a trusted proxy.
    PUBLIC_URL: url,
    // Otherwise each would draw the map of the demo, which takes a processor for some seconds.
    ...(environment.MAP_STYLE_URL ? {} : { BASEMAP: 'none.pmtiles' }),
    ...environment,
  })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let hasEnded = false
  ended.then(() => (hasEnded = true))
  while (!(await isReady(url))) {
    if (hasEnded) throw new Error(`the portal ended: ${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code, by] = await ended
    return { code, signal: by }
  }
  return { url, folder, pid: child.pid ?? 0, output, kill }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

/** Calls the API of a running portal, optionally with another client address; throws the error of the server. */
export async function call<E extends AnyEndpoint>(
  url: string,
  token: string | undefined,
  endpoint: E,
  input: EndpointRequest<E>,
  from?: string,
): Promise<EndpointOutput<E>> {
  const parts: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } = input
  const isFile = parts.body instanceof Blob
  const type = isFile ? 'application/octet-stream' : 'application/json'
  const response = await fetch(url + buildPath(endpoint, parts), {
    method: endpoint.method,
    headers: {
      'content-type': type,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(from && { 'x-forwarded-for': from }),
    },
    ...(parts.body !== undefined && { body: isFile ? (parts.body as Blob) : JSON.stringify(parts.body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${text}`)
  // The server validates its responses against the same contract.
  return (text ? JSON.parse(text) : undefined) as EndpointOutput<E>
}
