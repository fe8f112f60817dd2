import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, because it runs under the machine's own Node before anything is installed.

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The Node version of the project, whatever the machine has. */
export const ownNode = join(root, 'node_modules', '.bin', 'node')

/** Exits with a one-sentence error. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The exit status that a shell would return. */
export const toExitStatus = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/** Runs a command in this terminal and returns its exit status; throws where the command does not exist. */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(toExitStatus(code, signal)))
  })
}

// Where the kernel supports it, the program is stopped when this script is killed.
const getDeathSignalArgs = () =>
  spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0 ? ['setpriv', '--pdeathsig', 'TERM'] : []

/** Replaces this script with the program, as far as Node 20 allows: forwards signals, output and exit status. */
export function runAsSelf(script, args) {
  const [file, ...rest] = [...getDeathSignalArgs(), ownNode, script, ...args]
  // A query of the property store occupies a thread of this pool while it runs, and files and passwords need threads
  // too.
  const env = { UV_THREADPOOL_SIZE: '16', ...process.env }
  // In its own process group, so that a Ctrl-C in the terminal, which reaches the whole group, arrives once.
  const child = spawn(file, rest, { cwd: root, stdio: 'inherit', detached: true, env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // A closed terminal is a reason to drain too.
  for (const signal of ['SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill('SIGTERM'))
  child.once('error', (error) => fail(`The program does not start: ${error.message}.`))
  child.once('close', (code, signal) => process.exit(toExitStatus(code, signal)))
}
