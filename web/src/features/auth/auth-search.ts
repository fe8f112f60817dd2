// By hand: the screens of visitors come without the library that checks the addresses of the portal.
type Search = Record<string, unknown>

const textIn = (value: unknown, most = Number.POSITIVE_INFINITY) =>
  typeof value === 'string' && value.length <= most ? value : undefined

const maxEmailLength = 254

/** The page to come back to after signing in travels along. */
export const toAuthSearch = ({ redirect }: Search): { redirect?: string } => ({ redirect: textIn(redirect) })

/** A code is for an email, which may be given in the address. */
export const toCodeSearch = (search: Search): { email?: string; redirect?: string } => ({
  email: textIn(search['email'], maxEmailLength),
  ...toAuthSearch(search),
})

/** By the link of an invitation nobody has a password yet. */
export const toResetSearch = (search: Search): { email?: string; redirect?: string; invitation?: boolean } => ({
  ...toCodeSearch(search),
  invitation: typeof search['invitation'] === 'boolean' ? search['invitation'] : undefined,
})
