import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { Role } from '../api/roles.ts'

export const Owner = z
  .object({
    id: z.string(),
    firstName: classified('personal', z.string()),
    lastName: classified('personal', z.string()),
    email: classified('personal', z.string()),
    companyName: classified('personal', z.string().optional()),
    role: Role,
    isActive: z.boolean().describe('False if the account is deactivated or closed'),
    closedAt: z.iso.datetime().optional().describe('When the account was closed, permanently'),
  })
  .meta({ id: 'Owner' })
export type Owner = z.infer<typeof Owner>

const userId = z.uuid('There is no such user')

export const userIdsFilter = z
  .union([z.array(userId).max(100, 'At most 100 users at once'), userId.transform((one) => [one])], {
    error: 'There is no such user',
  })
  .optional()
  .describe('Only for these users; may be repeated')
