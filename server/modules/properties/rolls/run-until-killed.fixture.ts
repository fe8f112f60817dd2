import { spawn } from 'node:child_process'
import { text as readText } from 'node:stream/consumers'

/** Runs a program that kills itself; throws with what it said where it ends in another way. */
export async function runUntilKilled(program: string, task: object): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const [output, errors, signal] = await Promise.all([readText(child.stdout), readText(child.stderr), ended])
  if (signal !== 'SIGKILL') throw new Error(errors || `${program} ended by itself: ${output}`)
}
