import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { isBlockedUrl } from '../webhooks.queries.ts'

/** A URL as stored: normalized and without its fragment. UNPROCESSABLE when it contains a user name or password. */
export function parseTarget(text: string): string {
  const url = new URL(text)
  if (url.username || url.password) throw invalidUrlError('Leave the user name and password out of the URL.')
  url.hash = ''
  return url.href
}

/** UNPROCESSABLE for a URL that is not allowed. Resolves DNS, so never inside a transaction. */
export async function requireAllowedTarget(outbound: Outbound, url: string): Promise<void> {
  const refusal = await outbound.refusal(url)
  if (refusal) throw invalidUrlError(refusal)
}

/** CONFLICT for a URL that an administrator disabled; no other webhook of the same user may use it. */
export async function requireUnblockedUrl({ db, actor }: Pick<Context, 'db' | 'actor'>, url: string): Promise<void> {
  if (!(await isBlockedUrl(db, actor.userId, url))) return
  const message =
    'An administrator disabled your webhook of this URL, so no other can call it. Contact support about it.'
  throw appError('CONFLICT', message, { issues: [{ path: 'url', message }] })
}

export const invalidUrlError = (message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path: 'url', message }] })
