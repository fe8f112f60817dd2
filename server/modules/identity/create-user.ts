import type { NewAccount } from '@dooryard/contract/auth'
import type { Role } from '@dooryard/contract/roles'
import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { openAccount } from '../credits/index.ts'
import { hashPassword } from './passwords.ts'
import { insertUser } from './users.queries.ts'

/** Makes a user whose e-mail is known to be theirs, with an empty credit account; null when the e-mail is taken. */
export async function createUser(
  services: Services,
  user: NewAccount & { role: Role },
): Promise<{ id: string } | null> {
  const { password, ...facts } = user
  const passwordHash = await hashPassword(password)
  return inTransaction(services, async ({ db, clock }) => {
    const id = newId()
    const row = { ...facts, id, passwordHash, companyName: user.companyName ?? null, emailVerifiedAt: clock.now() }
    if (!(await insertUser(db, row))) return null
    await openAccount(db, id)
    return { id }
  })
}
