import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

/** Prism as its command starts it: a proxy in front of a server, that holds each answer against a document. */
export async function startPrism(document: object, upstream: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-prism-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  // Requests are sent wrong on purpose: only answers are looked at.
  const options = ['--port', '0', '--multiprocess', 'false', '--validate-request', 'false']
  const child = spawn(process.execPath, [command, 'proxy', file, upstream, ...options])
  const close = async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  }
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    const url = /listening on (http:\/\/\S+)/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return { url, close }
  }
  await close()
  throw new Error(`Prism did not start: ${said.join('\n')}`)
}
