import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyEndpoint, type Call, type Output, pathOf } from '@dooryard/contract/endpoint'

const root = join(import.meta.dirname, '..')

export type PortalProcess = {
  url: string
  folder: string
  /** Of the process, to be looked at from outside. */
  pid: number
  /** What it printed, both streams. */
  output: () => string
  kill: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export const newDataFolder = () => mkdtemp(join(tmpdir(), 'dooryard-e2e-'))
export const removeDataFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** A port that nobody has, below those that systems give to connections: Linux from 32,768 on. */
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
    env: { UV_THREADPOOL_SIZE: '16', ...process.env, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
  return { child, output: () => output }
}

/** Starts a portal of its own and waits until it answers. */
export async function startPortal(folder: string, environment: Environment = {}): Promise<PortalProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { child, output } = spawnPortal({
    ...{ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn' },
    // Browsers come from this machine, also where a test plays a proxy that is trusted.
    PUBLIC_URL: url,
    ...environment,
  })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let over = false
  ended.then(() => (over = true))
  while (!(await answers(url))) {
    if (over) throw new Error(`the portal ended: ${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code, by] = await ended
    return { code, signal: by }
  }
  return { url, folder, pid: child.pid ?? 0, output, kill }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

/** Calls the API of a running portal, `from` another address if said; throws what the server says when it refuses. */
export async function call<E extends AnyEndpoint>(
  url: string,
  token: string | undefined,
  endpoint: E,
  input: Call<E>,
  from?: string,
): Promise<Output<E>> {
  const parts: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } = input
  const isFile = parts.body instanceof Blob
  const type = isFile ? 'application/octet-stream' : 'application/json'
  const response = await fetch(url + pathOf(endpoint, parts), {
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
  // The server checks its answers against the same contract.
  return (text ? JSON.parse(text) : undefined) as Output<E>
}
