import { z } from 'zod'
import { classified } from './data-classes.ts'
import { Role } from './roles.ts'

export const Owner = z
  .object({
    id: z.string(),
    firstName: classified('personal', z.string()),
    lastName: classified('personal', z.string()),
    email: classified('personal', z.string()),
    companyName: classified('personal', z.string().optional()),
    role: Role,
    isActive: z.boolean().describe('False where the account is deactivated or closed'),
    closedAt: z.iso.datetime().optional().describe('When the account was closed, which is for good'),
  })
  .meta({ id: 'Owner' })
export type Owner = z.infer<typeof Owner>

const userId = z.uuid('There is no such user')

export const ownersQuery = z
  .union([z.array(userId).max(100, 'At most 100 users at once'), userId.transform((one) => [one])], {
    error: 'There is no such user',
  })
  .optional()
  .describe('Of these users only; may be repeated')
