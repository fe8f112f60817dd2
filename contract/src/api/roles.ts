import { z } from 'zod'

export const roles = ['SUPER_ADMIN', 'CONSUMER_USER', 'AFFILIATE_USER', 'ENTERPRISE_USER'] as const

export const Role = z.enum(roles).meta({ id: 'Role', example: 'ENTERPRISE_USER' })
export type Role = z.infer<typeof Role>
