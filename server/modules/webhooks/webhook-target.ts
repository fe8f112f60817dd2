import { appError } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'

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

const unfit = (message: string) => appError('UNPROCESSABLE', message, { issues: [{ path: 'url', message }] })
