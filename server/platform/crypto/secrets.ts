import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = { derive: (purpose: string) => Uint8Array }

export function createSecrets(master: string | Uint8Array): Secrets {
  const derived = new Map<string, Uint8Array>()
  return {
    derive: (purpose) => {
      const known = derived.get(purpose)
      if (known) return known
      const key = new Uint8Array(hkdfSync('sha256', master, '', `dooryard ${purpose}`, 32))
      derived.set(purpose, key)
      return key
    },
  }
}

export const openSecrets = ({ secret, dataDir }: { secret?: string | undefined; dataDir: string }): Secrets =>
  createSecrets(secret ?? loadOrCreateSecret(dataDir))

function loadOrCreateSecret(dataDir: string): Uint8Array {
  const file = join(dataDir, 'secret')
  const kept = readSecret(file) ?? createSecret(dataDir, file)
  if (kept.length < 32)
    throw new Error(`The secret in ${file} is damaged: restore it, or delete it to sign all users out.`)
  if (statSync(file).mode & 0o077)
    throw new Error(`The secret in ${file} can be read by others: run "chmod 600 ${file}".`)
  return kept
}

function readSecret(file: string): Uint8Array | null {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The file appears whole or not at all, and two processes that start together agree on one. */
function createSecret(dataDir: string, file: string): Uint8Array {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32)
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, `${secret.toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    return secret
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readSecret(file) : null
    if (!other) throw error
    return other
  } finally {
    rmSync(draft)
  }
}
