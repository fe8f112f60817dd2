import type { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { chownTo, ensureOwner, findLauncher, findRunningPid, type Launcher } from './embedded-process.ts'

export type EmbeddedPostgres = { connectionString: string; stop: () => Promise<void> }

export type EmbeddedPostgresOptions = {
  /** Lock the data folder first: no other process may use it. */
  folder: string
  /** Trades safety for speed; for disposable test data. */
  unsafe?: boolean
  log?: Log
}

const user = 'dooryard'
const startTimeoutMs = 30_000
const retryMs = 100
// The kernel's limit is 104 bytes on macOS and 108 on Linux, including the terminator.
const maxSocketPathLength = 103
const socketName = '.s.PGSQL.5432'

const initdbArgs = [
  '-U',
  user,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=200',
  'jit=off',
  'log_min_messages=log',
]
const unsafeSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

/** Starts PostgreSQL on a unix socket that only this user can open; restarts it if it dies. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const launcher = await findLauncher(folder)
  // Major versions cannot read each other's files, so each has its own folder.
  const cluster = join(folder, '18')
  if (existsSync(cluster)) await ensureOwner(cluster, launcher.owner)
  else await createCluster(launcher, cluster, options.unsafe)
  const socketFolder = await chooseSocketFolder(folder)
  const server = await superviseServer({
    launcher,
    cluster,
    socketFolder,
    logFile: join(folder, 'postgres.log'),
    ...options,
  })
  return {
    connectionString: `postgresql://${user}@/postgres?host=${encodeURIComponent(socketFolder)}`,
    stop: async () => {
      await server.stop()
      await rm(socketFolder, { recursive: true, force: true })
    },
  }
}

/** Created alongside and then renamed, so that a killed start leaves no partial cluster. */
async function createCluster(launcher: Launcher, cluster: string, unsafe = false) {
  const draft = `${cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await chownTo(draft, launcher.owner)
  const child = launcher.spawn('initdb', ['-D', draft, ...(unsafe ? ['--no-sync'] : []), ...initdbArgs], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let lastError = ''
  child.stderr?.on('data', (data) => {
    lastError += data
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`PostgreSQL could not create its files in ${cluster}: ${getLastLine(lastError)}`)
  await rename(draft, cluster)
}

async function chooseSocketFolder(folder: string): Promise<string> {
  const near = join(folder, 'run')
  if (Buffer.byteLength(join(near, socketName)) > maxSocketPathLength) return mkdtemp(join(tmpdir(), 'dooryard-'))
  await mkdir(near, { recursive: true, mode: 0o700 })
  return near
}

type Server = {
  launcher: Launcher
  cluster: string
  socketFolder: string
  logFile: string
  unsafe?: boolean
  log?: Log
}

async function superviseServer(server: Server) {
  let stopping = false
  let child = await startUntilReady(server)
  // Where the kernel does not stop PostgreSQL with this process (macOS), this does, unless the process is killed
  // outright.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  const watch = () =>
    child.once('exit', async () => {
      if (stopping) return
      server.log?.error('PostgreSQL ended unexpectedly; starting it again')
      try {
        child = await startUntilReady(server)
        watch()
      } catch (error) {
        server.log?.fatal({ err: error }, 'PostgreSQL does not start again')
      }
    })
  watch()
  return {
    stop: async () => {
      stopping = true
      process.off('exit', onExit)
      await stopServer(child)
    },
  }
}

async function stopServer(child: ReturnType<typeof spawn>) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const timeoutMs = AbortSignal.timeout(20_000)
  timeoutMs.addEventListener('abort', () => child.kill('SIGQUIT'))
  await ended
}

async function startUntilReady(server: Server) {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    await clearLeftovers(server, deadline)
    const child = startServer(server)
    if (await waitUntilReady(child, server.socketFolder, deadline)) return child
    if (Date.now() > deadline) {
      await stopServer(child)
      throw new Error(`PostgreSQL did not start: ${await readLastError(server.logFile)} (see ${server.logFile})`)
    }
    // A killed server's last processes may hold its shared memory for a moment.
    await sleep(retryMs)
  }
}

/** Pid files may name any program by now. */
async function clearLeftovers({ cluster, socketFolder }: Server, deadline: number) {
  for (let orphan = await findRunningPid(cluster); orphan !== null; orphan = await findRunningPid(cluster)) {
    if (Date.now() > deadline) throw new Error(`Another PostgreSQL (process ${orphan}) still runs on ${cluster}.`)
    process.kill(orphan, 'SIGINT')
    await sleep(retryMs)
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await rm(join(socketFolder, socketName), { force: true })
  await rm(join(socketFolder, `${socketName}.lock`), { force: true })
}

function startServer({ launcher, cluster, socketFolder, logFile, unsafe }: Server) {
  const all = [...settings, `unix_socket_directories=${socketFolder}`, ...(unsafe ? unsafeSettings : [])]
  const output = openSync(logFile, 'w')
  try {
    // In its own session, so that a Ctrl-C in the terminal reaches this process alone, and PostgreSQL only after the
    // drain.
    return launcher.spawn('postgres', ['-D', cluster, ...all.flatMap((setting) => ['-c', setting])], {
      detached: true,
      stdio: ['ignore', output, output],
    })
  } finally {
    closeSync(output)
  }
}

async function waitUntilReady(
  child: ReturnType<typeof spawn>,
  socketFolder: string,
  deadline: number,
): Promise<boolean> {
  let failed = false
  child.once('error', () => {
    failed = true
  })
  while (!failed && child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await canConnect(socketFolder)) return true
    await sleep(20)
  }
  return false
}

async function canConnect(socketFolder: string): Promise<boolean> {
  const client = new pg.Client({ host: socketFolder, user, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const readLastError = async (logFile: string) => getLastLine(await readFile(logFile, 'utf8').catch(() => ''))

function getLastLine(text: string): string {
  const lines = text.trim().split('\n')
  return lines.findLast((line) => /FATAL|error/i.test(line)) || lines.at(-1) || 'it gave no reason'
}
