import { TOTP } from 'otpauth'

/** What an authenticator app with this key shows at a time. */
export const showCode = (secret: string, at: Date): string => new TOTP({ secret }).generate({ timestamp: at.getTime() })
