import { z } from 'zod'
import { classified } from './data-classes.ts'
import { Role } from './roles.ts'

/** Whose something is, as administrators see it. */
export const Owner = z
  .object({
    id: z.string(),
    firstName: classified('personal', z.string()),
    lastName: classified('personal', z.string()),
    email: classified('personal', z.string()),
    companyName: classified('personal', z.string().optional()),
    role: Role,
    isActive: z.boolean().meta({ description: 'False where the account is deactivated or closed' }),
    closedAt: z.iso.datetime().optional().meta({ description: 'When the account was closed, which is for good' }),
  })
  .meta({
    id: 'Owner',
    example: {
      id: '3f1c8a52-6f5e-4a52-9d8c-8f2f0d3e7a11',
      firstName: 'Erin',
      lastName: 'Prize',
      email: 'erin@example.com',
      companyName: 'Example Outreach',
      role: 'ENTERPRISE_USER',
      isActive: true,
    },
  })
export type Owner = z.infer<typeof Owner>

const userId = z.uuid('There is no such user')

/** `userId` of a list, once or repeated: whose. */
export const ownersQuery = z
  .union([z.array(userId).max(100, 'At most 100 users at once'), userId.transform((one) => [one])], {
    error: 'There is no such user',
  })
  .optional()
  .meta({ description: 'Of these users only; may be repeated' })
