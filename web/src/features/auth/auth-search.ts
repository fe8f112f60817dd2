// Parsed by hand: the visitor screens load without the library that validates the portal's search parameters.
type RawSearch = Record<string, unknown>

const parseText = (value: unknown, maxLength = Number.POSITIVE_INFINITY) =>
  typeof value === 'string' && value.length <= maxLength ? value : undefined

const maxEmailLength = 254

/** Keeps the page to return to after signing in. */
export const toAuthSearch = ({ redirect }: RawSearch): { redirect?: string } => ({ redirect: parseText(redirect) })

/** A code is for an email address, which may be in the URL. */
export const toCodeSearch = (search: RawSearch): { email?: string; redirect?: string } => ({
  email: parseText(search['email'], maxEmailLength),
  ...toAuthSearch(search),
})

/** The `invitation` flag marks users who have no password yet. */
export const toResetSearch = (search: RawSearch): { email?: string; redirect?: string; invitation?: boolean } => ({
  ...toCodeSearch(search),
  invitation: typeof search['invitation'] === 'boolean' ? search['invitation'] : undefined,
})
