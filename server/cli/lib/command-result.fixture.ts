import { Readable, Writable } from 'node:stream'
import { type Command, runCommand } from './command.ts'

export type CommandResult = { code: number; out: string; err: string }

/** Runs a command in this process as on the command line, and returns its exit status and output. */
export async function getCommandResult(command: Command, args: string[], env: Record<string, string> = {}, input = '') {
  const [stdout, stderr] = [createCollector(), createCollector()]
  const stdin = Readable.from([input])
  const code = await runCommand(command, { args, env, stdin, stdout: stdout.stream, stderr: stderr.stream })
  return { code, out: stdout.text(), err: stderr.text() } satisfies CommandResult
}

function createCollector() {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk
      done()
    },
  })
  return { stream, text: () => text }
}
