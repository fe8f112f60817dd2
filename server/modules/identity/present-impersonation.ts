import type { Impersonation } from '@dooryard/contract/account'

type Row = { impersonatorId: string | null; impersonatorEmail: string | null; expiresAt: Date }

/** Which administrator is behind a session, and until when; undefined where the user is alone. */
export const presentImpersonation = ({
  impersonatorId,
  impersonatorEmail,
  expiresAt,
}: Row): Impersonation | undefined =>
  impersonatorId !== null && impersonatorEmail !== null
    ? { adminId: impersonatorId, adminEmail: impersonatorEmail, expiresAt: expiresAt.toISOString() }
    : undefined
