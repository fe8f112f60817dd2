import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { turnstile } from '../../platform/turnstile.ts'

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/**
 * How many are computed at once. Each takes a core for some 12 ms, and a thread of the pool that files and the embedded
 * property store work on. One core is left to everybody else: with both of two cores, 200 sign-ins at once were done no
 * sooner, and the counts of others took seven times as long at the 95th percentile.
 */
export const passwordsAtOnce = Math.max(1, Math.min(availableParallelism() - 1, threads / 4))

const turnOf = (signal?: AbortSignal) => ({ seconds: 15, signal })

type Argon2 = { hash: typeof hash; verify: typeof verify }

/** Hashes and compares passwords by these functions, a few at a time. */
export function createPasswords({ hash, verify }: Argon2) {
  const turns = turnstile(
    { size: passwordsAtOnce, heavy: 0, waiting: 300 },
    'Too many people are signing in. Please try again in a moment.',
  )
  let decoy: Promise<string> | undefined

  function decoyHash(): Promise<string> {
    decoy ??= hash('no account has this password', options).catch((error) => {
      decoy = undefined
      throw error
    })
    return decoy
  }

  return {
    /** UNAVAILABLE when too many passwords are waiting; once the caller has gone, nothing is computed. */
    hashPassword: (password: string, signal?: AbortSignal): Promise<string> =>
      turns.pass(turnOf(signal), () => hash(password, options)),

    /** Without a hash the same work is done on a decoy, so that an unknown email takes as long. Rejects as above. */
    passwordFits: (passwordHash: string | undefined, password: string, signal?: AbortSignal): Promise<boolean> =>
      turns.pass(turnOf(signal), async () => {
        // Waited for by everybody, or the first unknown email after a start would take twice as long.
        const unknown = await decoyHash()
        const fits = await verify(passwordHash ?? unknown, password)
        return fits && passwordHash !== undefined
      }),
  }
}

/** Of the whole process, so that its passwords wait for each other. */
export const { hashPassword, passwordFits } = createPasswords({ hash, verify })

/** The hash of a random password. */
export const hashOfUnknown = (signal?: AbortSignal): Promise<string> =>
  hashPassword(randomBytes(32).toString('base64'), signal)

export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return memoryCost !== options.memoryCost || timeCost !== options.timeCost || parallelism !== options.parallelism
}
