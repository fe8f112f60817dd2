import { Console } from 'node:console'

/** This process, or the values a test supplies. */
export type Terminal = {
  args: string[]
  env: Record<string, string | undefined>
  stdin: NodeJS.ReadableStream & { isTTY?: boolean | undefined }
  stderr: NodeJS.WritableStream & { isTTY?: boolean | undefined }
  console: Pick<Console, 'log' | 'error'>
}

/** Throws an error whose message is printed as one sentence. Its `exitCode` is 1 by default. */
export type Command = (terminal: Terminal) => Promise<void>

type Process = Omit<Terminal, 'console'> & { stdout: NodeJS.WritableStream }

export async function runCommand(command: Command, { stdout, ...process }: Process): Promise<number> {
  const console = new Console({ stdout, stderr: process.stderr })
  try {
    await command({ ...process, console })
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1
  }
}

export async function runProgram(command: Command): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process
  process.exitCode = await runCommand(command, { args: argv.slice(2), env, stdin, stdout, stderr })
}
