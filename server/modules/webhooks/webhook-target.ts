import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { isBarredUrl } from './webhooks.queries.ts'

/** A URL as it is kept: normalised, and without what stays in a browser. UNPROCESSABLE for one with a password in it. */
export function targetOf(text: string): string {
  const url = new URL(text)
  if (url.username || url.password) throw unfit('Leave the user name and password out of the URL.')
  url.hash = ''
  return url.href
}

/** UNPROCESSABLE for a URL that would not be called. Asks name servers, so never inside a transaction. */
export async function refuseTarget(outbound: Outbound, url: string): Promise<void> {
  const refusal = await outbound.refusal(url)
  if (refusal) throw unfit(refusal)
}

/** CONFLICT for a URL that an administrator disabled, which no other webhook of the same user calls in its place. */
export async function refuseBarredUrl({ db, actor }: Pick<Context, 'db' | 'actor'>, url: string): Promise<void> {
  if (!(await isBarredUrl(db, actor.userId, url))) return
  const message =
    'An administrator disabled your webhook of this URL, so no other can call it. Contact support about it.'
  throw appError('CONFLICT', message, { issues: [{ path: 'url', message }] })
}

export const unfit = (message: string) => appError('UNPROCESSABLE', message, { issues: [{ path: 'url', message }] })
