import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { KeySet } from '@dooryard/contract/data/dnc'
import { readConfig } from '../config.ts'
import { getCertificateKeys, verifyCertificate } from '../modules/dnc/index.ts'
import { openSecrets } from '../platform/crypto/secrets.ts'
import { parseJson } from '../platform/util/json.ts'
import { type Command, runProgram, type Terminal } from './lib/command.ts'

// Opens no store, so it can run alongside the portal, or anywhere else with the public keys.

const usage = `Usage: npm run certificate:verify -- CERTIFICATE [--csv FILE] [--keys FILE-OR-URL]
  --csv FILE           the file of the order: it is the one that was certified
  --keys FILE-OR-URL   the keys to trust, as https://<portal>/v1/dnc/keys tells them; without, those of this installation`

function readOptions(args: string[]) {
  try {
    const options = { csv: { type: 'string' }, keys: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new Error()
    return { file, ...values }
  } catch {
    throw new Error(usage)
  }
}

const loadTrustedKeys = async (from: string | undefined, env: Terminal['env']): Promise<KeySet> =>
  from === undefined ? loadOwnKeys(env) : loadExternalKeys(from)

async function loadOwnKeys(env: Terminal['env']): Promise<KeySet> {
  const config = readConfig(env)
  // A secret created now cannot have signed anything.
  if (config.secret === undefined && !existsSync(join(config.dataDir, 'secret')))
    throw new Error('This is no installation that has signed anything. Name the keys to trust with --keys.')
  return getCertificateKeys(openSecrets(config))
}

async function loadExternalKeys(from: string): Promise<KeySet> {
  const keys = KeySet.safeParse(await readJson(from))
  if (!keys.success) throw new Error(`${from} has no set of keys as a portal tells it at /v1/dnc/keys.`)
  return keys.data
}

async function readJson(from: string): Promise<unknown> {
  if (!/^https?:\/\//.test(from)) return parseJson(await readFile(from, 'utf8'))
  const answer = await fetch(from, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${from} answers with status ${answer.status}.`)
  return parseJson(await answer.text())
}

export const main: Command = async ({ args, env, console }) => {
  const { file, csv, keys } = readOptions(args)
  const text = (await readFile(file, 'utf8')).trim()
  const evidence = { keys: await loadTrustedKeys(keys, env), csv: csv === undefined ? undefined : await readFile(csv) }
  const verdict = await verifyCertificate(text, evidence)
  if (!verdict.isProven) throw new Error(`NOT PROVEN. ${verdict.reason}`)
  const listed = (sentences: string[]) => sentences.map((sentence) => `  ${sentence}`)
  console.log(['PROVEN:', ...listed(verdict.proven), 'Not proven:', ...listed(verdict.notProven)].join('\n'))
}

if (import.meta.main) await runProgram(main)
