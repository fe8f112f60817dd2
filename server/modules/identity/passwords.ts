import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, options)

let decoy: Promise<string> | undefined

/** Whether a password fits. Without a hash to compare, the same work is done on a decoy: an unknown e-mail takes as long. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && passwordHash !== undefined
}
