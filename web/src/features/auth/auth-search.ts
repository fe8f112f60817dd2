import { z } from 'zod'

const Redirect = z.string().optional().catch(undefined)

/** The page to come back to after signing in travels along. */
export const AuthSearch = z.object({ redirect: Redirect })

/** A code is for an email, which may be given in the address. */
export const CodeSearch = z.object({ email: z.string().max(254).optional().catch(undefined), redirect: Redirect })

/** By the link of an invitation nobody has a password yet. */
export const ResetSearch = CodeSearch.extend({ invitation: z.boolean().optional().catch(undefined) })
