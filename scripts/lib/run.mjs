import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, for it runs under the machine's own Node before anything is installed.

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The Node that the project runs under, whatever the machine has. */
export const ownNode = join(root, 'node_modules', '.bin', 'node')

/** Ends with one sentence for a person. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The exit status that a shell would give. */
export const statusOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/** Runs a command to its end, on this terminal, and gives its exit status; a command that is not there throws. */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(statusOf(code, signal)))
  })
}

// Where the kernel can, it stops the program when this script is killed outright.
const tied = () =>
  spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0 ? ['setpriv', '--pdeathsig', 'TERM'] : []

/** Becomes the program, as far as Node 20 lets it: its signals, its output, its exit status. */
export function become(script, args) {
  const [file, ...rest] = [...tied(), ownNode, script, ...args]
  // A query of the property store holds a thread of this pool while it runs, and files and passwords want theirs.
  const env = { UV_THREADPOOL_SIZE: '16', ...process.env }
  // In a group of its own, so that a Ctrl-C in the terminal, which reaches every process of a group, arrives once.
  const child = spawn(file, rest, { cwd: root, stdio: 'inherit', detached: true, env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // A closed terminal too is a reason to drain, not to drop everything.
  for (const signal of ['SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill('SIGTERM'))
  child.once('error', (error) => fail(`The program does not start: ${error.message}.`))
  child.once('close', (code, signal) => process.exit(statusOf(code, signal)))
}
