import type { BrowserError } from '@dooryard/contract/admin/error-reports'
import { redactAddress, redactPersonalData } from '@dooryard/contract/api/redact'
import { session } from '../session/session.ts'
import { listBreadcrumbs } from './breadcrumbs.ts'
import { getErrorId } from './error-id.ts'

/** The path of `errorReports.report`, without the rest of the contract. */
const reportPath = '/v1/errors'
/** As the contract limits them. */
const maxLengths = { name: 100, message: 1_000, stack: 10_000, page: 500 }
/** As the server makes them: any other is not of this portal. */
const requestIdPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/
/** An error in a loop says nothing new. */
const maxReports = 20

const reported = new Set<string>()

/** Where errors go instead of this portal, if anywhere: read at the first error. */
let sentryDsn: Promise<string | null> | undefined

const readSentryDsn = async (): Promise<string | null> => {
  const response = await fetch('/v1/about')
  const { sentryDsn: dsn = null } = (await response.json()) as { sentryDsn?: string | null } // as `about.get` answers
  return dsn
}

/** Reports an error once, in the background and without personal data. It never throws. */
export function reportError(error: unknown): void {
  const id = getErrorId(error)
  if (reported.has(id) || reported.size >= maxReports) return
  reported.add(id)
  sendReport({ ...buildReport(error), id }).catch((reason) => console.warn('An error was not reported', reason))
}

function buildReport(error: unknown): Omit<BrowserError, 'id'> {
  const { name, message, stack } =
    error instanceof Error ? error : { name: `Thrown ${typeof error}`, message: String(error), stack: undefined }
  // An `ApiError` has it.
  const { requestId } = (error ?? {}) as { requestId?: unknown }
  return {
    name: name.slice(0, maxLengths.name),
    message: redactPersonalData(message).slice(0, maxLengths.message),
    ...(stack && { stack: stack.slice(0, maxLengths.stack) }),
    ...(typeof requestId === 'string' && requestIdPattern.test(requestId) && { requestId }),
    page: redactAddress(window.location.href).slice(0, maxLengths.page),
    release: import.meta.env['VITE_RELEASE'],
    occurredAt: new Date().toISOString(),
    breadcrumbs: listBreadcrumbs(),
  }
}

async function sendReport(report: BrowserError): Promise<void> {
  sentryDsn ??= readSentryDsn().catch(() => null)
  const dsn = await sentryDsn
  if (dsn) {
    // A content blocker may refuse Sentry; the server then passes the report on.
    const isSent = await import('./sentry.ts').then(({ sendToSentry }) => sendToSentry(dsn, report)).catch(() => false)
    if (isSent) return
  }
  await sendToPortal(report)
}

async function sendToPortal(report: BrowserError): Promise<void> {
  const { accessToken } = session.get()
  const post = () =>
    fetch(reportPath, {
      method: 'POST',
      // The page may be closing.
      keepalive: true,
      headers: { 'content-type': 'application/json', ...(accessToken && { authorization: `Bearer ${accessToken}` }) },
      body: JSON.stringify(report),
    })
  try {
    await post()
  } catch (error) {
    if (navigator.onLine) throw error
    window.addEventListener('online', () => void post().catch(() => undefined), { once: true })
  }
}
