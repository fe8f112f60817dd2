import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../../platform/util/semaphore.ts'

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const threadPoolSize = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/**
 * How many are computed concurrently. Each takes a core for some 12 ms, and a thread of the pool that files and the
 * embedded property store use. One core is left for everything else: with both of two cores, 200 concurrent sign-ins
 * finished no sooner, and property counts took seven times as long at the 95th percentile.
 */
export const passwordConcurrency = Math.max(1, Math.min(availableParallelism() - 1, threadPoolSize / 4))

const toTurnOptions = (signal?: AbortSignal) => ({ seconds: 15, signal })

type Argon2 = { hash: typeof hash; verify: typeof verify }

/** Hashes and verifies passwords with these functions, with limited concurrency. */
export function createPasswords({ hash, verify }: Argon2) {
  const limiter = createSemaphore(
    { size: passwordConcurrency, heavy: 0, waiting: 300 },
    'Too many people are signing in. Please try again in a moment.',
  )
  let decoy: Promise<string> | undefined

  function decoyHash(): Promise<string> {
    decoy ??= hash('no account has this password', argon2Options).catch((error) => {
      decoy = undefined
      throw error
    })
    return decoy
  }

  return {
    /** UNAVAILABLE if too many passwords are waiting; computes nothing once the caller has disconnected. */
    hashPassword: (password: string, signal?: AbortSignal): Promise<string> =>
      limiter.pass(toTurnOptions(signal), () => hash(password, argon2Options)),

    /** Without a hash it verifies against a decoy, so that an unknown email takes as long. Rejects as above. */
    verifyPassword: (passwordHash: string | undefined, password: string, signal?: AbortSignal): Promise<boolean> =>
      limiter.pass(toTurnOptions(signal), async () => {
        // Awaited in every case, or the first unknown email after a start would take twice as long.
        const decoyHashed = await decoyHash()
        const isMatch = await verify(passwordHash ?? decoyHashed, password)
        return isMatch && passwordHash !== undefined
      }),
  }
}

/** Shared by the whole process, so that all passwords use one queue. */
export const { hashPassword, verifyPassword } = createPasswords({ hash, verify })

/** Hashes a random password. */
export const hashRandomPassword = (signal?: AbortSignal): Promise<string> =>
  hashPassword(randomBytes(32).toString('base64'), signal)

export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return (
    memoryCost !== argon2Options.memoryCost ||
    timeCost !== argon2Options.timeCost ||
    parallelism !== argon2Options.parallelism
  )
}
