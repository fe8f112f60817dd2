import { z } from 'zod'

export const secondFactorMethods = ['PASSKEY', 'TOTP', 'RECOVERY_CODE'] as const

export const SecondFactorMethod = z.enum(secondFactorMethods).meta({ id: 'SecondFactorMethod', example: 'TOTP' })
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>
